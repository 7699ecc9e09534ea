/** Ed25519 signatures (RFC 8032): by the browser where it can, else by a library (Chromium before 137, Safari before 17). */
import type { VerifyEd25519 } from '#core/proof/note.ts';

/** @param loadLibrary loads `./ed25519-library.ts`; called where the browser has no Ed25519. */
export function ed25519(
  loadLibrary: () => Promise<{ readonly verifyByLibrary: VerifyEd25519 }>,
  subtle: SubtleCrypto | null = globalThis.crypto?.subtle ?? null,
): VerifyEd25519 {
  return async (key, content, signature) => {
    const own = subtle === null ? null : await browserKey(subtle, key);
    if (own === null || subtle === null)
      return (await loadLibrary()).verifyByLibrary(key, content, signature);
    return subtle.verify('Ed25519', own, copied(signature), copied(content));
  };
}

/** Null where the browser does not know this kind of key. */
async function browserKey(subtle: SubtleCrypto, key: Uint8Array): Promise<CryptoKey | null> {
  try {
    return await subtle.importKey('raw', copied(key), 'Ed25519', false, ['verify']);
  } catch {
    return null;
  }
}

/** The types of Web Crypto refuse bytes that may be shared between threads. */
const copied = (bytes: Uint8Array) => Uint8Array.from(bytes);
