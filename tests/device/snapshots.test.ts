/** Every caller gets a market or calendar as fresh as requested, with one call for concurrent callers. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampleEvents } from '#api/calendar/sample.ts';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { SAMPLE_COINS } from '#api/market/sample-coins.ts';
import { openDexieStore } from '#device/store/dexie.ts';
import { createMemoryDatabase, openMemoryStore } from '#device/store/memory.ts';
import type { Store, Writing } from '#device/store/port.ts';
import type { SnapshotName } from '#device/store/snapshots.ts';
import type { SyncContext } from '#device/sync/context.ts';
import { refreshSnapshot } from '#device/sync/snapshots.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 2, 10, 12);
const DATE = new Date(NOW).toISOString();
const ANSWERS = {
  market: SAMPLE_OVERVIEW,
  coins: SAMPLE_COINS,
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

test('a screen gets a fresh one while the sync accepts the stored one', async () => {
  await keep('calendar', 30 * MINUTE);
  const both = [60, 5].map((minutes) => refreshSnapshot(context, 'calendar', minutes * MINUTE));
  expect(await Promise.all(both)).toEqual(['ok', 'ok']);
  expect(calls).toEqual(['calendar']);
  expect(await ageOf('calendar')).toBe(0);
});

test('concurrent callers share one call per subject', async () => {
  const all = (['market', 'calendar', 'market', 'calendar'] as const).map((name) =>
    refreshSnapshot(context, name, 5 * MINUTE),
  );
  expect(await Promise.all(all)).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(calls.toSorted()).toEqual(['calendar', 'market']);
  expect(await refreshSnapshot(context, 'market', 5 * MINUTE)).toBe('ok');
  expect(calls.length).toBe(2);
});

test('one dated in the future counts as old', async () => {
  await keep('market', -MINUTE);
  await refreshSnapshot(context, 'market', 5 * MINUTE);
  expect(calls).toEqual(['market']);
});

test('if one cannot be stored all callers fail, the log has one line, and the next try is a new one', async () => {
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

test('an unreadable store is reported and logged, and no call is made', async () => {
  store.read = () => Promise.reject(new TypeError('an unusual fault'));
  expect(await refreshSnapshot(context, 'market', 5 * MINUTE)).toBe('failed');
  expect([calls, logs]).toEqual([[], ['The market was not refreshed']]);
});

test.each([
  ['offline', { type: 'no_answer' }],
  ['failed', { type: 'unreadable', status: 200 }],
])('without a valid answer it is %s, and the stored one stays', async (outcome, failure) => {
  await keep('market', 10 * MINUTE);
  Object.assign(context.api, { call: async () => ({ ok: false, failure }) });
  expect(await refreshSnapshot(context, 'market', 5 * MINUTE)).toBe(outcome);
  expect(await ageOf('market')).toBe(10 * MINUTE);
});

test('it is fresh until it reaches the requested age', async () => {
  await keep('market', 5 * MINUTE - 1);
  await refreshSnapshot(context, 'market', 5 * MINUTE);
  expect(calls).toEqual([]);
  await keep('market', 5 * MINUTE);
  await refreshSnapshot(context, 'market', 5 * MINUTE);
  expect(calls).toEqual(['market']);
});

test('the market is stored with the lists of the previous overview here', async () => {
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
  // The same time again, stale by now.
  expect(await answer({ ...second, stale: true })).toEqual(['BTC Bitcoin', 'ETH Ethereum', 'XRP XRP']);
  expect(await answer({ ...first, date: '2026-03-10T12:10:00.000Z' })).toEqual([
    'XRP XRP',
    'ETH Ethereum',
    'BTC Bitcoin',
  ]);
  // A sample is unrelated to the market, and so is a row of another version.
  expect(await answer(SAMPLE_OVERVIEW)).toBeUndefined();
  await store.write(['snapshots'], (writing) =>
    writing.put('snapshots', [
      { key: 'market', asOf: NOW, overview: { ...first, topCoins: 'another form' } },
    ]),
  );
  expect(await answer({ ...first, date: '2026-03-10T12:20:00.000Z' })).toBeUndefined();
  expect(logs).toEqual([]);
});

describe('an unchanged answer of the server', () => {
  let tags: (string | undefined)[];
  /** The server's current value, with one ETag per value. */
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

  test('counts as new, and the content stays', async () => {
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

  test('is not used for a value stored without an ETag or under another contract', async () => {
    await keep('calendar', 30 * MINUTE);
    await refresh();
    expect(tags).toEqual([undefined]);
    const tagged = (await row())?.tagged;
    if (tagged === undefined) throw new Error('stored without its ETag');
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
  ])('is replaced by the full value if the stored one is %s by then', async (_, lose) => {
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

  test('without a conditional request counts as no answer', async () => {
    const call = async () => ({ ok: false, failure: { type: 'unchanged' } });
    Object.assign(context.api, { call });
    expect(await refresh()).toBe('failed');
    expect(logs).toEqual(['Call calendar failed']);
  });
});
