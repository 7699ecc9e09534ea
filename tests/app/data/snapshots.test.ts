/** Who asks for the market or the calendar gets one as young as wanted, with one call for all who ask together. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampleEvents } from '#api/calendar/sample.ts';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { openDexieStore } from '#data/store/dexie.ts';
import { createMemoryDatabase, openMemoryStore } from '#data/store/memory.ts';
import type { Store, Writing } from '#data/store/port.ts';
import type { SyncContext } from '#data/sync/context.ts';
import { refreshSnapshot, type SnapshotName } from '#data/sync/snapshots.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 2, 10, 12);
const DATE = new Date(NOW).toISOString();
const ANSWERS = {
  market: SAMPLE_OVERVIEW,
  calendar: { date: DATE, sample: true, stale: false, events: sampleEvents(NOW) },
} as const;

let store: Store;
let calls: string[];
let logs: string[];
let context: SyncContext;

beforeEach(() => {
  store = openMemoryStore(createMemoryDatabase(), 'kept');
  calls = [];
  logs = [];
  const api = {
    call: async (name: SnapshotName) => {
      calls.push(name);
      return { ok: true, value: ANSWERS[name] };
    },
  };
  const log = (message: string) => logs.push(message);
  context = { store, api, clock: { now: () => NOW }, log } as unknown as SyncContext;
});

const keep = (key: SnapshotName, age: number) =>
  store.write(['snapshots'], (writing) =>
    writing.put('snapshots', [{ key, asOf: NOW - age, overview: ANSWERS[key] }]),
  );
const ageOf = async (key: SnapshotName) =>
  NOW - ((await store.read(['snapshots'], (reading) => reading.get('snapshots', key)))?.asOf ?? 0);

test('a screen gets a young one while the sync is content with what is there', async () => {
  await keep('calendar', 30 * MINUTE);
  const both = [60, 5].map((minutes) => refreshSnapshot(context, 'calendar', minutes * MINUTE));
  expect(await Promise.all(both)).toEqual(['ok', 'ok']);
  expect(calls).toEqual(['calendar']);
  expect(await ageOf('calendar')).toBe(0);
});

test('one call for all who ask together, and one for each thing asked for', async () => {
  const all = (['market', 'calendar', 'market', 'calendar'] as const).map((name) =>
    refreshSnapshot(context, name, 5 * MINUTE),
  );
  expect(await Promise.all(all)).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(calls.toSorted()).toEqual(['calendar', 'market']);
  expect(await refreshSnapshot(context, 'market', 5 * MINUTE)).toBe('ok');
  expect(calls.length).toBe(2);
});

test('what the clock calls newer than now is old', async () => {
  await keep('market', -MINUTE);
  await refreshSnapshot(context, 'market', 5 * MINUTE);
  expect(calls).toEqual(['market']);
});

test('one that cannot be kept: all who asked are told, the log once, and the next try is another', async () => {
  const { write } = store;
  store.write = async () => {
    throw new TypeError('an unusual fault');
  };
  const both = [1, 2].map(() => refreshSnapshot(context, 'market', 5 * MINUTE));
  expect(await Promise.all(both)).toEqual(['failed', 'failed']);
  expect(logs).toEqual(['The market was not refreshed']);
  store.write = write;
  expect(await refreshSnapshot(context, 'market', 5 * MINUTE)).toBe('ok');
});

test('a store that cannot be read is told and logged, and nothing is asked for', async () => {
  store.read = () => Promise.reject(new TypeError('an unusual fault'));
  expect(await refreshSnapshot(context, 'market', 5 * MINUTE)).toBe('failed');
  expect([calls, logs]).toEqual([[], ['The market was not refreshed']]);
});

test.each([
  ['offline', { type: 'no_answer' }],
  ['failed', { type: 'unreadable', status: 200 }],
])('without an answer that can be kept it is %s, and what was kept stays', async (outcome, failure) => {
  await keep('market', 10 * MINUTE);
  Object.assign(context.api, { call: async () => ({ ok: false, failure }) });
  expect(await refreshSnapshot(context, 'market', 5 * MINUTE)).toBe(outcome);
  expect(await ageOf('market')).toBe(10 * MINUTE);
});

test('it is young until it is as old as is wanted', async () => {
  await keep('market', 5 * MINUTE - 1);
  await refreshSnapshot(context, 'market', 5 * MINUTE);
  expect(calls).toEqual([]);
  await keep('market', 5 * MINUTE);
  await refreshSnapshot(context, 'market', 5 * MINUTE);
  expect(calls).toEqual(['market']);
});

test('the market is kept with the lists of the overview of another moment that was here before it', async () => {
  const overviews = [
    { ...SAMPLE_OVERVIEW, sample: false, date: '2026-03-10T11:50:00.000Z' },
    { ...SAMPLE_OVERVIEW, sample: false, topCoins: SAMPLE_OVERVIEW.topCoins.toReversed() },
  ];
  const answer = async (overview: object) => {
    Object.assign(context.api, { call: async () => ({ ok: true, value: overview }) });
    await refreshSnapshot(context, 'market', 0);
    return (await store.read(['snapshots'], (reading) => reading.get('snapshots', 'market')))?.before
      ?.topCoins;
  };
  const [first, second] = overviews;
  if (first === undefined || second === undefined) throw new Error('two overviews');
  expect(await answer(first)).toBeUndefined();
  expect(await answer(second)).toEqual(['BTC Bitcoin', 'ETH Ethereum', 'XRP XRP']);
  // The same moment once more, stale by now.
  expect(await answer({ ...second, stale: true })).toEqual(['BTC Bitcoin', 'ETH Ethereum', 'XRP XRP']);
  expect(await answer({ ...first, date: '2026-03-10T12:10:00.000Z' })).toEqual([
    'XRP XRP',
    'ETH Ethereum',
    'BTC Bitcoin',
  ]);
  // A sample has nothing to do with the market, and neither has what another version wrote.
  expect(await answer(SAMPLE_OVERVIEW)).toBeUndefined();
  await store.write(['snapshots'], (writing) =>
    writing.put('snapshots', [
      { key: 'market', asOf: NOW, overview: { ...first, topCoins: 'another form' } },
    ]),
  );
  expect(await answer({ ...first, date: '2026-03-10T12:20:00.000Z' })).toBeUndefined();
  expect(logs).toEqual([]);
});

describe('what the server has unchanged', () => {
  let tags: (string | undefined)[];
  /** What the server has: a tag of its own for each value. */
  let current: object;

  beforeEach(async () => {
    const indexedDB = new IDBFactory();
    store = await openDexieStore({ userId: 7, indexedDB, keyRange: IDBKeyRange, channel: null });
    tags = [];
    current = ANSWERS.calendar;
    const call = async (_name: SnapshotName, { tag }: { readonly tag?: string }) => {
      tags.push(tag);
      const newest = `"${JSON.stringify(current).length}"`;
      return tag === newest
        ? { ok: false, failure: { type: 'unchanged' } }
        : { ok: true, value: current, tag: newest };
    };
    Object.assign(context, { store, api: { call } });
  });
  const refresh = () => refreshSnapshot(context, 'calendar', 5 * MINUTE);
  const row = () => store.read(['snapshots'], (reading) => reading.get('snapshots', 'calendar'));
  const change = (changed: object) =>
    store.write(['snapshots'], async (writing) => {
      const kept = await writing.get('snapshots', 'calendar');
      if (kept !== undefined) await writing.put('snapshots', [{ ...kept, asOf: 0, ...changed }]);
    });

  test('is as good as new, and otherwise as it was', async () => {
    await refresh();
    const first = await row();
    await change({});
    expect(await refresh()).toBe('ok');
    expect(tags).toEqual([undefined, first?.tagged?.tag]);
    expect(await row()).toEqual(first);
    current = { ...ANSWERS.calendar, stale: true };
    await change({});
    expect(await refresh()).toBe('ok');
    expect((await row())?.overview).toEqual(current);
    expect(tags.length).toBe(3);
    expect(logs).toEqual([]);
  });

  test('comes whole to what an earlier version kept without a tag, or in the form of another contract', async () => {
    await keep('calendar', 30 * MINUTE);
    await refresh();
    expect(tags).toEqual([undefined]);
    const tagged = (await row())?.tagged;
    if (tagged === undefined) throw new Error('kept without its tag');
    await change({ tagged: { ...tagged, contract: tagged.contract - 1 } });
    await refresh();
    expect(tags).toEqual([undefined, undefined]);
    expect((await row())?.tagged).toEqual(tagged);
  });

  test.each([
    ['gone', (writing: Writing) => writing.clear('snapshots')],
    [
      'another',
      (writing: Writing) =>
        writing.put('snapshots', [{ key: 'calendar', asOf: 0, overview: ANSWERS.calendar }]),
    ],
  ])('comes whole where it is %s by then', async (_, lose) => {
    await refresh();
    await change({});
    const { call } = context.api;
    Object.assign(context.api, {
      call: async (...question: Parameters<typeof call>) => {
        if (tags.length === 1) await store.write(['snapshots'], lose);
        return call(...question);
      },
    });
    expect(await refresh()).toBe('ok');
    expect(tags).toEqual([undefined, expect.any(String), undefined]);
    expect(await row()).toMatchObject({ asOf: NOW, overview: ANSWERS.calendar, tagged: { tag: tags[1] } });
  });

  test('a server that says so unasked has given no answer', async () => {
    const call = async () => ({ ok: false, failure: { type: 'unchanged' } });
    Object.assign(context.api, { call });
    expect(await refresh()).toBe('failed');
    expect(logs).toEqual(['Call calendar failed']);
  });
});
