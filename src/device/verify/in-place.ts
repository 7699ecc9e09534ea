/** The check without a web worker. It is a separate chunk, because it includes the points' rules and the hash. */
import { type Verifier, verifierInPlace } from './port.ts';
import { DEVICE_PROOF_PORTS } from './proof-ports.ts';
import { deviceSha256 } from './sha256.ts';

export function deviceVerifier(): Verifier {
  return verifierInPlace(deviceSha256, DEVICE_PROOF_PORTS);
}
