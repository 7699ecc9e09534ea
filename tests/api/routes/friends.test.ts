/** What a referrer learns about a friend, and how soon. */
import { beforeEach, expect, test } from 'vitest';
import { makeApi, type TestApi } from '../support.ts';

/** The longest delay of a message, which keeps ledgers from sending all at once, in milliseconds. */
const JITTER_MS = 30_000;

let api: TestApi;
beforeEach(async () => {
  api = await makeApi();
  await api.registered(7);
  await api.registered(42, { startParam: '7', username: 'vera' });
});

const list = async () => (await api.user(7).send('POST', '/api/referrals', { body: { userId: 7 } })).json;
const calculate = () =>
  api.user(42).send('POST', '/api/referral/calculations', {
    body: { userId: 42, calculationType: 'RiskMoney' },
  });
/** How long it takes until everything has arrived, in milliseconds. */
async function arrival(): Promise<number> {
  const from = api.clock.at;
  await api.settle();
  return api.clock.at - from;
}

test('the first news arrives at once, later news within the documented time', async () => {
  const { maxAgeS } = await list();
  expect(await arrival()).toBeLessThanOrEqual(Math.min(JITTER_MS, maxAgeS * 1000));
  expect((await list()).referrals).toMatchObject([{ id: 42, activity_points: '0' }]);
  for (const [hour, activity_points] of ['1', '2', '3'].entries()) {
    await calculate();
    expect(await arrival()).toBeLessThanOrEqual(maxAgeS * 1000);
    expect((await list()).referrals).toMatchObject([{ activity_points }]);
    api.clock.at += hour * 3_600_000;
  }
  await api.user(42).send('POST', '/api/checkin/claim', { body: { userId: 42 } });
  await api.settle();
  expect((await list()).referrals).toMatchObject([{ checkin_points: '10' }]);
});

test('a new name, premium status, and the deletion of both arrive', async () => {
  await api.settle();
  expect((await list()).referrals).toMatchObject([{ username: 'vera', is_premium: 0 }]);
  await api.user(42, { username: 'oleg', premium: true }).register();
  await api.settle();
  expect((await list()).referrals).toMatchObject([{ username: 'oleg', is_premium: 1 }]);
  await api.user(42).send('DELETE', '/api/user/42');
  await api.settle();
  expect((await list()).referrals).toMatchObject([{ id: 42, username: null, is_premium: 0 }]);
  expect(await api.dump()).not.toMatch(/vera|oleg/);
});
