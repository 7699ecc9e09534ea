/** The server's imports of texts follow from the table of languages: both deployments need them written out. */
import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#core/languages.ts';

const NAMESPACES = ['bot', 'calculators', 'calendar', 'levels', 'privacy', 'sbt'];
const CODES = LANGUAGE_CODES.toSorted();

test('every language of the table is imported; `vitest -u` writes the file anew', async () => {
  const nameOf = (code: string, namespace: string) =>
    `${code}${namespace.charAt(0).toUpperCase()}${namespace.slice(1)}`;
  const imports = CODES.flatMap((code) =>
    NAMESPACES.map(
      (namespace) =>
        `import ${nameOf(code, namespace)} from '#locales/${code}/${namespace}.json' with { type: 'json' };`,
    ),
  );
  const files = CODES.map((code) => {
    const entries = NAMESPACES.map((namespace) => `    ${namespace}: ${nameOf(code, namespace)},`);
    return [`  ${code}: {`, ...entries, '  },'].join('\n');
  });
  const lines = [
    '/** The texts that the server has. `tests/api/bot/text-files.test.ts` writes this file from the table of languages. */',
    "import type { Language } from '#core/languages.ts';",
    ...imports,
    '',
    'export const FILES = {',
    ...files,
    '} as const satisfies Readonly<Record<Language, object>>;',
    '',
  ];
  await expect(lines.join('\n')).toMatchFileSnapshot('../../../api/bot/text-files.ts');
});
