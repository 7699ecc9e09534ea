/** The README says what the code does: its configuration table, and the scripts and files it names. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VARIABLE_TABLE } from '#api/config.ts';

const root = new URL('..', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: Record<string, string>;
};

describe('README', () => {
  it('lists every configuration variable as the code reads it, and no other', () => {
    const section = readme.split('## Configuration')[1]?.split('\n## ')[0] ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const expected = VARIABLE_TABLE.map(({ name, home, fallback, meaning }) => {
      const unset = fallback === null ? '**must be set**' : fallback === '' ? '–' : `\`${fallback}\``;
      return `| \`${name}\` | ${home} | ${unset} | ${meaning} |`;
    });
    expect(rows).toEqual(expected);
  });

  it('names only scripts that exist', () => {
    const named = [...readme.matchAll(/npm run (?:--silent )?([a-z]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => name === undefined || !(name in scripts))).toEqual([]);
  });

  it('names only files and folders that exist', () => {
    const named = [...readme.matchAll(/`((?:src|api|tests|worker|locales|public)\/[\w./-]+)`/g)].map(
      ([, path]) => path,
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((path) => path === undefined || !existsSync(new URL(path, root)))).toEqual([]);
  });
});
