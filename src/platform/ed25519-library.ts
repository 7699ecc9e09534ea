/** Ed25519 for browsers without it. */
import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import type { VerifyEd25519 } from '#core/proof/note.ts';

hashes.sha512 = sha512;

export const verifyByLibrary: VerifyEd25519 = async (key, content, signature) => {
  try {
    // As Web Crypto does: RFC 8032 to the letter.
    return verify(signature, content, key, { zip215: false });
  } catch {
    return false;
  }
};
