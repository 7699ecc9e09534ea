/** `npm run ledger -- proof export` and `import`: a log leaves a machine as files, and begins on another one where it ended. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations, proofMigrations } from '#api/migrations.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { newSignerText, readSigner, type Signer } from '#api/proof/signer.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { takeServeLock } from '#api/runtime/sqlite/serve-lock.ts';
import { SIGNATURE, vkeyText } from '#core/proof/note.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { checkpointOf, dayEntries, logFiles } from '#tests/support/proof/log.ts';
import { sealedPlan } from '#tests/support/sealed-plan.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { START } from '../support.ts';
import { dayText, KEY, ORIGIN, publishing } from './publishing.ts';

const VKEY = vkeyText(KEY.key);
let folder: string;
const open: NodeSqlite[] = [];
const at = (...names: string[]) => join(folder, ...names);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-move-log-'));
});
afterEach(() => {
  for (const sql of open.splice(0)) sql.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A machine's two databases in a folder of their own. */
function databases(name: string) {
  mkdirSync(at(name), { recursive: true });
  const ledgers = openBetterSqlite3(at(name, 'irich.sqlite'));
  const log = openBetterSqlite3(at(name, 'proof.sqlite'));
  migrate(ledgers, migrations, START);
  migrate(log, proofMigrations, START);
  open.push(ledgers, log);
  return { ledgers, log };
}

const run = (machine: string, ...args: string[]) =>
  runInProcess(runLedger, ['proof', ...args, '--key', VKEY], {
    env: { DATABASE_PATH: at(machine, 'irich.sqlite') },
  });

function machineOn(name: string, clock?: TestClock) {
  const { ledgers, log } = databases(name);
  return publishing((seams) => openMachineDeployment(seams, ledgers), {
    ...(clock === undefined ? {} : { clock }),
    proof: { signers: [KEY], sql: log },
  });
}

/** Writes the files of a log that never was on a machine. */
function writeLog(name: string, files: ReadonlyMap<string, Uint8Array>): string {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(at(name, path)), { recursive: true });
    writeFileSync(at(name, path), bytes);
  }
  return at(name);
}

const filesBelow = (name: string) =>
  readdirSync(at(name), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(at(name).length + 1))
    .sort();

const check = (name: string) =>
  runInProcess(runLedger, ['proof', 'log', 'check', at(name), '--key', VKEY], { env: {} });

test('an export grows with the log, and keeps the files that it has', async () => {
  const api = await machineOn('first');
  await api.registered(42);
  await api.untilPublished(0);
  expect(await run('first', 'export', at('files'))).toMatchObject({
    code: 0,
    out: `ok       1 days, to ${dayText(0)}\n`,
  });
  expect(filesBelow('files')).toEqual(['checkpoint', 'tile/0/000.p/1', 'tile/entries/000.p/1']);
  const kept = statSync(at('files/tile/0/000.p/1')).ino;
  await api.untilPublished(2);
  expect((await run('first', 'export', at('files'))).code).toBe(0);
  expect(filesBelow('files')).toContain('tile/entries/000.p/3');
  expect(statSync(at('files/tile/0/000.p/1')).ino).toBe(kept);
  expect(statSync(at('files/tile/0')).mode & 0o777).toBe(0o755);
  expect(statSync(at('files/checkpoint')).mode & 0o777).toBe(0o644);
  expect((await check('files')).code).toBe(0);
});

test('an export never goes back, and never mixes two logs', async () => {
  const api = await machineOn('first');
  await api.registered(42);
  await api.untilPublished(1);
  const refuse = async (files: Map<string, Uint8Array>, said: object) => {
    rmSync(at('files'), { recursive: true, force: true });
    writeLog('files', files);
    const before = readFileSync(at('files/checkpoint'));
    expect(await run('first', 'export', at('files'))).toMatchObject({ code: 1, ...said });
    expect(readFileSync(at('files/checkpoint'))).toEqual(before);
  };
  const forked = { out: 'WRONG    checkpoint does not extend the known checkpoint: the log was rewritten\n' };
  await refuse(logFiles(dayEntries(3), [KEY]), forked);
  await refuse(logFiles(dayEntries(1), [KEY]), forked);
  await refuse(new Map([['checkpoint', Buffer.from('x')]]), {
    err: `${at('files/checkpoint')} holds no checkpoint.\n`,
  });
  // A crash left tiles of another log, without a checkpoint.
  rmSync(at('files/checkpoint'));
  writeLog('files', new Map([['tile/entries/000.p/2', Buffer.from('x')]]));
  expect(await run('first', 'export', at('files'))).toMatchObject({ code: 1 });
  expect(existsSync(at('files/checkpoint'))).toBe(false);
});

test('a lost log comes back from its files, and goes on without a fork or a restore', async () => {
  const api = await machineOn('first');
  await api.registered(42);
  await api.untilPublished(2);
  expect((await run('first', 'export', at('files'))).code).toBe(0);
  for (const sql of open.splice(0)) sql.close();

  // The ledgers are still there.
  mkdirSync(at('second'));
  cpSync(at('first/irich.sqlite'), at('second/irich.sqlite'));
  expect(await run('second', 'import', at('files'))).toMatchObject({
    code: 0,
    out: `ok       3 days, to ${dayText(2)}\n`,
  });
  const clock: TestClock = { at: api.clock.at, now: () => clock.at };
  const again = await machineOn('second', clock);
  await again.calculate(42);
  await again.untilPublished(4);
  const checked = await again.checked();
  expect(checked.ok && checked.value.entries.map(({ day, restored }) => [day, restored])).toEqual(
    [0, 1, 2, 3, 4].map((day) => [dayText(day), undefined]),
  );
  expect(again.faults).toEqual([]);
  expect((await run('second', 'export', at('files'))).code).toBe(0);
  expect((await check('files')).out).toContain('5 days');
});

test('plans that were sealed before are proved by the ledgers, where those know all of their day', async () => {
  const api = await machineOn('first');
  for (const id of [42, 43]) await api.registered(id);
  const sealed = async (id: number, salt: string) => {
    const { hash, ...shown } = sealedPlan({}, salt);
    const sealedAt = new Date(api.clock.at).toISOString();
    await api.user(id).send('POST', '/api/seals', { body: { userId: id, hash, sealedAt } });
    await api.user(id).send('POST', '/api/seals/reveal', { body: { userId: id, ...shown } });
    return `/api/seals/${id}/${hash}`;
  };
  const first = [await sealed(42, '1'), await sealed(43, '2')];
  await api.untilPublished(0);
  open[0]?.backup(at('backup.sqlite'));
  await sealed(42, '3');
  await api.untilPublished(1);
  const before = (await api.send('GET', first[0] ?? '')).json.published;
  expect(before).toMatchObject({ size: 2 });
  expect((await run('first', 'export', at('files'))).code).toBe(0);
  for (const sql of open.splice(0)) sql.close();
  mkdirSync(at('second'));
  // Older than the second day.
  cpSync(at('backup.sqlite'), at('second/irich.sqlite'));
  expect(await run('second', 'import', at('files'))).toMatchObject({
    code: 0,
    out: `ok       2 days, to ${dayText(1)}\nmissing  the ledgers lack sealed plans of ${dayText(1)}: these days prove none\n`,
  });
  const clock: TestClock = { at: api.clock.at, now: () => clock.at };
  const again = await machineOn('second', clock);
  for (const path of first) expect((await again.send('GET', path)).json.published).toMatchObject({ size: 2 });
  expect((await again.send('GET', first[0] ?? '')).json.published).toEqual(before);
});

test('ledgers that were moved here have all days of the log', async () => {
  databases('new');
  const place = writeLog('files', logFiles(dayEntries(300), [KEY]));
  expect((await run('new', 'import', place)).code).toBe(0);
  const [ledgers, log] = open;
  expect(ledgers?.all('SELECT origin, day FROM published')).toEqual([
    { origin: ORIGIN, day: log?.get<{ day: number }>('SELECT max(day) AS day FROM entries')?.day },
  ]);
  expect((await run('new', 'export', at('out'))).code).toBe(0);
  expect(filesBelow('out')).toEqual(filesBelow('files'));
  for (const path of filesBelow('out'))
    expect(readFileSync(at('out', path))).toEqual(readFileSync(at('files', path)));
});

test('an import changes nothing where it is refused', async () => {
  const { ledgers, log } = databases('new');
  const good = logFiles(dayEntries(5), [KEY]);
  const untouched = () => {
    expect(log.get('SELECT count(*) AS entries FROM entries')).toEqual({ entries: 0 });
    expect(ledgers.all('SELECT * FROM published')).toEqual([]);
  };
  const other = readSigner(newSignerText(ORIGIN, SIGNATURE.ed25519)) as Signer;
  for (const [name, files] of [
    ['signed', logFiles(dayEntries(5), [other])],
    ['damaged', new Map(good).set('tile/0/000.p/5', new Uint8Array(160))],
    ['rewritten', new Map(good).set('checkpoint', Buffer.from(checkpointOf(dayEntries(6).slice(1), [KEY])))],
    ['missing', new Map([['checkpoint', good.get('checkpoint') as Uint8Array]])],
  ] as const) {
    expect(await run('new', 'import', writeLog(name, files)), name).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^WRONG {4}/),
    });
    untouched();
  }
  expect(await run('new', 'import', at('nowhere'))).toMatchObject({ code: 2 });
  const place = writeLog('good', good);
  const noKey = await runInProcess(runLedger, ['proof', 'import', place], {
    env: { DATABASE_PATH: at('new/irich.sqlite') },
  });
  expect(noKey).toMatchObject({ code: 2, err: "Name the log's public key: --key VKEY.\n" });
  const lock = takeServeLock(at('new/proof.sqlite'));
  expect(await run('new', 'import', place)).toMatchObject({
    code: 2,
    err: `A server has ${at('new/proof.sqlite')} open: stop it first.\n`,
  });
  if (lock.ok) lock.release();
  untouched();
  // The ledgers know more days than the files.
  ledgers.run("INSERT INTO published (origin, build, day, entry) VALUES (?, 'b', 99999, '{}')", ORIGIN);
  expect(await run('new', 'import', place)).toMatchObject({ code: 1, out: '' });
  ledgers.run('DELETE FROM published');
  untouched();
  expect((await run('new', 'import', place)).code).toBe(0);
  expect(await run('new', 'import', place)).toMatchObject({
    code: 1,
    err: 'The database has a log already, and a log is never replaced.\n',
  });
});

test('the key is that of the server, where none is named', async () => {
  databases('new');
  const text = newSignerText(ORIGIN, SIGNATURE.ed25519);
  const place = writeLog('files', logFiles(dayEntries(2), [readSigner(text) as Signer]));
  const env = { DATABASE_PATH: at('new/irich.sqlite'), PROOF_SIGNING_KEY: text };
  expect(await runInProcess(runLedger, ['proof', 'import', place], { env })).toMatchObject({ code: 0 });
  const files = await runInProcess(runLedger, ['proof', 'export', at('out')], { env });
  expect(files.code).toBe(0);
});
