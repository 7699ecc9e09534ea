/** Ledgers move from a machine to Durable Objects and back while their users keep calculating. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readAccount } from '#api/ledger/accounts.ts';
import { newestHead } from '#api/ledger/event-rows.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { takeServeLock } from '#api/runtime/sqlite/serve-lock.ts';
import { START } from '#tests/api/support.ts';
import { audit } from '#tests/support/audit.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { hmacHex, sha256, type TestClock } from '#tests/support/test-deployment.ts';
import {
  crowdOf,
  MOVE_SECRET,
  machineServer,
  objectsToMove,
  URL_OF_OBJECTS,
} from '#tests/support/transfer.ts';

// File access on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let clock: TestClock;
let machine: NodeSqlite;
const file = (name: string) => join(folder, name);
const opened: NodeSqlite[] = [];

function open(name: string): NodeSqlite {
  const sql = openBetterSqlite3(file(name));
  opened.push(sql);
  return sql;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moving-'));
  clock = { at: START, now: () => clock.at };
  machine = open('a.sqlite');
});
afterEach(() => {
  for (const sql of opened.splice(0)) sql.close();
  rmSync(folder, { recursive: true, force: true });
});

type FetchUrl = (url: string, init: RequestInit) => Promise<Response>;

const run = (args: readonly string[], fetch?: FetchUrl, env: Record<string, string> = {}) =>
  runInProcess(runLedger, args, {
    env: { DATABASE_PATH: file('a.sqlite'), READ_ONLY: '1', MOVE_SECRET, ...env },
    wait: async () => undefined,
    ...(fetch === undefined ? {} : { fetch }),
  });

const pointsOf = (sqlOf: (userId: number) => Sql, ids: readonly number[]) =>
  ids.map((id) => {
    const points = readAccount(sqlOf(id), id)?.points;
    return { id, ...points };
  });
const headsOf = (sqlOf: (userId: number) => Sql, ids: readonly number[]) =>
  ids.map((id) => newestHead(sqlOf(id), id));

test('there and back: the events stay, every credit counts once, and totals match a manual count', async () => {
  const crowd = crowdOf(13, clock);
  const ids = crowd.members.map(({ id }) => id);
  const onMachine = () => machine;
  const server = machineServer(machine, clock);
  for (let round = 0; round < 3; round += 1) await crowd.act(server);
  expect(pointsOf(onMachine, ids)).toEqual(crowd.expected());

  // Between the export and the switch both are read-only.
  const objects = objectsToMove(clock);
  objects.setReadOnly(true);
  expect(await crowd.act(machineServer(machine, clock, true))).toBe(13);
  expect(await run(['export', '--all', file('all')])).toMatchObject({ code: 0, err: '' });
  expect(await run(['import', file('all'), '--to', URL_OF_OBJECTS], objects.fetchUrl)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('13 written'),
  });
  const onObjects = (userId: number) => objects.host(userId).sql;
  expect(headsOf(onObjects, ids)).toEqual(headsOf(onMachine, ids));
  expect(await crowd.act(objects)).toBe(13);
  expect(await run(['audit'])).toMatchObject({ code: 0 });
  expect(await run(['audit', '--from', URL_OF_OBJECTS], objects.fetchUrl)).toMatchObject({ code: 0 });

  // Refused records waited on the devices and arrive now.
  objects.setReadOnly(false);
  expect(await crowd.act(objects)).toBe(0);
  expect(crowd.members.every(({ outbox, kept }) => outbox.length === 0 && kept === 6)).toBe(true);
  await objects.settle();
  expect(pointsOf(onObjects, ids)).toEqual(crowd.expected());
  const friends = await crowd.call(objects, { id: 1, invitedBy: null }, 'POST', '/api/referrals', {
    userId: 1,
  });
  expect(friends.json).toMatchObject({
    total: 3,
    referrals: [4, 3, 2].map((id) => ({ id, username: `user_${id}`, activity_points: '6' })),
  });
  await crowd.act(objects);

  // Back with credits that are still under way.
  objects.setReadOnly(true);
  expect(
    await run(['export', '--all', file('back'), '--from', URL_OF_OBJECTS], objects.fetchUrl),
  ).toMatchObject({
    code: 0,
    err: '',
  });
  expect(readFileSync(file('back'), 'utf8')).toContain('"delivered_at":null');
  expect(await run(['import', file('back'), '--database', file('b.sqlite')])).toMatchObject({
    code: 0,
    err: '',
  });
  const back = open('b.sqlite');
  expect(headsOf(() => back, ids)).toEqual(headsOf(onObjects, ids));
  expect(audit({ sql: back, sha256, hmac: hmacHex })).toMatchObject({ findings: [] });
  // The original machine has the start of every ledger and gets the rest.
  expect(await run(['import', file('back')])).toMatchObject({
    code: 0,
    out: expect.stringContaining('13 written'),
  });
  expect(headsOf(onMachine, ids)).toEqual(headsOf(onObjects, ids));
  expect(audit({ sql: machine, sha256, hmac: hmacHex })).toMatchObject({ findings: [] });
  const again = machineServer(back, clock);
  await again.idle();
  await crowd.act(again);
  expect(pointsOf(() => back, ids)).toEqual(crowd.expected());
  expect(audit({ sql: back, sha256, hmac: hmacHex })).toMatchObject({ findings: [], pending: 0 });
  for (const table of ['people', 'last_seen', 'calculations'])
    expect(back.get(`SELECT count(*) AS n FROM ${table}`)).not.toEqual({ n: 0 });
  expect(objects.faults).toEqual([]);
});

test('both deployments write the same file for the same ledgers', async () => {
  const crowd = crowdOf(6, clock);
  await crowd.act(machineServer(machine, clock));
  const objects = objectsToMove(clock);
  objects.setReadOnly(true);
  await run(['export', '--all', file('all')]);
  await run(['import', file('all'), '--to', URL_OF_OBJECTS], objects.fetchUrl);
  await run(['export', '--all', file('again'), '--from', URL_OF_OBJECTS], objects.fetchUrl);
  const lines = (name: string) => readFileSync(file(name), 'utf8').split('\n').slice(1);
  expect(lines('again')).toEqual(lines('all'));
});

test.each([1, 2, 3, 5])('stopped at every request and resumed: ledgers of %i pieces', async (pieces) => {
  const crowd = crowdOf(3, clock);
  const server = machineServer(machine, clock);
  await crowd.act(server);
  const [first] = crowd.members;
  if (first === undefined) throw new Error('the crowd is too small');
  for (let batch = 1; batch < pieces; batch += 1) {
    for (let index = 0; index < 200; index += 1) {
      const occurredAt = new Date(clock.at).toISOString();
      const id = `01901600-0000-7000-9000-${(batch * 1000 + index).toString(16).padStart(12, '0')}`;
      first.outbox.push({ id, calculationType: 'Staking', occurredAt, inputs: { batch, index } });
    }
    await crowd.act(server);
  }
  await run(['export', '--all', file('all')]);
  const objects = objectsToMove(clock);
  objects.setReadOnly(true);
  let left = 1;
  const stopping: FetchUrl = (url, init) => {
    left -= 1;
    // Once before it arrives, once on the way back.
    if (left === 0) return Promise.reject(new Error('the network is gone'));
    const answer = objects.fetchUrl(url, init);
    return left === 1 ? answer.then(() => Promise.reject(new Error('the answer was lost'))) : answer;
  };
  const dying: FetchUrl = (url, init) =>
    left <= 1 ? stopping(url, init).finally(() => (left = 1)) : stopping(url, init);
  let attempts = 0;
  for (;;) {
    attempts += 1;
    left = attempts + 1;
    const { code } = await run(['import', file('all'), '--to', URL_OF_OBJECTS], dying);
    if (code === 0) break;
    expect(code).toBe(2);
    expect(attempts).toBeLessThan(40);
  }
  expect(attempts).toBeGreaterThan(pieces);
  const ids = crowd.members.map(({ id }) => id);
  expect(headsOf((id) => objects.host(id).sql, ids)).toEqual(headsOf(() => machine, ids));
  const done = await run(['import', file('all'), '--to', URL_OF_OBJECTS], objects.fetchUrl);
  expect(done.out).toContain('0 written, 3 were there already, 0 refused');
  expect(await run(['audit', '--from', URL_OF_OBJECTS], objects.fetchUrl)).toMatchObject({ code: 0 });
});

test('an older file moves nothing to ledgers that are longer there', async () => {
  const crowd = crowdOf(3, clock);
  const server = machineServer(machine, clock);
  const objects = objectsToMove(clock);
  objects.setReadOnly(true);
  const moved = (name: string) => run(['import', file(name), '--to', URL_OF_OBJECTS], objects.fetchUrl);
  for (const name of ['older', 'newer']) {
    await crowd.act(server);
    await run(['export', '--all', file(name)]);
  }
  expect((await moved('newer')).out).toContain('3 written, 0 were there already, 0 refused');
  expect((await moved('older')).out).toContain('0 written, 3 were there already, 0 refused');
});

test('a rehearsal is updated: names, hidden and new inputs, a deletion', async () => {
  const crowd = crowdOf(3, clock);
  const server = machineServer(machine, clock);
  await crowd.act(server);
  const objects = objectsToMove(clock);
  objects.setReadOnly(true);
  await run(['export', '--all', file('first')]);
  await run(['import', file('first'), '--to', URL_OF_OBJECTS], objects.fetchUrl);
  const [one, two, three] = crowd.members;
  if (one === undefined || two === undefined || three === undefined)
    throw new Error('the crowd is too small');
  const { json } = await crowd.call(server, one, 'GET', '/api/records/1');
  const [{ id }] = json.records;
  await crowd.call(server, one, 'DELETE', `/api/records/1/${id}`);
  await crowd.call(server, two, 'PATCH', '/api/user/language', { id: 2, languageCode: 'ru' });
  await crowd.call(server, three, 'DELETE', '/api/user/3');
  await run(['export', '--all', file('second')]);
  const said = await run(['import', file('second'), '--to', URL_OF_OBJECTS], objects.fetchUrl);
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining('3 written, 0 were there') });
  for (const table of ['people', 'last_seen', 'calculations']) {
    for (const userId of [1, 2, 3]) {
      const rows = (sql: Sql) => sql.all(`SELECT * FROM ${table} WHERE user_id = ?`, userId);
      expect(rows(objects.host(userId).sql)).toEqual(rows(machine));
    }
  }
  // The older file has no effect any more.
  const late = await run(['import', file('first'), '--to', URL_OF_OBJECTS], objects.fetchUrl);
  expect(late.code).toBe(0);
  const rows = (sql: Sql) => sql.all('SELECT * FROM calculations WHERE user_id = 1');
  expect(rows(objects.host(1).sql)).toEqual(rows(machine));
  expect(objects.host(3).sql.all('SELECT * FROM people')).toEqual([]);
});

test('a ledger that diverged, or is wrong in the file, is refused and named; the others move', async () => {
  const crowd = crowdOf(4, clock);
  const server = machineServer(machine, clock);
  await crowd.act(server);
  await run(['export', '--all', file('all')]);
  const objects = objectsToMove(clock);
  const [one] = crowd.members;
  if (one === undefined) throw new Error('the crowd is too small');
  await crowd.call(objects, one, 'POST', '/api/user/register', { id: 1 });
  objects.setReadOnly(true);
  const before = JSON.stringify(objects.rows());
  const text = readFileSync(file('all'), 'utf8');
  const wrong = text
    .replace(/("userId":2,.*?)"award":1000/, '$1"award":2000')
    .replace(/("source_user":3,.*?)"basis":1000/, '$1"basis":9000');
  expect(wrong).not.toBe(text);
  writeFileSync(file('wrong'), wrong);
  const said = await run(['import', file('wrong'), '--to', URL_OF_OBJECTS], objects.fetchUrl);
  expect(said).toMatchObject({ code: 1, err: '' });
  expect(said.out).toMatch(/REFUSED +diverged: user 1, event 1/);
  expect(said.out).toMatch(/REFUSED +chain: user 2, event \d+/);
  expect(said.out).toMatch(/REFUSED +credit_wrong: user 3, event \d+/);
  expect(said.out).toContain('1 written, 0 were there already, 3 refused');
  const after = objects.rows().filter(([name]) => !['user 4', 'directory 4'].includes(name));
  expect(JSON.stringify(after)).toBe(before);
});

test('a file that is cut, foreign, or of another secret moves nothing', async () => {
  const crowd = crowdOf(3, clock);
  await crowd.act(machineServer(machine, clock));
  await run(['export', '--all', file('all')]);
  const text = readFileSync(file('all'), 'utf8');
  const objects = objectsToMove(clock);
  objects.setReadOnly(true);
  const attempt = async (changed: string) => {
    writeFileSync(file('changed'), changed);
    return run(['import', file('changed'), '--to', URL_OF_OBJECTS], objects.fetchUrl);
  };
  const lines = text.trimEnd().split('\n');
  for (const cut of [lines.slice(0, -1).join('\n'), text.slice(0, -30), lines[0] ?? '', '', 'x\n']) {
    expect(await attempt(cut)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/\.\n$/) });
  }
  expect(await attempt(text.replace('"version":1', '"version":2'))).toMatchObject({ code: 2 });
  expect(await attempt(text.replace('the secret of', 'another secret of'))).toMatchObject({ code: 2 });
  expect(await attempt(text.replace('"people-002"', '"people-003"'))).toMatchObject({ code: 2 });
  expect(objects.hosts.size).toBe(0);
  // Without a user in the middle, the counts at the end expose it, and complete ledgers have moved.
  const [header = '', first = '', , ...others] = lines;
  expect(await attempt(`${[header, first, ...others].join('\n')}\n`)).toMatchObject({ code: 2 });
  expect(await run(['export', '--all', file('all')])).toMatchObject({ code: 2 });
  expect(await run(['import', file('none')])).toMatchObject({ code: 2 });
});

test('a user who only visited under an earlier credit secret is moved like all others', async () => {
  const crowd = crowdOf(2, clock);
  await crowd.act(machineServer(machine, clock));
  await run(['export', '--all', file('all')]);
  const objects = objectsToMove(clock);
  objects.setReadOnly(true);
  await crowd.call(objects, { id: 2, invitedBy: null }, 'GET', '/api/user/2');
  objects.host(2).sql.run("UPDATE meta SET value = 'an earlier secret' WHERE name = 'credit_secret'");
  objects.evict(2);
  expect(await run(['import', file('all'), '--to', URL_OF_OBJECTS], objects.fetchUrl)).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 written'),
  });
});

test('a server with its own credit secret on an empty database has to be stopped first', async () => {
  await crowdOf(2, clock).act(machineServer(machine, clock));
  await run(['export', '--all', file('all')]);
  const sql = open('b.sqlite');
  machineServer(sql, clock);
  sql.run("UPDATE meta SET value = 'its own' WHERE name = 'credit_secret'");
  const lock = takeServeLock(file('b.sqlite'));
  if (!lock.ok) throw new Error('There is no server');
  const to = ['import', file('all'), '--database', file('b.sqlite')];
  expect(await run(to)).toMatchObject({ code: 2, err: expect.stringContaining('server is running') });
  expect(sql.get("SELECT value FROM meta WHERE name = 'credit_secret'")).toEqual({ value: 'its own' });
  lock.release();
  expect(await run(to)).toMatchObject({ code: 0, out: expect.stringContaining('2 written') });
});

test('an export of a writable deployment says so or is refused; an import into one is refused', async () => {
  const crowd = crowdOf(2, clock);
  await crowd.act(machineServer(machine, clock));
  const beside = await run(['export', '--all', file('all')], undefined, { READ_ONLY: '' });
  expect(beside).toMatchObject({ code: 0, err: expect.stringContaining('READ_ONLY=1') });
  const objects = objectsToMove(clock);
  const to = ['import', file('all'), '--to', URL_OF_OBJECTS];
  expect(await run(to, objects.fetchUrl)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('not READ_ONLY=1'),
  });
  expect(objects.hosts.size).toBe(0);
  const from = ['export', '--all', file('back'), '--from', URL_OF_OBJECTS];
  expect(await run(from, objects.fetchUrl)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('not READ_ONLY=1'),
  });
  expect(existsSync(file('back'))).toBe(false);
  objects.setReadOnly(true);
  expect(await run(to, objects.fetchUrl)).toMatchObject({ code: 0, err: '' });
  let left = 70;
  const stopping: FetchUrl = (url, init) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('the network is gone')) : objects.fetchUrl(url, init);
  };
  const stopped = await run(from, stopping);
  expect(stopped).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('run the same command again'),
  });
  expect(readdirSync(folder).filter((name) => name.startsWith('back'))).toEqual([]);
  expect(await run(from, objects.fetchUrl)).toMatchObject({ code: 0, err: '' });
  expect(statSync(file('back')).mode & 0o077).toBe(0);
});

test('a disk that accepts only part of the last write is an error', async () => {
  const crowd = crowdOf(13, clock);
  const server = machineServer(machine, clock);
  for (let round = 0; round < 10; round += 1) await crowd.act(server);
  const commands = [
    ['export', '--all'],
    ['heads', 'write'],
  ].map((words) => ['api/ops/ledger.ts', ...words, file('part'), '--database', file('a.sqlite')]);
  for (const [command = [], kilobytes] of [
    [commands[0], 64],
    [commands[1], 1],
  ] as const) {
    const limited = `ulimit -f ${kilobytes}; exec "$0" "$@"`;
    const { status, stderr } = spawnSync('bash', ['-c', limited, process.execPath, ...command]);
    expect([status, `${stderr}`]).toEqual([2, expect.stringContaining('EFBIG')]);
    expect(existsSync(file('part'))).toBe(false);
  }
});
