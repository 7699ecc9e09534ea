/** One ledger per user while other users' objects fail, answer late or are full. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReferralMessage } from '#api/credits/message.ts';
import type { Peers } from '#api/credits/peers.ts';
import { launchData, recordId } from '#tests/api/support.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { type ObjectsApi, objectsApi } from '#tests/support/objects-api.ts';
import { rowsOf } from '#tests/support/test-deployment.ts';

let api: ObjectsApi;
let messages: ReferralMessage[];
let unheard: 'nothing' | 'referrer' | 'directory';
let isReadOnly: boolean;

beforeEach(async () => {
  messages = [];
  unheard = 'nothing';
  isReadOnly = false;
  api = objectsApi({
    limiter: noLimits,
    between,
    readOnly: (userId) => isReadOnly && userId === 1,
  });
  await api.registered(1);
});

function between(_: number, peers: Peers): Peers {
  const silent = async () => Promise.reject(new Error('no answer'));
  return {
    ...peers,
    user: (to) => ({
      registeredAt: () => (unheard === 'referrer' ? silent() : peers.user(to).registeredAt()),
      receive(message) {
        messages.push(structuredClone(message));
        return peers.user(to).receive(message);
      },
    }),
    directory: (userId) =>
      unheard === 'directory' ? { enter: silent, list: silent } : peers.directory(userId),
  };
}

const calculate = (id: number, times = 1) => {
  const occurredAt = new Date(api.clock.at).toISOString();
  const records = Array.from({ length: times }, () => ({
    id: recordId(),
    calculationType: 'RiskMoney',
    occurredAt,
  }));
  return api.user(id).send('POST', '/api/sync', { body: { userId: id, records } });
};
const profile = async (id: number) => (await api.user(id).send('GET', `/api/user/${id}`)).json;

describe('registration', () => {
  test.each(['referrer', 'directory'] as const)(
    'waits for the %s: nothing is written, and the retry has the right referrer',
    async (silent) => {
      unheard = silent;
      const firstLaunch = launchData(2, { startParam: '1' });
      const register = () => api.user(2).register({ body: { id: 2, firstLaunch } });
      const reply = await register();
      expect([reply.status, reply.json.error.code]).toEqual([503, 'unavailable']);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(rowsOf(api.host(2).sql)).toEqual([]);
      expect(api.host(2).alarmAt).toBeNull();
      expect((await api.user(2).send('GET', '/api/user/2')).json.error.code).toBe('unknown_user');

      unheard = 'nothing';
      expect((await register()).status).toBe(200);
      await api.settle();
      expect(await profile(1)).toMatchObject({ friends: 1, referral_points: '50' });
      expect(await api.directory(2 % 64).list(0, 10)).toEqual([2]);
    },
  );

  test('of a known user calls no other object', async () => {
    await api.registered(2, { startParam: '1' });
    unheard = 'referrer';
    expect((await api.user(2).register()).status).toBe(200);
    unheard = 'directory';
    expect((await api.user(2).register()).status).toBe(200);
  });

  test("at the same moment as the referrer's leaves both sides with the same answer", async () => {
    await Promise.all([api.user(3).register(), api.user(4, { startParam: '3' }).register()]);
    await api.settle();
    const [event] = await api.events(4);
    const { referrerRegistered } = JSON.parse(event?.data ?? '');
    expect((await profile(3)).friends).toBe(referrerRegistered ? 1 : 0);
  });
});

describe('a message', () => {
  beforeEach(async () => {
    await api.registered(2, { startParam: '1', username: 'bea' });
    await api.settle();
  });
  const first = () => messages[0] as ReferralMessage;

  test('has no effect when it arrives again, even much later', async () => {
    await api.user(2, { username: 'bob' }).register();
    await calculate(2);
    await api.settle();
    const kept = await api.dump();
    for (const again of [first(), messages.at(-1) as ReferralMessage, first()]) {
      expect(await api.host(1).object.receive(again)).toEqual({ refused: [] });
    }
    expect(await api.dump()).toBe(kept);
    expect(await profile(1)).toMatchObject({ friends: 1, referral_points: '50' });
  });

  test('with other content under a known id has only that item refused', async () => {
    const [credit] = first().credits;
    if (credit === undefined) throw new Error('No credit was sent');
    const command = { ...credit.command, basis: 999_000 };
    const forged = { ...first(), number: 9, credits: [{ ...credit, command }] };
    expect(await api.host(1).object.receive(forged)).toMatchObject({ refused: [{ error: 'conflict' }] });
    expect(await profile(1)).toMatchObject({ referral_points: '50' });
  });

  test('for an object that never registered is refused and creates none', async () => {
    expect(await api.host(99).object.receive(first())).toBeNull();
    expect(rowsOf(api.host(99).sql)).toEqual([]);
    expect(await api.databases()).toBe(2);
  });

  test('for a full object is retried with growing delays until all of it is delivered', async () => {
    const { sql } = api.host(1);
    const limit = (pages: number) => sql.get(`PRAGMA max_page_count = ${pages}`);
    const size = sql.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
    limit(size);
    await calculate(2, 30);
    const kept = rowsOf(sql);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { alarmAt } = api.host(2);
      waits.push(Math.ceil(((alarmAt ?? 0) - api.clock.at) / 1000));
      api.clock.at = alarmAt ?? 0;
      expect(await api.ring()).toBe(1);
    }
    expect(rowsOf(sql)).toEqual(kept);
    expect(waits).toEqual([600, 5, 10, 20, 40, 80, 160, 320, 600, 600]);
    limit(size + 1000);
    await api.settle();
    expect(await profile(1)).toMatchObject({ referral_activity_points: '3' });
    expect(messages.at(-1)?.credits.length).toBe(30);
  });

  test('is retried if its sender could not record sending it', async () => {
    await calculate(2);
    const { sql } = api.host(2);
    sql.run("CREATE TRIGGER full BEFORE INSERT ON told BEGIN SELECT RAISE(ABORT, 'no room'); END");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      api.clock.at += 10 * 60_000;
      expect(await api.ring()).toBe(1);
      expect(api.host(2).alarmAt).toBe(api.clock.at + 10 * 60_000);
    }
    expect(messages.length).toBe(1);
    expect(api.faults.length).toBe(10);
    sql.run('DROP TRIGGER full');
    await api.settle();
    expect(await profile(1)).toMatchObject({ referral_activity_points: '0.1' });
  });

  test('sent while the clock was a year ahead delays the next by ten minutes, not a year', async () => {
    const year = 365 * 86_400_000;
    api.clock.at += year;
    await calculate(2);
    await api.settle();
    api.clock.at -= year;
    api.evict(2);
    await calculate(2);
    expect(api.host(2).alarmAt).toBe(api.clock.at + 10 * 60_000);
    await api.settle();
    expect(await profile(1)).toMatchObject({ referral_activity_points: '0.2' });
  });

  test('for a read-only object waits until it is writable', async () => {
    isReadOnly = true;
    api.evict(1);
    await calculate(2);
    const kept = rowsOf(api.host(1).sql);
    api.clock.at = api.host(2).alarmAt ?? 0;
    await api.ring();
    expect(messages.length).toBe(2);
    expect(rowsOf(api.host(1).sql)).toEqual(kept);
    isReadOnly = false;
    api.evict(1);
    await api.settle();
    expect(await profile(1)).toMatchObject({ referral_activity_points: '0.1' });
  });
});
