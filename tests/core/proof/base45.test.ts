import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase45, toBase45 } from '#core/proof/base45.ts';
import { ascii } from '#core/proof/bytes.ts';

test.each([
  ['AB', 'BB8'],
  ['Hello!!', '%69 VD92EX0'],
  ['base-45', 'UJCLQE7W581'],
  ['ietf!', 'QED8WEX0'],
  ['', ''],
])('the examples of RFC 9285: %s', (plain, text) => {
  expect(toBase45(ascii(plain))).toBe(text);
  expect(fromBase45(text)).toEqual(ascii(plain));
});

test.each([
  ['a value above two bytes', 'GGW'],
  ['a value above one byte', '::'],
  ['a letter alone', 'A'],
  ['a letter too many', 'BB8A'],
  ['lower case', 'bb8'],
  ['a letter outside of the alphabet', 'B_8'],
  ['no ASCII', 'BBЖ'],
  ['a character of two units', 'B😀'],
])('refuses %s', (_, text) => {
  expect(fromBase45(text)).toBeNull();
});

test('any bytes have one text, and any text is one of bytes or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(fromBase45(toBase45(bytes))).toEqual(bytes);
    }),
  );
  const letters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:');
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 60 }), (text) => {
      const bytes = fromBase45(text);
      if (bytes !== null) expect(toBase45(bytes)).toBe(text);
    }),
  );
});
