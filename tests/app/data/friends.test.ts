/** The friends that are kept: what a page changes, and what a question for them answers. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Referrals } from '#data/model.ts';
import { openDexieStore } from '#data/store/dexie.ts';
import { patchFacts, wipe } from '#data/store/facts.ts';
import type { Store } from '#data/store/port.ts';
import { type FriendsPage, referralsQuestion, takeReferrals } from '#data/store/referrals.ts';

let store: Store;
let ask: () => Promise<Referrals | null>;
beforeEach(async () => {
  const indexedDB = new IDBFactory();
  store = await openDexieStore({ userId: 7, indexedDB, keyRange: IDBKeyRange, channel: null });
  const question = referralsQuestion();
  ask = () => store.read(['referrals'], question);
});

const friend = (id: number) => ({
  id,
  username: null,
  level: '3',
  is_premium: 1 as const,
  activity_points: '1',
  referral_points: '20',
  referral_activity_points: '300',
  referral_referral_points: '4000',
  checkin_points: '0.05',
});

/** Of a list where the friend of every number has this number as id: `count` of them after the `offset` newest. */
function page(total: number, offset: number, count: number, isLast = offset + count >= total): FriendsPage {
  const friends = Array.from({ length: count }, (_, index) => friend(total - offset - index));
  return { friends, offset, total, isLast };
}
const take = (one: FriendsPage, asOf = 1) => takeReferrals(store, one, null, asOf);
const ids = async () => (await ask())?.items.map(({ id }) => id);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
const rows = () => store.read(['referrals'], (reading) => reading.count('referrals'));

test('a friend has the sum of all buckets, in thousandths', async () => {
  await take(page(1, 0, 1));
  expect((await ask())?.items).toEqual([
    { id: 1, username: null, level: 3, isPremium: true, total: 4_321_050 },
  ]);
});

describe('a page', () => {
  test('that follows on nothing is not kept', async () => {
    expect(await take(page(100, 50, 50))).toBe(false);
    expect(await ask()).toBeNull();
    await take(page(100, 0, 50));
    expect(await take(page(100, 51, 49))).toBe(false);
    expect(await ids()).toEqual(down(100, 51));
    expect(await take(page(100, 50, 50))).toBe(true);
    expect(await ids()).toEqual(down(100, 1));
  });

  test('from before a deletion changes nothing, and asks for no new look', async () => {
    await patchFacts(store, { generation: 1 });
    expect(await takeReferrals(store, page(10, 0, 10), 0, 1)).toBe(true);
    expect(await ask()).toBeNull();
    expect(await takeReferrals(store, page(10, 0, 10), 1, 1)).toBe(true);
    expect(await ids()).toEqual(down(10, 1));
  });

  test('of an older look goes on below the newest, who stay', async () => {
    await take(page(260, 0, 10));
    await take(page(263, 0, 15));
    expect(await take(page(260, 10, 50))).toBe(true);
    expect(await ids()).toEqual(down(263, 201));
    expect(await ask()).toMatchObject({ isComplete: false });
  });

  test('without friends ends the list', async () => {
    await take(page(50, 0, 50, false));
    expect(await ask()).toMatchObject({ isComplete: false });
    await take(page(50, 50, 0, true), 7);
    expect(await ask()).toMatchObject({ isComplete: true, total: 50, asOf: 1 });
    expect(await ids()).toEqual(down(50, 1));
  });

  test('that is the last leaves nobody beyond it', async () => {
    await take(page(250, 0, 250));
    await take({ ...page(250, 0, 120), isLast: true });
    expect(await ids()).toEqual(down(250, 131));
    // Rows of a hundred, and one that knows them.
    expect(await rows()).toBe(3);
  });

  test('keeps the end where it is known that nobody comes after it', async () => {
    await take(page(150, 0, 150));
    await take(page(152, 0, 50));
    expect(await ids()).toEqual(down(152, 1));
    expect(await ask()).toMatchObject({ isComplete: true });
  });

  test('begins from nothing where what is kept has lost its beginning', async () => {
    await take(page(250, 0, 250));
    await store.write(['referrals'], (writing) => writing.remove('referrals', ['friends']));
    expect(await ask()).toBeNull();
    await take(page(60, 0, 50));
    expect(await ids()).toEqual(down(60, 11));
    expect(await rows()).toBe(2);
  });
});

describe('a question', () => {
  test('answers the same object until something changes, and then another', async () => {
    await take(page(150, 0, 150));
    const first = await ask();
    expect(await ask()).toBe(first);
    await take(page(150, 0, 50), 9);
    const next = await ask();
    expect(next).not.toBe(first);
    expect(next).toMatchObject({ asOf: 9, oldestAsOf: 1 });
    expect(next?.items).toEqual(first?.items);
  });

  test('does not fetch a row again that has not changed', async () => {
    await take(page(250, 0, 250));
    const question = referralsQuestion();
    const fetched: number[] = [];
    const count = () =>
      store.read(['referrals'], (reading) =>
        question({
          ...reading,
          getMany: (table, keys) => {
            fetched.push(keys.length);
            return reading.getMany(table, keys);
          },
        }),
      );
    await count();
    await take(page(250, 0, 20));
    await count();
    expect(fetched).toEqual([3, 1]);
  });

  test('forgets what was erased, even where as much was written since', async () => {
    await take(page(3, 0, 3));
    expect(await ids()).toEqual([3, 2, 1]);
    await wipe(store, null);
    await take({ ...page(3, 0, 3), friends: [13, 12, 11].map(friend) }, 2);
    expect(await ids()).toEqual([13, 12, 11]);
    await wipe(store, null);
    expect(await ask()).toBeNull();
  });

  test('knows a new beginning with nobody in it from the one before', async () => {
    await take(page(0, 0, 0));
    expect(await ask()).toMatchObject({ asOf: 1, total: 0, isComplete: true });
    await wipe(store, null);
    await take(page(0, 0, 0), 5);
    expect(await ask()).toMatchObject({ asOf: 5, total: 0, isComplete: true });
  });

  test('shows the others where a row is gone', async () => {
    await take(page(250, 0, 250));
    await store.write(['referrals'], (writing) => writing.remove('referrals', ['friends:1']));
    expect(await ids()).toEqual([...down(250, 201), ...down(100, 1)]);
    // A page that overlaps with it brings its part back.
    await take(page(250, 0, 100));
    expect((await ids())?.slice(0, 100)).toEqual(down(250, 151));
  });
});
