/** Signatures by the browser's own code and by the library must be judged alike. */
import { describe, expect, test } from 'vitest';
import { newSeed, signingKey } from '#api/runtime/ed25519.ts';
import { ed25519 } from '#platform/ed25519.ts';

const library = () => import('#platform/ed25519-library.ts');
const never = () => Promise.reject(new Error('not needed'));
const old = { importKey: () => Promise.reject(new DOMException('unknown', 'NotSupportedError')) };
const { publicKey, sign } = signingKey(newSeed());
const text = new TextEncoder().encode('points.example\n1\n');
const good = sign(text);
const changed = (bytes: Uint8Array, at: number) => bytes.with(at, (bytes[at] ?? 0) ^ 1);

describe.each([
  ['the browser', ed25519(never)],
  ['the library, where the browser has no Ed25519', ed25519(library, old as unknown as SubtleCrypto)],
  ['the library, without Web Crypto', ed25519(library, null)],
])('%s', (_, verify) => {
  test('a good signature holds', async () => {
    expect(await verify(publicKey, text, good)).toBe(true);
  });
  test('another text, signature or key does not', async () => {
    expect(await verify(publicKey, changed(text, 3), good)).toBe(false);
    for (const at of [0, 31, 32, 63]) expect(await verify(publicKey, text, changed(good, at))).toBe(false);
    expect(await verify(signingKey(newSeed()).publicKey, text, good)).toBe(false);
  });
  test.each([0, 63, 65])('a signature of %i bytes does not', async (length) => {
    expect(await verify(publicKey, text, new Uint8Array(length))).toBe(false);
  });
  test('bytes that are no key verify nothing', async () => {
    expect(await verify(new Uint8Array(32).fill(0xff), text, good)).toBe(false);
  });
});
