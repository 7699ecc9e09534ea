/** The command `irich`, with stand-ins of systemd's programs: `npm run runbook` types it on a real systemd. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProcess } from '#tests/support/run-process.ts';
import { ROOT } from '../server/support.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-command-'));
  mkdirSync(join(folder, 'current/api/ops'), { recursive: true });
  put('current/api/ops/ledger.ts', '');
  put('irich.env', '');
  const script = readFileSync(join(ROOT, 'api/ops/irich'), 'utf8')
    .replaceAll('/opt/irich', folder)
    .replaceAll('/etc/irich.env', join(folder, 'irich.env'));
  program('irich', script);
  program('systemctl', '#!/bin/sh\ncat "$STAND_IN/environment"\n');
  program('systemd-run', '#!/bin/sh\nprintf "%s\\0" "$@" > "$STAND_IN/given"\nexit 3\n');
  put('environment', 'DATABASE_PATH=/var/lib/irich/irich.sqlite\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, text: string) => writeFileSync(join(folder, name), text);

function program(name: string, text: string): void {
  put(name, text);
  chmodSync(join(folder, name), 0o755);
}

function irich(...args: string[]) {
  const env = { PATH: `${folder}:${process.env['PATH']}`, STAND_IN: folder };
  return runProcess([join(folder, 'irich'), ...args], { cwd: '/', env, limitMs: 10_000 });
}

const given = () => readFileSync(join(folder, 'given'), 'utf8').split('\0').slice(0, -1);

test('arguments arrive as they were typed, and the exit code comes back', async () => {
  const plain = ['', 'a b', `"it's"`, '..', '*', '\\x', '%n', '-p', 'two\nlines\n', 'ü'];
  expect(await irich('ledger', ...plain)).toEqual({ code: 3, output: '' });
  const all = given();
  expect(all.slice(all.indexOf('/usr/bin/node') + 1)).toEqual(['api/ops/ledger.ts', ...plain]);
});

test('systemd puts no variable in the place of a dollar sign', async () => {
  await irich('ledger', 'correct', '--reason', `paid $$5 \${BOT_TOKEN}`, '$BOT_TOKEN', '$');
  expect(given().slice(-3)).toEqual([`paid $$$$5 $\${BOT_TOKEN}`, '$$BOT_TOKEN', '$$']);
});

test('the variables of the unit reach the command in the quoting of systemd', async () => {
  put('environment', 'ONE=1 "TWO=a \\"b\\"" "THREE=\\$x \\\\\\$ \\`y\\`"\n');
  await irich('ledger', 'audit');
  expect(given()).toContain('Environment=ONE=1 "TWO=a \\"b\\"" "THREE=$x \\\\$ `y`"');
});

test.each([
  ['without a command', [], 'Usage: irich'],
  ['with an unknown command', ['../ledger'], 'Usage: irich'],
  ['with a command on two lines', ['ledger\nx'], 'Usage: irich'],
  ['with a command that the release lacks', ['sbt', 'status'], 'has no command sbt'],
])('%s it says so', async (_, args, told) => {
  expect(await irich(...args)).toEqual({ code: 2, output: expect.stringContaining(told) });
});

test('without irich.env it names the file', async () => {
  rmSync(join(folder, 'irich.env'));
  const expected = { code: 2, output: `There is no ${join(folder, 'irich.env')}\n` };
  expect(await irich('ledger', 'audit')).toEqual(expected);
});
