/** One ledger per user: what passes between them, when, and how often. */
import { beforeEach, expect, test } from 'vitest';
import type { ReferralMessage } from '#api/credits/message.ts';
import type { Peers } from '#api/credits/peers.ts';
import { recordId } from '#tests/api/support.ts';
import { unguarded } from '#tests/support/attacks.ts';
import { audit } from '#tests/support/audit.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { type ObjectsApi, objectsApi } from '#tests/support/objects-api.ts';
import { hmacHex, sha256 } from '#tests/support/test-deployment.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

interface Sent {
  readonly at: number;
  readonly message: ReferralMessage;
}

let api: ObjectsApi;
let sent: Sent[];
/** Whether messages arrive. */
let isUp: boolean;
let jitter: number;

beforeEach(async () => {
  sent = [];
  isUp = true;
  jitter = 0;
  api = objectsApi({ limiter: noLimits, between, jitterMs: () => jitter });
  await api.registered(1);
});

function between(_: number, peers: Peers): Peers {
  return {
    ...peers,
    user: (to) => ({
      registeredAt: () => peers.user(to).registeredAt(),
      async receive(message) {
        if (!isUp) throw new Error('down');
        sent.push({ at: api.clock.at, message });
        return peers.user(to).receive(message);
      },
    }),
  };
}

const record = () => ({
  id: recordId(),
  calculationType: 'RiskMoney',
  occurredAt: new Date(api.clock.at).toISOString(),
});
const calculate = (id: number, times = 1) =>
  api.user(id).send('POST', '/api/sync', {
    body: { userId: id, records: Array.from({ length: times }, record) },
  });
const profile = async (id: number) => (await api.user(id).send('GET', `/api/user/${id}`)).json;
const times = () => sent.map(({ at }) => at);

test("a referral's registration and work reach the referrer, and the list shows both", async () => {
  await api.registered(2, { startParam: '1', username: 'bea', premium: true });
  await calculate(2);
  await api.ring();
  expect(await profile(1)).toMatchObject({
    referral_points: '75',
    referral_activity_points: '0.1',
    friends: 1,
  });
  const list = await api.user(1).send('POST', '/api/referrals', { body: { userId: 1 } });
  expect(list.json).toMatchObject({
    total: 1,
    maxAgeS: 600,
    referrals: [{ id: 2, username: 'bea', is_premium: 1, activity_points: '1' }],
  });
  expect(api.faults).toEqual([]);
});

test('the first message goes at once, the next after ten minutes, and none without news', async () => {
  await api.registered(2, { startParam: '1' });
  const start = api.clock.at;
  await api.ring();
  for (let minute = 0; minute < 30; minute += 1) {
    await calculate(2);
    api.clock.at += MINUTE;
    await api.ring();
  }
  expect(times()).toEqual([0, 10, 20, 30].map((minute) => start + minute * MINUTE));
  expect((await profile(1)).referral_activity_points).toBe('3');
  api.clock.at += 60 * MINUTE;
  expect(await api.ring()).toBe(0);
});

test('jitter is the longest delay of a message, however busy its sender is', async () => {
  jitter = 20_000;
  await api.registered(2, { startParam: '1' });
  const due = api.clock.at + jitter;
  for (let second = 0; second < 19; second += 1) {
    api.clock.at += 1000;
    await calculate(2);
    expect(api.host(2).alarmAt).toBe(due);
  }
  await api.settle();
  api.clock.at += 30 * MINUTE;
  await calculate(2);
  expect(api.host(2).alarmAt).toBe(api.clock.at + jitter);
});

test('an alarm that is early, repeated or needless sends nothing', async () => {
  await api.registered(2, { startParam: '1' });
  const { object } = api.host(2);
  await Promise.all([object.onAlarm(), object.onAlarm()]);
  expect(sent.length).toBe(1);
  await calculate(2);
  api.clock.at += 10 * MINUTE - 1;
  await object.onAlarm();
  expect(sent.length).toBe(1);
  expect(api.host(2).alarmAt).toBe(api.clock.at + 1);
  api.clock.at += 1;
  await object.onAlarm();
  await object.onAlarm();
  api.clock.at += DAY;
  await object.onAlarm();
  expect(sent.length).toBe(2);
});

test('a restarted object sends its pending messages, with or without its alarm', async () => {
  await api.registered(2, { startParam: '1' });
  api.evict(2);
  api.host(2).alarmAt = null;
  await profile(2);
  expect(api.host(2).alarmAt).toBe(api.clock.at);
  api.evict(2);
  await api.ring();
  expect(await profile(1)).toMatchObject({ friends: 1, referral_points: '50' });
});

test('10,001 waiting credits are delivered 500 per message', async () => {
  isUp = false;
  await api.registered(2, { startParam: '1' });
  // The registration causes one of them.
  for (let left = 10_000; left > 0; left -= 30) {
    await calculate(2, Math.min(30, left));
    api.clock.at += DAY;
  }
  isUp = true;
  api.host(2).alarmAt = api.clock.at;
  await api.settle();
  expect(sent.map(({ message }) => message.credits.length)).toEqual([...new Array(20).fill(500), 1]);
  for (const [index, at] of times().entries()) {
    expect(at - (times()[index - 1] ?? at - 10 * MINUTE)).toBe(10 * MINUTE);
  }
  expect(await profile(1)).toMatchObject({ referral_points: '50', referral_activity_points: '1000' });
});

test('the audit of one database skips only the other ends of credits', async () => {
  await api.registered(2, { startParam: '1' });
  await calculate(2);
  await api.ring();
  const kinds = (id: number, credits: 'here' | 'elsewhere') =>
    audit({ sql: api.host(id).sql, sha256, hmac: hmacHex, credits }).findings.map(({ kind }) => kind);
  expect(kinds(1, 'elsewhere')).toEqual([]);
  expect(kinds(2, 'elsewhere')).toEqual([]);
  expect(kinds(1, 'here')).toEqual(['credit_invented']);
  expect(kinds(2, 'here')).toEqual(['referrer_later', 'credit_lost']);

  const { sql } = api.host(2);
  unguarded(sql, () => sql.run("UPDATE credits SET basis = 2000 WHERE cause = 'friend_activity'"));
  expect(kinds(2, 'elsewhere')).toEqual(['credit_wrong']);
  unguarded(sql, () => sql.run("DELETE FROM credits WHERE cause = 'friend_activity'"));
  expect(kinds(2, 'elsewhere')).toEqual(['credit_missing']);
});
