/** The check without a web worker. It is a separate chunk, because it includes the points' rules and the hash. */
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import type { JudgePorts } from './judge.ts';
import { type Verifier, verifierInPlace } from './port.ts';
import { DEVICE_PROOF_PORTS } from './proof-ports.ts';
import { deviceSha256 } from './sha256.ts';

const PORTS: JudgePorts = {
  ...DEVICE_PROOF_PORTS,
  async followKeys(...given) {
    const { followKeys } = await loadChunk(
      "the changes of the log's key",
      () => import('#core/proof/key-change.ts'),
      { patience: 0 },
    );
    return followKeys(...given);
  },
};

export function deviceVerifier(): Verifier {
  return verifierInPlace(deviceSha256, PORTS);
}
