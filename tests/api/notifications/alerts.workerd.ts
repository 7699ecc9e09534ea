/** An alert in workerd: from the user object to the public object, and from a price to the Bot API. */
import { runInDurableObject } from 'cloudflare:test';
import { env, type Namespace } from 'cloudflare:workers';
import { expect, inject, test } from 'vitest';
import { durableObjectSql } from '#api/runtime/sqlite/durable-object.ts';
import { DEFAULT_SETTINGS, NO_ALERTS } from '#core/contract/settings.ts';
import { AHEAD, openDurableBot } from '#tests/support/durable-bot.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { readPrice } from './price-alerts/read-price.ts';

const apiUrl = inject('alertsBotApiUrl');
const { PUBLIC } = env as Readonly<Record<'PUBLIC', Namespace<object>>>;
const prices = () => PUBLIC.get(PUBLIC.idFromName('public'));

test('an alert reaches the prices, a crossing reaches its user, and nothing is sent twice', async () => {
  const clock: TestClock = { at: AHEAD, now: () => clock.at };
  const { registered, sendDue, settle, restart, told } = await openDurableBot(apiUrl, clock);
  const user = await registered(1, { allowsWrite: true });
  const set = (TON: string | null) =>
    user.send('PUT', '/api/user/settings', {
      body: { userId: 1, settings: { ...DEFAULT_SETTINGS, quiet: null, alerts: { ...NO_ALERTS, TON } } },
    });
  const kept = () =>
    runInDurableObject(prices(), (_, { storage }) =>
      durableObjectSql(storage).all<object>('SELECT user_id, threshold, direction, armed FROM price_alerts'),
    );
  const read = (price: string) =>
    runInDurableObject(prices(), (_, { storage }) => readPrice(durableObjectSql(storage), price, clock.at));
  async function see(price: string) {
    clock.at += 60_000;
    await read(price);
    // Work that has not started is due once the object wakes.
    await runInDurableObject(prices(), (object) => (object as unknown as { alarm(): Promise<void> }).alarm());
    await sendDue();
  }
  const texts = async () => (await told()).shown.map(({ payload }) => payload.text);

  await set('5');
  await settle();
  expect(await kept()).toEqual([{ user_id: 1, threshold: '5', direction: null, armed: 0 }]);
  await see('4.9');
  expect(await kept()).toEqual([{ user_id: 1, threshold: '5', direction: 'up', armed: 1 }]);
  await see('5.1');
  await restart();
  await see('5.2');
  const upAt5 = expect.stringMatching(/^TON has risen to \$5, .* It was \$5\.1 on /);
  expect(await texts()).toEqual([upAt5]);
  await set(null);
  await settle();
  expect(await kept()).toEqual([]);

  // Read before the public object knows the alert.
  await read('5.9');
  await set('6');
  clock.at += 10_000;
  await read('6.1');
  await settle();
  expect(await kept()).toEqual([{ user_id: 1, threshold: '6', direction: 'up', armed: 0 }]);
  await see('6.2');
  expect(await texts()).toEqual([
    upAt5,
    expect.stringMatching(/^TON has risen to \$6, .* It was \$6\.1 on /),
  ]);
});
