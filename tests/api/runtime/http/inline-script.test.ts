import { expect, test } from 'vitest';
import { scriptSources } from '#api/runtime/http/inline-script.ts';

test('the example of the standard has its hash', async () => {
  // CSP 3, section 8.4: https://www.w3.org/TR/CSP3/#external-hash
  expect(await scriptSources("<p></p><script>alert('Hello, world.');</script>")).toEqual([
    "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
  ]);
});

test('a page without a script of its own allows none', async () => {
  expect(await scriptSources('<script src="/boot.js"></script>')).toEqual([]);
});
