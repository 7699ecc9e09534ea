/** An alert in workerd: from the object of its user to the one with the prices, and from a price to the service. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env, type Namespace } from 'cloudflare:workers';
import { expect, inject, test } from 'vitest';
import { applyPrices } from '#api/alerts/alerts.ts';
import { durableObjectSql } from '#api/sqlite/durable-object.ts';
import { DEFAULT_SETTINGS, NO_ALERTS } from '#core/contract/settings.ts';
import { SECRET } from '#tests/api/bot/updates.ts';
import { apiOver, CONFIG, START } from '#tests/api/support.ts';
import type { BotApiCall } from '#tests/outside/bot-api.ts';
import { openDurableHome } from '#tests/support/durable-home.ts';
import type { TestClock } from '#tests/support/homes.ts';

const apiUrl = inject('alertsBotApiUrl');
const { SENDER, PUBLIC } = env as Readonly<Record<'SENDER' | 'PUBLIC', Namespace<object>>>;
/** Beyond the runtime's own clock, which would ring what is due by it before the test does. */
const AHEAD = START + 50 * 365 * 86_400_000;
const sender = () => SENDER.get(SENDER.idFromName('sender'));
const prices = () => PUBLIC.get(PUBLIC.idFromName('public'));

test('an alert reaches the prices, a crossing its user, and nothing is told twice', async () => {
  await fetch(`${apiUrl}/control`, { method: 'PUT', body: '[]' });
  const clock: TestClock = { at: AHEAD, now: () => clock.at };
  const home = await openDurableHome({
    config: CONFIG,
    clock,
    bot: { secret: SECRET, apiUrl },
    onRequest: () => {},
  });
  const api = apiOver(home, clock);
  const user = await api.registered(1, { allowsWrite: true });
  const set = (TON: string | null) =>
    user.send('PUT', '/api/user/settings', {
      body: { userId: 1, settings: { ...DEFAULT_SETTINGS, quiet: null, alerts: { ...NO_ALERTS, TON } } },
    });
  const kept = () =>
    runInDurableObject(prices(), (_, { storage }) =>
      durableObjectSql(storage).all<object>('SELECT user_id, threshold, direction, armed FROM price_alerts'),
    );
  async function see(price: string) {
    clock.at += 60_000;
    await runInDurableObject(prices(), (_, { storage }) =>
      applyPrices(durableObjectSql(storage), [{ symbol: 'TON', price }], clock.at),
    );
    // Whatever it has not begun with yet is due once it is woken.
    await runInDurableObject(prices(), (object) => (object as unknown as { alarm(): Promise<void> }).alarm());
    clock.at += 60_000;
    await runDurableObjectAlarm(sender());
  }
  const told = async () =>
    ((await (await fetch(`${apiUrl}/control`)).json()) as { shown: BotApiCall[] }).shown.map(
      ({ payload }) => payload.text,
    );

  await set('5');
  await home.settle();
  expect(await kept()).toEqual([{ user_id: 1, threshold: '5', direction: null, armed: 0 }]);
  await see('4.9');
  expect(await kept()).toEqual([{ user_id: 1, threshold: '5', direction: 'up', armed: 1 }]);
  await see('5.1');
  await home.restart();
  await see('5.2');
  expect(await told()).toEqual([expect.stringMatching(/^TON has risen to \$5, .* It was \$5\.1 on /)]);
  await set(null);
  await home.settle();
  expect(await kept()).toEqual([]);
});
