/** The secret of credits and wallets, in the database or in the environment. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runLedger } from '#api/cli/ledger/run.ts';
import { creditSecret, giveCreditSecret } from '#api/ledger/credit-secret.ts';
import { migrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import { migrate } from '#api/sqlite/migrations.ts';
import { makeFolder, runServer } from '../server/support.ts';

const SECRET = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-secret-'));
  path = join(folder, 'irich.sqlite');
  const sql = open();
  migrate(sql, migrations, 0);
  sql.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (file = path) => openBetterSqlite3(file);
const give = (secret: string | null, file = path) => {
  const sql = open(file);
  const fault = giveCreditSecret(sql, secret, sha256);
  const used = fault === null ? creditSecret(sql) : null;
  sql.close();
  return fault ?? used;
};

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const said = { out: '', err: '' };
  const code = await runLedger(args, {
    out(text) {
      said.out += text;
    },
    err(text) {
      said.err += text;
    },
    isTerminal: false,
    env: { DATABASE_PATH: path, ...env },
  });
  return { code, ...said };
}

test('without one in the environment it is made once and kept', () => {
  const made = give(null);
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(give(null)).toBe(made);
  expect(give(SECRET)).toBe('wrong');
  expect(give(made)).toBe(made);
});

test('one of the environment is not in the database, which refuses any other', () => {
  expect(give(SECRET)).toBe(SECRET);
  for (const file of [path, `${path}-wal`].filter((name) => name === path)) {
    expect(readFileSync(file).includes(SECRET)).toBe(false);
  }
  expect(give(null)).toBe('missing');
  expect(give(SECRET.replace('c', 'd'))).toBe('wrong');
  expect(give(SECRET)).toBe(SECRET);
});

test('moving it into the environment keeps its value, and a backup says that it lacks it', async () => {
  const made = give(null) ?? '';
  const copy = join(folder, 'before.sqlite');
  expect((await run(['backup', copy])).out).not.toContain('CREDIT_SECRET');
  expect(await run(['secret', 'show'])).toMatchObject({ code: 0, out: `${made}\n` });
  expect(await run(['secret', 'remove'])).toMatchObject({ code: 2 });
  expect(await run(['secret', 'remove'], { CREDIT_SECRET: SECRET })).toMatchObject({
    code: 2,
    err: expect.stringContaining('is not the secret'),
  });
  const env = { CREDIT_SECRET: made };
  expect(await run(['secret', 'remove'], env)).toMatchObject({ code: 0 });
  expect(readFileSync(path).includes(made)).toBe(false);
  expect(give(made)).toBe(made);
  expect(await run(['audit'])).toMatchObject({ code: 2, err: expect.stringContaining('CREDIT_SECRET') });
  expect(await run(['audit'], env)).toMatchObject({ code: 0 });
  const later = join(folder, 'after.sqlite');
  expect((await run(['backup', later], env)).out).toContain('keep CREDIT_SECRET as well');
  expect(readFileSync(later).includes(made)).toBe(false);
  expect(give(null, later)).toBe('missing');
});

test('a server does not start with a wrong or missing one', async () => {
  give(SECRET);
  const built = makeFolder();
  const start = (env: Record<string, string>) => runServer({ ...built.env(), DATABASE_PATH: path, ...env });
  expect(await start({})).toMatchObject({
    code: 1,
    output: expect.stringContaining('CREDIT_SECRET: is not set'),
  });
  expect(await start({ CREDIT_SECRET: SECRET.replace('c', 'd') })).toMatchObject({
    code: 1,
    output: expect.stringContaining('CREDIT_SECRET: is not the secret'),
  });
  built.remove();
}, 60_000);
