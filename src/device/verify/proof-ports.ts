/** Hash and signatures for the checks of published totals on a device. */
import { sha256 } from '@noble/hashes/sha2.js';
import type { ProofPorts } from '#core/proof/check-proof.ts';
import { ed25519 } from '#platform/ed25519.ts';
import { verifyByLibrary } from '#platform/ed25519-library.ts';

/** The library comes along, because a web worker is one file. */
export const DEVICE_PROOF_PORTS: ProofPorts = {
  hash: (bytes) => sha256(bytes),
  verify: ed25519(async () => ({ verifyByLibrary })),
};
