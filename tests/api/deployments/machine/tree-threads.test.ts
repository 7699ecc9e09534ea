/** The threads that compute trees: the same answers as in place, and what is left of them after a fault or a rest. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { treeThreads } from '#api/deployments/machine/tree-threads.ts';
import { type LeafRange, readLeaves } from '#api/proof/ledger-leaves.ts';
import { grow, type TreeWork, workInPlace } from '#api/proof/tree-work.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { DAY_MS, dayOf } from '#core/points/days.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';
import { populate } from '#tests/bench/populate.ts';
import { runProcess } from '#tests/support/run-process.ts';

const USERS = 1_500;
const FIRST = 1_000_000;
const NOW = Date.UTC(2026, 9, 20, 12);
const folder = mkdtempSync(join(tmpdir(), 'threads-'));
const path = join(folder, 'ledgers.sqlite');
populate(path, { users: USERS, eventsPerUser: 3, firstUser: FIRST, now: NOW });
const ledgers = openBetterSqlite3(path);
const work = treeThreads(ledgers);
const pause = async () => {};

afterEach(() => work.rest());
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
  const [refused, ...others] = await Promise.allSettled([wrong, range(), range(), range()].map(work.leaves));
  expect(refused).toMatchObject({ status: 'rejected', reason: { name: 'RangeError' } });
  // The tasks that the same thread had not begun fail with it, instead of waiting for ever.
  expect(others.map(({ status }) => status)).toContain('rejected');
  // The thread has ended by then, or is about to: another one may have to be asked for.
  await vi.waitFor(async () => expect(await work.leaves(range())).toHaveLength(USERS * RECORD_BYTES));
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

test('a task that cannot be sent fails alone', async () => {
  const gone = new Uint8Array(32);
  structuredClone(gone, { transfer: [gone.buffer] });
  await expect(work.leaves(range({ secret: gone }))).rejects.toThrow();
  expect(await work.leaves(range())).toEqual(readLeaves(ledgers, range()));
});

test('give way to the thread that answers requests', async () => {
  // The 19th field: see proc_pid_stat(5). The name of a thread, in brackets, may hold spaces.
  const niceness = () =>
    readdirSync('/proc/self/task').map((id) =>
      Number(readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]),
    );
  expect(niceness()).not.toContain(10);
  await work.leaves(range());
  expect(niceness().filter((one) => one === 10)).toHaveLength(2);
  expect(getPriority()).toBe(0);
});

test('move commits only while they run anyway', async () => {
  const before = statSync(path).mtimeMs;
  ledgers.run('UPDATE accounts SET level = level');
  await work.checkpoint(path);
  expect(statSync(path).mtimeMs).toBe(before);
  await work.leaves(range());
  await work.checkpoint(path);
  expect(statSync(path).mtimeMs).toBeGreaterThan(before);
});
