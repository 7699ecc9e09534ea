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

test('a script ends with its usage', async () => {
  const { code, output } = await runProcess([process.execPath, 'api/ops/build.ts', '--other'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    limitMs: 30_000,
  });
  expect({ code, output }).toEqual({
    code: 2,
    output: "Unknown option '--other'. Usage: npm run build [-- --out FOLDER]\n",
  });
});
