/** The history kept beside the ledger: pages, revisions, deletion. */
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { CALLS } from '#core/contract/calls.ts';
import type { RecordDeleted } from '#core/contract/records.ts';
import { DAY_MS } from '#core/points/days.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { makeApi, recordId, START, type TestApi, type TestUser } from '../support.ts';

let api: TestApi;
let user: TestUser;
beforeEach(async () => {
  api = await makeApi({ limiter: noLimits });
  user = await api.registered(42);
});

const occurredAt = new Date(START).toISOString();
const ids = Array.from({ length: 7 }, recordId);
const record = (index: number, inputs: unknown, revision?: number) => ({
  id: ids[index],
  calculationType: 'Staking',
  occurredAt,
  ...(inputs === undefined ? {} : { inputs }),
  ...(revision === undefined ? {} : { revision }),
});
const sync = (...records: unknown[]) => user.send('POST', '/api/sync', { body: { userId: 42, records } });
const history = async (query = '') => (await user.send('GET', `/api/records/42${query}`)).json;
const inputsOf = async () =>
  (await history()).records.map((one: { id: string; inputs: unknown }) => [ids.indexOf(one.id), one.inputs]);

test('lists the newest first, page by page', async () => {
  await sync(...ids.map((_, index) => record(index, { n: index })));
  const all = await history();
  expect(v.parse(CALLS.records.answer, all)).toEqual(all);
  expect(all.records.map((one: { inputs: { n: number } }) => one.inputs.n)).toEqual([6, 5, 4, 3, 2, 1, 0]);
  expect(all.nextBefore).toBeNull();
  const seen: number[] = [];
  let query = '?limit=3';
  for (let page = 0; page < 3; page++) {
    const { records, nextBefore } = await history(query);
    seen.push(...records.map((one: { inputs: { n: number } }) => one.inputs.n));
    query = `?limit=3&before=${nextBefore}`;
  }
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
});

test('gives no cursor after the last page', async () => {
  await sync(...ids.slice(0, 4).map((_, index) => record(index, { n: index })));
  const first = await history('?limit=2');
  const last = await history(`?limit=2&before=${first.nextBefore}`);
  expect([first.records.length, last.records.length, last.nextBefore]).toEqual([2, 2, null]);
  expect((await history('?limit=4')).nextBefore).toBeNull();
});

test('shows award, reason and place in the ledger, and no inputs if none came', async () => {
  await sync(record(0, undefined));
  expect((await history()).records).toEqual([
    {
      id: ids[0],
      calculationType: 'Staking',
      occurredAt,
      inputs: null,
      revision: 0,
      awarded: '1',
      reason: 'counted',
      seq: 3,
    },
  ]);
});

test('keeps the higher revision in any order of arrival', async () => {
  await sync(record(0, { v: 0 }), record(0, { v: 2 }, 2), record(0, { v: 1 }, 1), record(0, { v: 'x' }, 2));
  expect(await inputsOf()).toEqual([[0, { v: 2 }]]);
  const reply = await sync(record(0, { v: 3 }, 3));
  expect(reply.json.results[0].answer).toBe('duplicate');
  expect(await inputsOf()).toEqual([[0, { v: 3 }]]);
  await sync(record(0, undefined, 4));
  expect(await inputsOf()).toEqual([[0, { v: 3 }]]);
});

test('stores inputs that arrive later in an empty record', async () => {
  await sync(record(0, undefined), record(0, { v: 1 }));
  expect(await inputsOf()).toEqual([[0, { v: 1 }]]);
});

test('hides a deleted record on every device, and its points stay', async () => {
  await sync(record(0, { v: 0 }), record(1, { v: 1 }, 1));
  expect((await user.send('DELETE', `/api/records/42/${ids[1]?.toUpperCase()}`)).json).toEqual({
    deleted: 1,
  });
  expect(await inputsOf()).toEqual([[0, { v: 0 }]]);
  expect(await api.rows(42, 'calculations')).toMatchObject([{ seq: 3 }, { seq: 4, inputs: null }]);
  expect((await user.send('GET', '/api/user/42')).json.activity_points).toBe('2');
  expect((await user.send('DELETE', `/api/records/42/${ids[1]}`)).json).toEqual({ deleted: 0 });
});

test('restores a deleted record for a higher revision only, not for a late copy', async () => {
  await sync(record(0, { v: 1 }, 1));
  await user.send('DELETE', `/api/records/42/${ids[0]}`);
  await sync(record(0, { v: 1 }, 1), record(0, { v: 0 }));
  expect(await inputsOf()).toEqual([]);
  await sync(record(0, { v: 1 }, 2));
  expect(await inputsOf()).toEqual([[0, { v: 1 }]]);
});

test('restores a deleted record for a higher revision without inputs too: they may be too large to be sent', async () => {
  await sync(record(0, undefined, 1));
  await user.send('DELETE', `/api/records/42/${ids[0]}`);
  await sync(record(0, undefined, 1));
  expect(await inputsOf()).toEqual([]);
  await sync(record(0, undefined, 2));
  expect(await inputsOf()).toEqual([[0, null]]);
  // A deletion of an earlier revision that arrives late leaves it.
  await sync(record(0, undefined, 3));
  await user.send('DELETE', `/api/records/42/${ids[0]}?known=0&upTo=2`);
  expect(await inputsOf()).toEqual([[0, null]]);
});

describe('a deletion of one revision', () => {
  const erase = async (query: string) =>
    (await user.send('DELETE', `/api/records/42/${ids[0]}?${query}`)).json as RecordDeleted;
  const note = { subject: ids[0], field: 'note', value: 'held', at: occurredAt, device: '0123456789abcdef' };
  const notes = async () =>
    (await user.send('GET', '/api/edits/42')).json.edits.map(({ value }: { value: string }) => value);

  test('leaves a later one of another device, and its outcome', async () => {
    await sync(record(0, { v: 2 }, 2));
    await user.send('POST', '/api/edits', { body: { userId: 42, edits: [note] } });
    const refused = await erase('known=0&upTo=1');
    expect(v.parse(CALLS.deleteRecord.answer, refused)).toEqual(refused);
    expect(refused).toEqual({ deleted: 0, later: 2, isKnown: true, change: expect.any(Number) });
    expect([await inputsOf(), await notes()]).toEqual([[[0, { v: 2 }]], ['held']]);
    const { change } = refused;
    expect(await erase(`known=${change}&upTo=2`)).toEqual({
      deleted: 1,
      isKnown: true,
      change: expect.any(Number),
    });
    expect([await inputsOf(), await notes()]).toEqual([[], []]);
  });

  test('holds against every copy of it', async () => {
    await sync(record(0, { v: 0 }));
    expect(await erase('known=0&upTo=3')).toMatchObject({ deleted: 1 });
    await sync(record(0, { v: 3 }, 3));
    expect(await inputsOf()).toEqual([]);
    const before = await api.dump();
    expect(await erase('known=0&upTo=3')).toMatchObject({ deleted: 0 });
    expect(await erase('known=0&upTo=2')).toMatchObject({ deleted: 0, later: 3 });
    expect(await api.dump()).toBe(before);
    await sync(record(0, { v: 4 }, 4));
    expect(await inputsOf()).toEqual([[0, { v: 4 }]]);
  });

  test('of a missing record gets no number, and neither does an earlier version', async () => {
    expect(await erase('known=0&upTo=1')).toEqual({ deleted: 0, isKnown: true });
    await sync(record(0, { v: 0 }));
    expect(await erase('')).toEqual({ deleted: 1 });
  });
});

describe('the numbers of deletions and revisions', () => {
  const start = async (known?: number) =>
    (await user.send('POST', '/api/user/sessions', { body: { userId: 42, known } })).json;
  const send = async (known: number, ...records: unknown[]) =>
    (await user.send('POST', '/api/sync', { body: { userId: 42, known, records } })).json;
  const erase = async (known: number) =>
    (await user.send('DELETE', `/api/records/42/${ids[0]}?known=${known}&upTo=1`)).json;

  test('that the server never gave are said at the start, to deletions and to records', async () => {
    expect(await send(0, record(0, { v: 0 }))).not.toHaveProperty('change');
    const { change, isKnown } = await send(0, record(0, { v: 1 }, 1));
    expect([isKnown, (await start(change)).isKnown, (await start(change + 1)).isKnown]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await send(change + 1)).toMatchObject({ isKnown: false });
    expect(await erase(change + 1)).toMatchObject({ isKnown: false, deleted: 1 });
    expect(await start()).toEqual({ recorded: expect.any(Boolean) });
  });

  test('grow, and a repetition gets the newest one: the first answer may have been lost', async () => {
    await send(0, record(0, { v: 0 }));
    const { change } = await send(0, record(0, { v: 1 }, 1));
    const repeated = await send(change, record(0, { v: 1 }, 1), record(0, undefined, 1));
    expect([repeated.change, (await start(0)).change]).toEqual([change, change]);
    const erased = await erase(change);
    expect(erased.change).toBeGreaterThan(change);
    expect((await erase(change)).change).toBe(erased.change);
    const shown = await send(change, record(0, { v: 2 }, 2));
    expect(shown.change).toBeGreaterThan(erased.change);
    for (const number of [change, erased.change, shown.change])
      expect((await start(number)).isKnown).toBe(true);
  });

  test('that the server has forgotten count as never given', async () => {
    await send(0, record(0, { v: 0 }));
    const { change } = await send(0, record(0, { v: 1 }, 1));
    for (let revision = 2; revision <= 201; revision++) await send(0, record(0, { v: revision }, revision));
    expect((await start(change)).isKnown).toBe(false);
  });
});

test('deletes no missing record and none of another user', async () => {
  const other = await api.registered(43);
  await sync(record(0, { v: 0 }));
  const before = await api.dump();
  expect((await other.send('DELETE', `/api/records/43/${ids[0]}`)).json).toEqual({ deleted: 0 });
  expect((await user.send('DELETE', `/api/records/42/${recordId()}`)).json).toEqual({ deleted: 0 });
  expect(await api.dump()).toBe(before);
});

test("deletes any number of the user's own records at once", async () => {
  const other = await api.registered(43);
  const body = { userId: 43, ...record(0, { theirs: true }) };
  await other.send('POST', '/api/referral/calculations', { body });
  for (let batch = 0; batch < 9; batch++) {
    // More than a day's limit.
    if (batch > 0) api.clock.at += DAY_MS;
    user = api.user(42);
    await sync(
      ...Array.from({ length: 500 }, () => ({
        id: recordId(),
        calculationType: 'Staking',
        occurredAt,
        inputs: { v: 1 },
      })),
    );
  }
  expect((await user.send('DELETE', '/api/records/42')).json).toEqual({ deleted: 4500 });
  expect((await history()).records).toEqual([]);
  expect(await api.rows(42, 'calculations')).toEqual([]);
  expect(await api.rows(43, 'calculations')).toHaveLength(1);
  expect((await user.send('GET', '/api/user/42')).json.head.seq).toBe(4502);
  await sync(record(1, { v: 'after' }));
  expect(await inputsOf()).toEqual([[1, { v: 'after' }]]);
});
