/** The threads that compute trees: the same answers as in place, and what is left of them after a fault or a rest. */
import { afterEach, expect, test, vi } from 'vitest';
import { workOnThreads } from '#api/deployments/machine/tree-threads.ts';
import { grow, type RecordTask, type TreeWork, workInPlace } from '#api/proof/tree-work.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';

const USERS = 1_500;
const work = workOnThreads();
const pause = async () => {};

afterEach(() => work.rest());

/** Tasks are moved to the thread: each needs its own. */
function task(changes: Partial<RecordTask> = {}): RecordTask {
  const columns = () => Float64Array.from({ length: USERS }, (_, place) => place + 1);
  const heads = Array.from({ length: USERS }, (_, place) => place.toString(16).padStart(64, 'a')).join('');
  const secret = new Uint8Array(32).fill(9);
  return { secret, userIds: columns(), totals: columns(), seqs: columns(), heads, ...changes };
}

const grownBy = (by: TreeWork, records: Uint8Array) =>
  grow({ size: 0, last: [], sorted: by.sorted(records) }, by, pause);

test('gives the records and the tree that are computed in place', async () => {
  const records = await workInPlace.records(task());
  expect(await work.records(task())).toEqual(records);
  const tree = await grownBy(workInPlace, records);
  expect(tree?.size).toBe(USERS);
  // The records are gone from here afterwards.
  expect(await grownBy(work, records.slice())).toEqual(tree);
});

test('answers in the order of the tasks', async () => {
  const totals = [1, 2, 3].map((total) => new Float64Array(USERS).fill(total));
  const expected = await Promise.all(totals.map((one) => workInPlace.records(task({ totals: one.slice() }))));
  expect(await Promise.all(totals.map((one) => work.records(task({ totals: one }))))).toEqual(expected);
});

test('finds two equal blinds', async () => {
  const records = await workInPlace.records(task());
  records.copyWithin(0, 5 * RECORD_BYTES, 6 * RECORD_BYTES);
  expect(await grownBy(work, records)).toBeNull();
});

test.each([
  ['a head that is too short', { heads: 'a'.repeat(64 * USERS - 1) }],
  ['a head that is no number', { heads: `${'a'.repeat(64 * USERS - 1)}g` }],
  ['a negative total', { totals: new Float64Array(USERS).fill(-1) }],
  ['a number of no event', { seqs: new Float64Array(USERS) }],
  ['the id of no user', { userIds: new Float64Array(USERS) }],
])('refuses %s, as in place, and works again', async (_, changes) => {
  await expect(workInPlace.records(task(structuredClone(changes)))).rejects.toThrow(RangeError);
  const [refused, ...others] = await Promise.allSettled([
    work.records(task(structuredClone(changes))),
    ...Array.from({ length: 4 }, () => work.records(task())),
  ]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { name: 'RangeError' } });
  // The tasks that the same thread had not begun fail with it, instead of waiting for ever.
  expect(others.map(({ status }) => status)).toContain('rejected');
  // The thread has ended by then, or is about to: another one may have to be asked for.
  await vi.waitFor(async () => expect(await work.records(task())).toHaveLength(USERS * RECORD_BYTES));
});

test('who waits hears of a rest', async () => {
  const waiting = expect(work.records(task())).rejects.toThrow('has ended');
  await work.rest();
  await waiting;
});

test('a task that cannot be sent fails alone', async () => {
  const { seqs, ...others } = task();
  structuredClone(seqs, { transfer: [seqs.buffer as ArrayBuffer] });
  await expect(work.records({ seqs, ...others })).rejects.toThrow();
  expect(await work.records(task())).toEqual(await workInPlace.records(task()));
});
