/** What checks of proofs need, computed by Node. */
import type { ProofPorts } from '#core/proof/check-proof.ts';
import { verifyEd25519 } from '../runtime/ed25519.ts';
import { sha256Bytes } from '../runtime/hashing.ts';

export const PROOF_PORTS: ProofPorts = {
  hash: sha256Bytes,
  verify: async (key, content, signature) => verifyEd25519({ key, content, signature }),
};
