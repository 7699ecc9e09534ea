/** The threads that compute trees: the same answers as in place, and what is left of them after a fault or a rest. */
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { treeThreads } from '#api/deployments/machine/tree-threads.ts';
import { type LeafRange, readLeaves } from '#api/proof/ledger-leaves.ts';
import { grow, type TreeWork, workInPlace } from '#api/proof/tree-work.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { DAY_MS, dayOf } from '#core/points/days.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';
import { populate } from '#tests/bench/populate.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { KEY, publishing } from '../../proof/publishing.ts';
import { START } from '../../support.ts';

const USERS = 1_500;
const FIRST = 1_000_000;
const NOW = Date.UTC(2026, 9, 20, 12);
const folder = mkdtempSync(join(tmpdir(), 'threads-'));
const path = join(folder, 'ledgers.sqlite');
populate(path, { users: USERS, eventsPerUser: 3, firstUser: FIRST, now: NOW });
const ledgers = openBetterSqlite3(path);
const faults: unknown[] = [];
const onFault = (_: string, cause: unknown) => void faults.push(cause);
const work = treeThreads(ledgers, onFault);
const pause = async () => {};

afterEach(async () => {
  await work.rest();
  faults.length = 0;
});
afterAll(() => {
  ledgers.close();
  rmSync(folder, { recursive: true, force: true });
});

const range = (changes: Partial<LeafRange> = {}): LeafRange => ({
  day: dayOf(NOW + DAY_MS),
  secret: new Uint8Array(32).fill(9),
  after: FIRST - 1,
  last: FIRST + USERS - 1,
  users: USERS,
  ...changes,
});

const grownBy = (by: TreeWork, records: Uint8Array) =>
  grow({ size: 0, last: [], sorted: by.sorted(records) }, by, pause);

test('give the leaves and the tree that are computed in place', async () => {
  const records = readLeaves(ledgers, range());
  expect(records).toHaveLength(USERS * RECORD_BYTES);
  expect(await work.leaves(range())).toEqual(records);
  const tree = await grownBy(workInPlace, records);
  expect(tree?.size).toBe(USERS);
  // The records are gone from here afterwards.
  expect(await grownBy(work, records.slice())).toEqual(tree);
});

test('leave out users who came later, and give others as they were at the end of the day', async () => {
  const earlier = range({ day: dayOf(NOW) - 1 });
  const records = readLeaves(ledgers, earlier);
  expect(records).not.toEqual(readLeaves(ledgers, range()));
  expect(await work.leaves(earlier)).toEqual(records);
});

test('answer in the order of the tasks', async () => {
  const ranges = [1, 2, 3].map((byte) => range({ secret: new Uint8Array(32).fill(byte) }));
  const expected = ranges.map((one) => readLeaves(ledgers, one));
  expect(await Promise.all(ranges.map(work.leaves))).toEqual(expected);
});

test('read what was committed while they run', async () => {
  await work.leaves(range());
  const { hash } = ledgers.get<{ hash: string }>('SELECT hash FROM accounts WHERE user_id = ?', FIRST) ?? {};
  ledgers.run('UPDATE accounts SET hash = ? WHERE user_id = ?', 'a'.repeat(64), FIRST);
  expect(await work.leaves(range())).toEqual(readLeaves(ledgers, range()));
  ledgers.run('UPDATE accounts SET hash = ? WHERE user_id = ?', hash ?? '', FIRST);
});

test('find two equal blinds', async () => {
  const records = readLeaves(ledgers, range());
  records.copyWithin(0, 5 * RECORD_BYTES, 6 * RECORD_BYTES);
  expect(await grownBy(work, records)).toBeNull();
});

test('refuse what no ledger says, as in place, and work again', async () => {
  const wrong = range({ secret: new Uint8Array(65) });
  expect(() => readLeaves(ledgers, wrong)).toThrow(RangeError);
  const records = readLeaves(ledgers, range());
  const [refused, ...others] = await Promise.allSettled([
    work.leaves(wrong),
    ...[1, 2, 3].map(() => work.sorted(records.slice())),
  ]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { name: 'RangeError' } });
  // The tasks that the same thread had not begun fail with it, instead of waiting for ever.
  expect(others.map(({ status }) => status)).toContain('rejected');
  // The thread has ended by then, or is about to: another one may have to be asked for.
  await vi.waitFor(async () => expect(await work.sorted(records.slice())).toHaveLength(records.length));
});

test('leave it to the connection of the server to find that the file is damaged', async () => {
  const damaged = join(folder, 'damaged.sqlite');
  ledgers.backup(damaged);
  const from = statSync(damaged).size / 2;
  const file = openSync(damaged, 'r+');
  writeSync(file, Buffer.alloc(from, 0x5a), 0, from, from);
  closeSync(file);
  const sql = openBetterSqlite3(damaged);
  const threads = treeThreads(sql, onFault);
  try {
    await expect(threads.leaves(range())).rejects.toThrow();
    expect(sql.damage()).not.toBeNull();
    expect(faults).toHaveLength(1);
  } finally {
    await threads.rest();
    sql.close();
  }
});

test('who waits hears of a rest', async () => {
  const waiting = expect(work.leaves(range())).rejects.toThrow('has ended');
  await work.rest();
  await waiting;
});

test('a process that waits for nothing but a rest does not end before it', async () => {
  const script = fileURLToPath(new URL('rest-alone.ts', import.meta.url));
  const run = await runProcess([process.execPath, script, join(folder, 'other.sqlite')], {
    cwd: process.cwd(),
    limitMs: 60_000,
  });
  expect(run).toMatchObject({ code: 0, output: 'rested' });
});

test('a rest lets a thread load SQLite before it ends: in the midst of that it would abort the process', async () => {
  const loaded = new Set<Worker>();
  const hadLoaded: boolean[] = [];
  const { emit, terminate } = Worker.prototype;
  vi.spyOn(Worker.prototype, 'emit').mockImplementation(function (this: Worker, name, ...values) {
    if (name === 'message') loaded.add(this);
    return emit.call(this, name, ...values);
  });
  vi.spyOn(Worker.prototype, 'terminate').mockImplementation(function (this: Worker) {
    hadLoaded.push(loaded.has(this));
    return terminate.call(this);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const waiting = expect(work.leaves(range())).rejects.toThrow('has ended');
  await work.rest();
  await waiting;
  expect(new Set(hadLoaded)).toEqual(new Set([true]));
});

test('a task that cannot be sent fails alone', async () => {
  const records = readLeaves(ledgers, range());
  const shared = new Uint8Array(new SharedArrayBuffer(records.length));
  await expect(work.sorted(shared)).rejects.toThrow();
  expect(await work.sorted(records.slice())).toEqual(await workInPlace.sorted(records));
});

test('give way to the thread that answers requests', async () => {
  // In a process of its own: other threads of this one may be those of other tests.
  const script = fileURLToPath(new URL('niceness.ts', import.meta.url));
  const run = await runProcess([process.execPath, script, path], { cwd: process.cwd(), limitMs: 60_000 });
  const { before, after, own } = JSON.parse(run.output.trim().split('\n').at(-1) ?? '');
  const lower = Math.min(own + 10, 19);
  expect(before.filter((one: number) => one === lower)).toHaveLength(0);
  expect(after.filter((one: number) => one === lower)).toHaveLength(Math.min(2, availableParallelism()));
});

test('move commits while they run, and in place otherwise', async () => {
  const log = openBetterSqlite3(join(folder, 'log.sqlite'));
  const moves: string[] = [];
  const counted = {
    path: log.path,
    checkpoint() {
      moves.push('in place');
      log.checkpoint();
    },
  };
  const size = () => statSync(log.path).size;
  const written = () => log.run('CREATE TABLE IF NOT EXISTS t (bytes BLOB NOT NULL) STRICT');
  written();
  const before = size();
  await work.checkpoint(counted);
  expect(size()).toBeGreaterThan(before);
  expect(moves).toEqual(['in place']);
  await work.leaves(range());
  log.run('INSERT INTO t VALUES (zeroblob(100000))');
  await work.checkpoint(counted);
  expect(size()).toBeGreaterThan(100_000);
  expect(moves).toEqual(['in place']);
  log.close();
});

test('hold no file open after a rest', async () => {
  const other = join(folder, 'rested.sqlite');
  ledgers.backup(other);
  const sql = openBetterSqlite3(other);
  const threads = treeThreads(sql, onFault);
  await threads.leaves(range());
  await threads.rest();
  sql.run('UPDATE accounts SET level = level');
  sql.close();
  expect(existsSync(`${other}-wal`)).toBe(false);
});

test('read the leaves of a machine that publishes', async () => {
  const other = join(folder, 'published.sqlite');
  populate(other, { users: USERS, eventsPerUser: 3, firstUser: FIRST, now: START - DAY_MS });
  const sql = openBetterSqlite3(other);
  const threads = treeThreads(sql, onFault);
  const ranges: LeafRange[] = [];
  function readRange(asked: LeafRange) {
    ranges.push(asked);
    return threads.leaves(asked);
  }
  const api = await publishing((seams) => openMachineDeployment(seams, sql), {
    proof: { signers: [KEY], readLeaves: readRange },
  });
  await api.untilPublished(0);
  const { total = 0 } = sql.get<{ total: number }>('SELECT sum(total) AS total FROM accounts') ?? {};
  // Threads answer when they are done, not when the clock of the test says so.
  await vi.waitFor(async () => {
    await api.untilPublished(0);
    expect(await api.checked()).toMatchObject({
      ok: true,
      value: { entries: [{ users: USERS, total: `${total}` }] },
    });
  }, 30_000);
  expect(ranges).toHaveLength(1);
  expect([...api.faults, ...faults]).toEqual([]);
  await threads.rest();
});
