/** Only the catalogue and a calculator's own files name it: every other file reads the catalogue. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CALCULATORS } from '#core/calculators/catalogue.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = Object.values(CALCULATORS).map(({ folder }) => folder);
const OWN = new RegExp(`^src/(core/calculators/|features/calculators/(${FOLDERS.join('|')})/)`);
const TYPES = Object.keys(CALCULATORS).join('|');
const PATHS = Object.values(CALCULATORS).map(({ path }) => path.slice(1));
/** A type as a word; a folder or an address between quotes or slashes. */
const NAME = new RegExp(`\\b(${TYPES})\\b|['"\`/](${[...FOLDERS, ...PATHS].join('|')})['"\`/?]`);

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function named(code: string): string | null {
  return NAME.exec(withoutComments(code))?.[0] ?? null;
}

test('no file beside its own names a calculator', () => {
  const listed = execFileSync(
    'git',
    [
      'ls-files',
      '-z',
      '--cached',
      '--others',
      '--exclude-standard',
      'src',
      'worker',
      'api',
      'vite.config.ts',
    ],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const files = listed
    .split('\0')
    .filter((path) => /\.tsx?$/.test(path) && !OWN.test(path) && existsSync(`${ROOT}${path}`));
  expect(files.length).toBeGreaterThan(300);
  const faults = files.flatMap((path) => {
    const name = named(readFileSync(`${ROOT}${path}`, 'utf8'));
    return name === null ? [] : [`${path}: ${name}`];
  });
  expect(faults).toEqual([]);
});

test.each([
  ["case 'RiskMoney':", true],
  ['Staking: 1,', true],
  ['FIELDS.ElliottWave.price', true],
  ["to: '/riskpercent'", true],
  ['`/staking?record=1`', true],
  ["import('./risk-money/screen.tsx')", true],
  ["t('RiskMoney_setInfoText_title')", false],
  ['// as in Staking', false],
  ['stakingDigits(value)', false],
])('the search reads %s', (code, isName) => {
  expect(named(code) !== null).toBe(isName);
});
