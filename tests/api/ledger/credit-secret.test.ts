/** The secret of credits and wallets, in the database or in the environment. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { creditSecret, giveCreditSecret, storedSecret } from '#api/ledger/credit-secret.ts';
import { migrations } from '#api/migrations.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { startServer } from '#tests/support/server.ts';
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

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runInProcess(runLedger, args, { env: { DATABASE_PATH: path, ...env } });

test('a ledger with credits gets no new secret after losing its own', async () => {
  const sql = open();
  sql.run("INSERT INTO credits VALUES (2, 1, 1, 'c', 'friend_registered', 's', 0, 0, 0, 0, 0, 0)");
  sql.close();
  for (const verb of ['show', 'remove']) {
    const told = await run(['secret', verb], { CREDIT_SECRET: SECRET });
    expect(told).toMatchObject({ code: 2, out: '', err: expect.stringContaining('is not the secret') });
  }
  const after = open();
  expect(storedSecret(after)).toBeNull();
  after.close();
});

test('without one in the environment it is created once and kept', () => {
  const made = give(null);
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(give(null)).toBe(made);
  expect(give(SECRET)).toBe('wrong');
  expect(give(made)).toBe(made);
});

test('a secret in the environment is not stored, and the database refuses any other', () => {
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

test('a removal fails and says what to do while another process keeps the log with it', async () => {
  const made = give(null) ?? '';
  const reader = openBetterSqlite3(path, { readonly: true });
  const state = reader.iterate('SELECT name FROM meta');
  state.next();
  const io = { env: { DATABASE_PATH: path, CREDIT_SECRET: made }, wait: async () => undefined };
  expect(await runInProcess(runLedger, ['secret', 'remove'], io)).toMatchObject({
    code: 1,
    out: expect.stringContaining('is removed'),
    err: expect.stringContaining('stop irich-litestream'),
  });
  state.return?.();
  reader.close();
  expect(await run(['vacuum'])).toMatchObject({ code: 0, err: '' });
  expect(readFileSync(path).includes(made)).toBe(false);
});

test('commands that hash nothing work without it', async () => {
  const made = give(null) ?? '';
  expect(await run(['secret', 'remove'], { CREDIT_SECRET: made })).toMatchObject({ code: 0 });
  const heads = join(folder, 'heads');
  const work: readonly (readonly string[])[] = [
    ['backup', join(folder, 'copy.sqlite')],
    ['heads', 'write', heads],
    ['heads', 'heal', heads],
    ['suspicious'],
    ['rebuild'],
    ['vacuum'],
  ];
  for (const args of work) expect(await run(args), args.join(' ')).toMatchObject({ code: 0, err: '' });
  const hashing: readonly (readonly string[])[] = [
    ['audit'],
    ['correct', '7', 'activity', '1', '--reason', 'a test'],
    ['unlink-wallet', '7', '--reason', 'a test'],
    ['erase', '7'],
    ['export', '--all', join(folder, 'all.jsonl')],
  ];
  const missing = { code: 2, err: expect.stringContaining('CREDIT_SECRET: is not set') };
  for (const args of hashing) expect(await run(args), args.join(' ')).toMatchObject(missing);
  // They look for a ledger, not for the secret.
  for (const name of ['show', 'export']) {
    expect(await run([name, '7'])).toMatchObject({ code: 1, err: 'User 7 has no ledger.\n' });
  }
  expect(await run(['backup', join(folder, 'other.sqlite')], { CREDIT_SECRET: SECRET })).toMatchObject({
    code: 2,
    err: expect.stringContaining('is not the secret'),
  });
});

test('a wrong value in the environment neither hides nor removes the right one', async () => {
  const made = give(null) ?? '';
  const wrong = { CREDIT_SECRET: SECRET };
  expect(await run(['secret', 'show'], wrong)).toMatchObject({ code: 0, out: `${made}\n` });
  expect(await run(['secret', 'remove'], wrong)).toMatchObject({
    code: 2,
    err: expect.stringContaining('secret show'),
  });
  expect(give(null)).toBe(made);
});

test('it stays in the database while a running server does not have it', async () => {
  const made = give(null) ?? '';
  const env = { CREDIT_SECRET: made };
  const built = makeFolder();
  const serve = (own: Record<string, string>) =>
    startServer({ deployment: 'machine', dist: built.dist, database: path, env: own });
  const without = await serve({ CREDIT_SECRET: '' });
  expect(await run(['secret', 'remove'], env)).toMatchObject({
    code: 2,
    err: expect.stringContaining('restart'),
  });
  await without.stop();
  expect(give(null)).toBe(made);
  const having = await serve(env);
  expect(await run(['secret', 'remove'], env)).toMatchObject({ code: 0 });
  await having.stop();
  expect(give(null)).toBe('missing');
  built.remove();
}, 60_000);

test('a server refuses to start with a wrong or missing secret', async () => {
  give(SECRET);
  const built = makeFolder();
  const start = (env: Record<string, string>) => runServer({ ...built.env(), DATABASE_PATH: path, ...env });
  expect(await start({})).toMatchObject({
    code: 78,
    output: expect.stringContaining('CREDIT_SECRET: is not set'),
  });
  expect(await start({ CREDIT_SECRET: SECRET.replace('c', 'd') })).toMatchObject({
    code: 78,
    output: expect.stringContaining('CREDIT_SECRET: is not the secret'),
  });
  built.remove();
}, 60_000);
