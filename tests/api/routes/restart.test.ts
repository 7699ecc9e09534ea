/** A deployment stopped between any two calls continues where it was. */
import { expect, test } from 'vitest';
import { makeApi, START } from '../support.ts';

test('a restart keeps everything, and messages under way arrive', async () => {
  const api = await makeApi();
  await api.registered(1);
  await api.registered(2, { startParam: '1', username: 'bea' });
  await api.settle();
  const calculate = () =>
    api.user(2).send('POST', '/api/referral/calculations', {
      body: { userId: 2, calculationType: 'RiskMoney', occurredAt: new Date(START).toISOString() },
    });
  const { token } = (await api.user(2).send('POST', '/api/exports', { body: { userId: 2, kind: 'ledger' } }))
    .json;
  for (let round = 1; round <= 3; round += 1) {
    expect((await calculate()).json.answer).toBe('recorded');
    const kept = await api.dump();
    await api.restart();
    expect(await api.dump()).toBe(kept);
    const { activity_points, head } = (await api.user(2).send('GET', '/api/user/2')).json;
    expect([activity_points, head.seq]).toEqual([`${round}`, 2 + round]);
  }
  expect((await api.send('GET', `/api/exports/${token}`)).status).toBe(200);
  await api.restart();
  await api.settle();
  await api.restart();
  expect((await api.user(1).send('GET', '/api/user/1')).json).toMatchObject({
    friends: 1,
    referral_points: '50',
    referral_activity_points: '0.3',
  });
  const list = await api.user(1).send('POST', '/api/referrals', { body: { userId: 1 } });
  expect(list.json.referrals).toMatchObject([{ id: 2, username: 'bea', activity_points: '3' }]);
});
