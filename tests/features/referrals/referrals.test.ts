/** The list of friends on the device: fetched page by page, stored, and right while friends join. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDevice } from '#device/create-device.ts';
import type { Referrals } from '#device/model.ts';
import { createMemoryDatabase, openMemoryStore } from '#device/store/memory.ts';
import type { Store } from '#device/store/port.ts';
import { type FriendsPage, referralsQuestion, takeReferrals } from '#device/store/referrals.ts';
import { type Call, type Rig, refusal, rig } from '#tests/device/sync-rig.ts';

/** A friend as the server lists them; `version` distinguishes old answers from new ones. */
function friend(id: number, version = 0) {
  return {
    id,
    username: `friend_${id}`,
    level: '1',
    is_premium: 0 as const,
    activity_points: `${version}`,
    referral_points: '0',
    referral_activity_points: '0',
    referral_referral_points: '0',
    checkin_points: '0.5',
  };
}

/** Newest first, like the server: the highest id is the newest. */
function serverOf(count: number) {
  return { ids: Array.from({ length: count }, (_, index) => count - index), version: 0, maxAgeS: 0 };
}
type Server = ReturnType<typeof serverOf>;

function pageOf(server: Server, before: number | null, limit: number) {
  const after = before === null ? server.ids : server.ids.filter((id) => id < before);
  const ids = after.slice(0, limit);
  return { ids, isLast: after.length <= limit };
}

function answerOf(server: Server) {
  return ({ body }: Call) => {
    const { ids, isLast } = pageOf(
      server,
      body.cursor === undefined ? null : Number(body.cursor),
      body.limit,
    );
    const referrals = ids.map((id) => friend(id, server.version));
    const nextCursor = isLast ? null : `${ids.at(-1)}`;
    return {
      status: 200,
      body: { referrals, total: server.ids.length, nextCursor, maxAgeS: server.maxAgeS },
    };
  };
}

describe('stored pages', () => {
  let store: Store;
  let ask: () => Promise<Referrals | null>;

  beforeEach(() => {
    store = openMemoryStore(createMemoryDatabase());
    const question = referralsQuestion();
    ask = () => store.read(['referrals'], question);
  });

  /** One page as a scan of the list fetches it. */
  async function take(server: Server, offset: number, limit: number, total = server.ids.length, at = 1) {
    const ids = server.ids.slice(server.ids.length - total).slice(offset, offset + limit);
    const page: FriendsPage = {
      friends: ids.map((id) => friend(id, server.version)),
      offset,
      total,
      isLast: ids.at(-1) === 1 || ids.length === 0,
    };
    return takeReferrals(store, page, null, at);
  }
  const ids = async () => (await ask())?.items.map(({ id }) => id);

  test('there is nothing yet', async () => {
    expect(await ask()).toBeNull();
  });

  test('the user invited no friends', async () => {
    await take(serverOf(0), 0, 50);
    expect(await ask()).toEqual({ asOf: 1, oldestAsOf: 1, total: 0, isComplete: true, items: [] });
  });

  test('pages add up, and points are the sum of the buckets', async () => {
    const server = serverOf(130);
    await take(server, 0, 50, 130, 5);
    expect(await ask()).toMatchObject({ asOf: 5, total: 130, isComplete: false });
    await take(server, 50, 50, 130, 6);
    expect(await take(server, 100, 50, 130, 7)).toBe(true);
    const all = await ask();
    expect(all).toMatchObject({ asOf: 5, oldestAsOf: 5, total: 130, isComplete: true });
    expect(all?.items.map(({ id }) => id)).toEqual(server.ids);
    expect(all?.items[0]).toEqual({
      id: 130,
      username: 'friend_130',
      level: 1,
      isPremium: false,
      total: 500,
    });
  });

  test('an unchanged answer keeps the same object', async () => {
    await take(serverOf(10), 0, 50);
    expect(await ask()).toBe(await ask());
  });

  test('new friends come on top, and stored ones stay', async () => {
    const server = serverOf(260);
    for (const offset of [0, 50, 100]) await take(server, offset, 50);
    const later = { ...serverOf(263), version: 2 };
    await take(later, 0, 50, 263, 9);
    const now = await ask();
    expect(now?.items.map(({ id }) => id)).toEqual(later.ids.slice(0, 153));
    expect(now).toMatchObject({ asOf: 9, oldestAsOf: 1, total: 263 });
    expect(now?.items.slice(0, 50).every(({ total }) => total === 2_500)).toBe(true);
    expect(now?.items.slice(50).every(({ total }) => total === 500)).toBe(true);
  });

  test('pages that do not connect are dropped', async () => {
    await take(serverOf(60), 0, 50);
    const later = serverOf(200);
    await take(later, 0, 50);
    expect(await ids()).toEqual(later.ids.slice(0, 50));
    expect(await take(later, 100, 50)).toBe(false);
    expect(await ids()).toEqual(later.ids.slice(0, 50));
  });

  test('a restored server has fewer friends, and then so has the device', async () => {
    const server = serverOf(320);
    for (const offset of [0, 100, 200, 300]) await take(server, offset, 100);
    await take(serverOf(190), 0, 50);
    expect(await ids()).toEqual(serverOf(190).ids);
    expect(await ask()).toMatchObject({ total: 190, isComplete: true });
    await take(serverOf(3), 0, 50);
    expect(await ids()).toEqual([3, 2, 1]);
  });

  test('different friends replace the stored ones', async () => {
    const server = serverOf(150);
    for (const offset of [0, 50, 100]) await take(server, offset, 50);
    const others = { ...server, ids: server.ids.map((id) => id + 1_000) };
    await take(others, 0, 50);
    expect(await ids()).toEqual(others.ids.slice(0, 50));
  });

  test('an answer from before a deletion is not stored', async () => {
    await takeReferrals(store, { friends: [friend(1)], offset: 0, total: 1, isLast: true }, 7, 1);
    expect(await ask()).toBeNull();
  });

  test('after any operations in any order it is the top of the list without repeats', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('come' as const), count: fc.nat({ max: 120 }) }),
      fc.record({ kind: fc.constant('begin' as const), limit: fc.integer({ min: 1, max: 200 }) }),
      fc.record({ kind: fc.constant('more' as const), limit: fc.integer({ min: 1, max: 200 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 400 }), fc.array(step, { maxLength: 25 }), async (first, steps) => {
        store = openMemoryStore(createMemoryDatabase());
        const question = referralsQuestion();
        let server = serverOf(first);
        let look: { total: number; offset: number; last: number } | null = null;
        for (const one of steps) {
          if (one.kind === 'come') {
            server = serverOf(server.ids.length + one.count);
            continue;
          }
          const from: { total: number; offset: number; last: number } | null =
            one.kind === 'begin' ? null : look;
          if (from !== null && from.last === 1) continue;
          const { ids: got, isLast } = pageOf(server, from?.last ?? null, one.limit);
          const total: number = from?.total ?? server.ids.length;
          const offset: number = from?.offset ?? 0;
          const page = { friends: got.map((id) => friend(id)), offset, total, isLast };
          expect(await takeReferrals(store, page, null, 1)).toBe(true);
          look = { total, offset: offset + got.length, last: got.at(-1) ?? 1 };
          const shown = await store.read(['referrals'], question);
          const list = shown?.items.map(({ id }) => id) ?? [];
          expect(list).toEqual(serverOf(total).ids.slice(0, list.length));
          expect(list.length).toBeGreaterThanOrEqual(look.offset);
          expect(shown?.isComplete).toBe(list.length === total);
          // A query without earlier rows gives the same.
          expect(await store.read(['referrals'], referralsQuestion())).toEqual(shown);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('fetching', () => {
  let phone: Rig;
  let device: OpenDevice;
  let server: Server;

  beforeEach(async () => {
    phone = rig();
    server = serverOf(430);
    phone.script.set('POST /api/referrals', (call) => answerOf(server)(call));
    device = await phone.open();
    device.live.referrals.subscribe(() => {});
    await phone.pass(2_000);
  });
  afterEach(() => device.close());

  const asked = () =>
    phone.calls
      .filter(({ name }) => name === 'POST /api/referrals')
      .map(({ body }) => [body.cursor, body.limit]);
  const shown = () => device.live.referrals.current()?.items.map(({ id }) => id) ?? [];
  async function soon<T>(work: Promise<T>): Promise<T> {
    await phone.pass(2_000);
    return work;
  }

  test('50 friends come first, then as far as the user scrolls, in larger pages if that is far', async () => {
    expect(await soon(device.refreshReferrals())).toBe('ok');
    expect(shown()).toEqual(server.ids.slice(0, 50));
    expect(await soon(device.loadReferrals(60))).toBe('ok');
    expect(await soon(device.loadReferrals(80))).toBe('ok');
    expect(asked()).toEqual([
      [undefined, 50],
      ['381', 50],
    ]);
    expect(await soon(device.loadReferrals(430))).toBe('ok');
    expect(shown()).toEqual(server.ids);
    expect(asked().slice(2)).toEqual([
      ['331', 200],
      ['131', 130],
    ]);
    expect(await soon(device.loadReferrals(430))).toBe('ok');
    expect(asked().length).toBe(4);
  });

  test('possibly outdated points are dated by their own time', async () => {
    await soon(device.refreshReferrals());
    const fresh = device.live.referrals.current()?.asOf ?? 0;
    server.maxAgeS = 600;
    await soon(device.refreshReferrals());
    const aged = device.live.referrals.current()?.asOf ?? 0;
    // Fetched two seconds later, ten minutes old.
    expect(aged - fresh).toBe(2_000 - 600_000);
  });

  test('friends who join in between are neither lost nor repeated', async () => {
    await soon(device.refreshReferrals());
    server = serverOf(435);
    await soon(device.loadReferrals(430));
    expect(shown()).toEqual(serverOf(430).ids);
    await soon(device.refreshReferrals());
    expect(shown()).toEqual(serverOf(435).ids);
  });

  test('without a network stored pages stay, and fetching continues later', async () => {
    await soon(device.refreshReferrals());
    phone.online = false;
    expect(await soon(device.loadReferrals(100))).toBe('offline');
    expect(await soon(device.refreshReferrals())).toBe('offline');
    expect(shown().length).toBe(50);
    phone.online = true;
    expect(await soon(device.loadReferrals(100))).toBe('ok');
    expect(shown().length).toBe(100);
  });

  test('on the way far down the list, pages are stored a thousand friends at a time', async () => {
    server = serverOf(10_000);
    await soon(device.refreshReferrals());
    const counts: number[] = [];
    device.live.referrals.subscribe(() => counts.push(shown().length));
    expect(await soon(device.loadReferrals(10_000))).toBe('ok');
    expect(shown()).toEqual(server.ids);
    expect(counts).toEqual([...Array.from({ length: 9 }, (_, index) => 1_050 + 1_000 * index), 10_000]);
    expect(asked().length).toBe(51);
  });

  test('pages fetched before a failure are stored', async () => {
    await soon(device.refreshReferrals());
    let pages = 0;
    phone.script.set('POST /api/referrals', (call) => {
      pages += 1;
      return pages === 3 ? refusal(503, 'unavailable') : answerOf(server)(call);
    });
    server = serverOf(10_000);
    await soon(device.refreshReferrals());
    expect(await soon(device.loadReferrals(10_000))).toBe('failed');
    expect(shown().length).toBe(250);
    expect(await soon(device.loadReferrals(10_000))).toBe('ok');
    expect(shown()).toEqual(server.ids);
  });

  test("a server's pause is respected, then fetching continues", async () => {
    let answered = 0;
    server = serverOf(30_000);
    phone.script.set('POST /api/referrals', (call) => {
      answered += 1;
      return answered === 121
        ? refusal(429, 'rate_limited', { 'retry-after': '41' })
        : answerOf(server)(call);
    });
    await soon(device.refreshReferrals());
    const loading = device.loadReferrals(30_000);
    await phone.pass(2_000);
    expect(answered).toBe(121);
    // Friends fetched so far are shown meanwhile.
    expect(shown().length).toBe(50 + 119 * 200);
    await phone.pass(38_000);
    expect(answered).toBe(121);
    await phone.pass(5_000);
    expect(await loading).toBe('ok');
    expect(shown()).toEqual(server.ids);
  });

  test.each([
    ['gives no pause', undefined],
    ['asks for a pause of an hour', { 'retry-after': '3600' }],
    ['asks for a pause repeatedly', { 'retry-after': '10' }],
  ])('a server that %s has failed', async (_, headers) => {
    phone.script.set('POST /api/referrals', () => refusal(429, 'rate_limited', headers));
    const refreshed = device.refreshReferrals();
    await phone.pass(60_000);
    expect(await refreshed).toBe('failed');
  });

  test('expired launch data are told apart from a failure', async () => {
    phone.script.set('POST /api/referrals', () => refusal(401, 'launch_data_expired'));
    expect(await soon(device.refreshReferrals())).toBe('reopen');
  });

  test('a faulty store: the answer and one log line report it, and the next try may succeed', async () => {
    const rows = phone.database.tables.get('referrals');
    if (rows === undefined) throw new Error('no table');
    const { get } = rows;
    const before = phone.logs.length;
    rows.get = () => {
      throw new TypeError('an unusual fault');
    };
    expect(await soon(device.refreshReferrals())).toBe('failed');
    expect(phone.logs.slice(before)).toEqual(['Cannot save the friends']);
    rows.get = get;
    expect(await soon(device.refreshReferrals())).toBe('ok');
    expect(shown()).toEqual(server.ids.slice(0, 50));
  });

  test('a refusal is told apart from a missing network', async () => {
    phone.script.set('POST /api/referrals', () => ({
      status: 500,
      body: { error: { code: 'internal', message: '' } },
    }));
    expect(await soon(device.refreshReferrals())).toBe('failed');
    expect(device.live.referrals.current()).toBeNull();
  });
});
