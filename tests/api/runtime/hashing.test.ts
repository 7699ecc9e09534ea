/** The hashes of Node, against published vectors. */
import { expect, test } from 'vitest';
import { hmac, hmacBytes } from '#api/runtime/hashing.ts';

/** RFC 4231, test case 2. */
const TEXT = 'what do ya want for nothing?';
const JEFE = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('an HMAC is that of RFC 4231, for a key as text and as bytes', () => {
  expect(hmac('Jefe', TEXT)).toBe(JEFE);
  expect(hex(hmacBytes('Jefe', TEXT))).toBe(JEFE);
  const bytes = Buffer.from('Jefe');
  expect(hex(hmacBytes(bytes, TEXT))).toBe(JEFE);
  expect(hex(hmacBytes(bytes, TEXT))).toBe(JEFE);
});

test('each key of bytes has its own HMAC', () => {
  const keys = ['one', 'other'].map((text) => Buffer.from(text));
  const twice = [...keys, ...keys].map((key) => hex(hmacBytes(key, TEXT)));
  expect(twice).toEqual([hmac('one', TEXT), hmac('other', TEXT), hmac('one', TEXT), hmac('other', TEXT)]);
});
