/** The wallet library takes its texts from `locales`: every text that it has is there. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import ours from '#locales/en/wallet-library.json' with { type: 'json' };

const PACKAGES = new URL('../../../node_modules/', import.meta.url);
const LIBRARY = new URL('@tonconnect/ui/lib/index.mjs', PACKAGES);
/** What the build adds: texts that the library shows in English only. */
const ADDED = ['walletModal.viewAll', 'walletModal.ofWallets'];

test('our English file has every text of the library', () => {
  const code = readFileSync(LIBRARY, 'utf8');
  const [dictionary = ''] = /const common\$1 = \{[\s\S]+?\nconst en = \{[^}]+\};/.exec(code) ?? [];
  const library: unknown = new Function(`${dictionary}\nreturn en;`)();
  const keys = keysOf(library);
  expect(keys.length).toBeGreaterThan(80);
  expect(keysOf(ours).filter((key) => !ADDED.includes(key))).toEqual(keys);
});

function keysOf(texts: unknown, path = ''): string[] {
  if (typeof texts !== 'object' || texts === null) return [path.slice(1)];
  return Object.entries(texts)
    .flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`))
    .sort();
}
