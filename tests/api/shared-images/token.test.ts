/** Tokens of shared pictures: they lead to the user and reveal nothing to strangers. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createShareTokens } from '#api/auth/tokens.ts';
import { hmac } from '#tests/support/test-deployment.ts';

const random = () => randomBytes(24).toString('base64url');
const tokens = createShareTokens({ hmac, botToken: 'a token', random });

test.each([1, 42, 7_000_000_000, Number.MAX_SAFE_INTEGER])(
  'a token of user %d leads to that user',
  (userId) => {
    expect(tokens.userOf(tokens.make(userId))).toBe(userId);
  },
);

test('two tokens of one user share only their form', () => {
  const [one = [], other = []] = [tokens.make(42), tokens.make(42)].map((token) => token.split('.'));
  expect(one.filter((part) => other.includes(part))).toEqual([]);
  expect(one.map((part) => part.length)).toEqual([32, 14, 22]);
});

test('a token with a changed letter, or of another bot, leads nowhere', () => {
  const token = tokens.make(42);
  for (let at = 0; at < token.length; at += 1) {
    const letter = token[at] === '1' ? '2' : '1';
    expect(tokens.userOf(token.slice(0, at) + letter + token.slice(at + 1)), `${at}`).toBeNull();
  }
  expect(createShareTokens({ hmac, botToken: 'another', random }).userOf(token)).toBeNull();
  for (const text of ['', '.', 'a.b.c', `${token}.`, ` ${token}`]) expect(tokens.userOf(text)).toBeNull();
});
