/** Command lines: what is understood, and the one line that says why one is not. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Misunderstood, readArguments } from '#api/ops/arguments.ts';
import { runProcess } from '#tests/support/run-process.ts';

const OPTIONS = { out: { type: 'string' }, small: { type: 'boolean', default: false } } as const;
const read = (...args: string[]) => readArguments({ args, options: OPTIONS, allowPositionals: true });

test('options and words', () => {
  expect(read('--out=a b', 'word', '--small')).toMatchObject({
    values: { out: 'a b', small: true },
    positionals: ['word'],
  });
});

test.each([
  [['--other', 'x'], "Unknown option '--other'"],
  [['-x'], "Unknown option '-x'"],
  [['--out'], "Option '--out <value>' argument missing"],
  [['--out', '--small'], "Option '--out' argument is ambiguous"],
  [['--small=yes'], "Option '--small' does not take an argument"],
])('%j is refused in one line', (args, fault) => {
  expect(() => read(...args)).toThrow(new Misunderstood(fault));
});

test.each([
  ['build', "Unknown option '--other'. Usage: npm run build [-- --out FOLDER]\n"],
  ['bot', expect.stringMatching(/^Usage: npm run bot -- [\s\S]+--other/)],
  ['calendar', expect.stringMatching(/^Usage: npm run calendar -- [\s\S]+--other/)],
  ['ledger', expect.stringMatching(/^npm run ledger -- /)],
  ['sbt', expect.stringMatching(/^npm run sbt -- /)],
])('the program of %s ends with its usage', async (name, output) => {
  const command = [process.execPath, `api/ops/${name}.ts`, '--other'];
  const cwd = fileURLToPath(new URL('../../..', import.meta.url));
  expect(await runProcess(command, { cwd, limitMs: 30_000 })).toEqual({ code: 2, output });
});
