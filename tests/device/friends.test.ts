/** The stored friends: what a page changes, and what a query returns. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Referrals } from '#device/model.ts';
import { openDexieStore } from '#device/store/dexie.ts';
import { patchFacts, wipe } from '#device/store/facts.ts';
import type { Store } from '#device/store/port.ts';
import { type FriendsPage, referralsQuestion, takeReferrals } from '#device/store/referrals.ts';

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

/** Of a list in which each friend's id equals the number: `count` of them after the `offset` newest. */
function page(total: number, offset: number, count: number, isLast = offset + count >= total): FriendsPage {
  const friends = Array.from({ length: count }, (_, index) => friend(total - offset - index));
  return { friends, offset, total, isLast };
}
const take = (one: FriendsPage, asOf = 1) => takeReferrals(store, one, null, asOf);
const ids = async () => (await ask())?.items.map(({ id }) => id);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
const rows = () => store.read(['referrals'], (reading) => reading.count('referrals'));

test("a friend's points are the sum of all buckets, in thousandths", async () => {
  await take(page(1, 0, 1));
  expect((await ask())?.items).toEqual([
    { id: 1, username: null, level: 3, isPremium: true, total: 4_321_050 },
  ]);
});

describe('a page', () => {
  test('that does not connect is not stored', async () => {
    expect(await take(page(100, 50, 50))).toBe(false);
    expect(await ask()).toBeNull();
    await take(page(100, 0, 50));
    expect(await take(page(100, 51, 49))).toBe(false);
    expect(await ids()).toEqual(down(100, 51));
    expect(await take(page(100, 50, 50))).toBe(true);
    expect(await ids()).toEqual(down(100, 1));
  });

  test('from before a deletion changes nothing and requests no refresh', async () => {
    await patchFacts(store, { generation: 1 });
    expect(await takeReferrals(store, page(10, 0, 10), 0, 1)).toBe(true);
    expect(await ask()).toBeNull();
    expect(await takeReferrals(store, page(10, 0, 10), 1, 1)).toBe(true);
    expect(await ids()).toEqual(down(10, 1));
  });

  test('of an older refresh continues below the newest friends, who stay', async () => {
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

  test('that is the last removes everything beyond it', async () => {
    await take(page(250, 0, 250));
    await take({ ...page(250, 0, 120), isLast: true });
    expect(await ids()).toEqual(down(250, 131));
    // Two rows of a hundred, and one for the position.
    expect(await rows()).toBe(3);
  });

  test('keeps a known end of the list', async () => {
    await take(page(150, 0, 150));
    await take(page(152, 0, 50));
    expect(await ids()).toEqual(down(152, 1));
    expect(await ask()).toMatchObject({ isComplete: true });
  });

  test('starts over if the stored list lost its beginning', async () => {
    await take(page(250, 0, 250));
    await store.write(['referrals'], (writing) => writing.remove('referrals', ['friends']));
    expect(await ask()).toBeNull();
    await take(page(60, 0, 50));
    expect(await ids()).toEqual(down(60, 11));
    expect(await rows()).toBe(2);
  });
});

describe('a query', () => {
  test('returns the same object until something changes', async () => {
    await take(page(150, 0, 150));
    const first = await ask();
    expect(await ask()).toBe(first);
    await take(page(150, 0, 50), 9);
    const next = await ask();
    expect(next).not.toBe(first);
    expect(next).toMatchObject({ asOf: 9, oldestAsOf: 1 });
    expect(next?.items).toEqual(first?.items);
  });

  test('does not read an unchanged row again', async () => {
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

  test('drops erased rows, even if as many were written since', async () => {
    await take(page(3, 0, 3));
    expect(await ids()).toEqual([3, 2, 1]);
    await wipe(store, null);
    await take({ ...page(3, 0, 3), friends: [13, 12, 11].map(friend) }, 2);
    expect(await ids()).toEqual([13, 12, 11]);
    await wipe(store, null);
    expect(await ask()).toBeNull();
  });

  test('tells a new empty list from the previous one', async () => {
    await take(page(0, 0, 0));
    expect(await ask()).toMatchObject({ asOf: 1, total: 0, isComplete: true });
    await wipe(store, null);
    await take(page(0, 0, 0), 5);
    expect(await ask()).toMatchObject({ asOf: 5, total: 0, isComplete: true });
  });

  test('shows the others if a row is missing', async () => {
    await take(page(250, 0, 250));
    await store.write(['referrals'], (writing) => writing.remove('referrals', ['friends:1']));
    expect(await ids()).toEqual([...down(250, 201), ...down(100, 1)]);
    // An overlapping page restores its part.
    await take(page(250, 0, 100));
    expect((await ids())?.slice(0, 100)).toEqual(down(250, 151));
  });
});
