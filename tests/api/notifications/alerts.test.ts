/** Price alerts in both deployments, from the market service's price to the message, over the real protocols. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readAlerts } from '#api/notifications/preferences/own-alerts.ts';
import { applyPrices } from '#api/notifications/price-alerts/alerts.ts';
import { type Alerts, DEFAULT_SETTINGS, NO_ALERTS } from '#core/contract/settings.ts';
import { BOT_DEPLOYMENTS, openBotDeployment } from '#tests/support/bot-deployment.ts';
import { BLOCKED, type BotApi, startBotApi } from '#tests/upstream/bot-api.ts';
import { type Services, startServices } from '#tests/upstream/services.ts';
import { textUpdate } from '../bot/updates.ts';
import { TOKEN } from '../support.ts';
import { readPrice } from './price-alerts/read-price.ts';

// Each reading makes several calls over real connections.
vi.setConfig({ testTimeout: 60_000 });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Time between two readings of the prices. */
const READING = 5 * MINUTE;
/** A coin of the list without a place among the first ones. */
const OTHER = 'coin-200';
const NAMED = { symbol: 'C200', name: 'Coin 200' };
const UP = /^TON has risen to \$5, the price that you set\. It was \$/;

let bot: BotApi;
let outside: Services;
beforeEach(async () => {
  [bot, outside] = await Promise.all([startBotApi({ token: TOKEN }), startServices()]);
});
afterEach(() => Promise.all([bot.close(), outside.stop()]));

describe.each(BOT_DEPLOYMENTS)('%s', (_, openDeployment) => {
  async function open({ isLive = true } = {}) {
    const { market, fearGreed } = outside;
    const services = { marketApiUrl: market.url, fearGreedUrl: fearGreed.url };
    const deployment = await openBotDeployment(openDeployment, bot, isLive ? { services } : {});
    const { pass, save, inPrices } = deployment;
    // Prices are read on the hour and every five minutes after; messages are sent within a minute.
    await pass(MINUTE);
    return {
      ...deployment,
      set: (alerts: Partial<Alerts>) => save({ alerts: { ...NO_ALERTS, ...alerts } }),
      /** The same for any other coin, which has a price of 4.9 at first. */
      setOther: (threshold: string) => save({ coinAlerts: { [OTHER]: { ...NAMED, threshold } } }),
      async otherPrices(...prices: readonly number[]) {
        for (const price of prices) {
          const coin = market.coins.find(({ id }) => id === OTHER);
          Object.assign(coin ?? {}, { current_price: price });
          await pass(READING);
        }
      },
      /** The service's next prices of TON, one for each reading. */
      async prices(...prices: readonly number[]) {
        for (const price of prices) {
          const ton = market.coins.find(({ id }) => id === 'the-open-network');
          Object.assign(ton ?? {}, { current_price: price });
          await pass(READING);
        }
      },
      alerts: () =>
        inPrices((sql) =>
          sql.all<object>('SELECT user_id, symbol, threshold, direction, armed FROM price_alerts'),
        ),
    };
  }
  const texts = () => bot.shown.map(({ payload }) => payload.text);

  test('a crossing is sent once, with a button that opens the market', async () => {
    const { set, prices } = await open();
    await prices(4.9);
    await set({ TON: '5' });
    await prices(4.99, 5, 5.01, 5.2);
    expect(texts()).toEqual([
      'TON has risen to $5, the price that you set. It was $5 on 25 September at 12:15 UTC.',
    ]);
    expect(bot.shown[0]?.payload.chat_id).toBe(1);
    expect(bot.shown[0]?.payload.reply_markup.inline_keyboard[0][0]).toEqual({
      text: 'See the market',
      url: 'https://t.me/irich_bot/app?startapp=see_cryptooverview',
    });
    // Half a percent back is too little to send it again, 1 % is enough.
    await prices(4.975, 5);
    expect(texts().length).toBe(1);
    await prices(4.95, 5.02);
    expect(texts()).toEqual([UP, UP].map((pattern) => expect.stringMatching(pattern)));
    expect(bot.calls.length).toBe(2);
  });

  test('an alert of any other coin counts from the price in the list, and is told by name', async () => {
    const { setOther, otherPrices, pass, alerts, look, inPrices } = await open();
    await otherPrices(4.9);
    await setOther('5');
    await pass(0);
    expect(alerts()).toEqual([{ user_id: 1, symbol: OTHER, threshold: '5', direction: 'up', armed: 1 }]);
    await otherPrices(5.1, 5.2);
    expect(texts()).toEqual([
      'Coin 200 (C200) has risen to $5, the price that you set. It was $5.1 on 25 September at 12:10 UTC.',
    ]);
    expect(await look(1, (sql) => readAlerts(sql, 1).fired)).toEqual({ [OTHER]: 'up' });
    // Half a percent back is too little to send it again, 1 % is enough.
    await otherPrices(4.975, 5, 4.95, 5.02);
    expect(texts()).toHaveLength(2);
    // The prices of coins with alerts are kept, and of no others.
    const kept = inPrices((sql) =>
      sql.all<{ symbol: string }>('SELECT DISTINCT symbol FROM prices ORDER BY 1'),
    );
    expect(kept.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'TON', OTHER]);
  });

  test('an alert of any other coin is replaced, removed, and erased with the user', async () => {
    const { setOther, otherPrices, save, pass, alerts, one, auth } = await open();
    await otherPrices(4.9);
    await setOther('5');
    await setOther('6');
    await otherPrices(5.5);
    expect(texts()).toEqual([]);
    expect(alerts()).toMatchObject([{ symbol: OTHER, threshold: '6', armed: 1 }]);
    await save({ coinAlerts: {} });
    await otherPrices(6.5);
    expect([texts(), alerts()]).toEqual([[], []]);
    await setOther('7');
    await pass(0);
    expect(alerts()).toHaveLength(1);
    await one.send('DELETE', '/api/user/1', { auth: auth() });
    await otherPrices(7.5);
    expect([texts(), alerts()]).toEqual([[], []]);
  });

  test('a falling price is sent too, for each coin separately', async () => {
    const { set, prices } = await open();
    await prices(6);
    await set({ TON: '5', BTC: '90000', ETH: '3301.07' });
    await prices(5.01, 4.9);
    expect(texts()).toEqual([
      'TON has fallen to $5, the price that you set. It was $4.9 on 25 September at 12:15 UTC.',
    ]);
  });

  test('an alert counts from the price when it was set, not from the next reading', async () => {
    const { set, prices, alerts } = await open();
    await prices(4.99);
    await set({ TON: '5' });
    await prices(5.5);
    expect(texts()).toEqual([expect.stringMatching(UP)]);
    await set({ TON: '5.5' });
    await prices(5.5, 5.6);
    expect(texts().length).toBe(1);
    expect(alerts()).toEqual([{ user_id: 1, symbol: 'TON', threshold: '5.5', direction: 'up', armed: 0 }]);
  });

  test('a price read before the alert arrives crosses it in the direction in which it was set', async () => {
    const { set, prices, inPrices, clock, look } = await open();
    await prices(4.9);
    await set({ TON: '5' });
    clock.at += 10_000;
    inPrices((sql) => readPrice(sql, '5.1', clock.at));
    await prices(5.2, 4.98, 5.2);
    expect(texts()).toEqual([expect.stringMatching(/^TON has risen to \$5, .* It was \$5\.1 on/)]);
    expect(await look(1, (sql) => readAlerts(sql, 1))).toMatchObject({
      directions: { TON: 'up' },
      fired: { TON: 'up' },
    });
  });

  test('an alert set offline counts from when it was set', async () => {
    const { one, auth, prices, clock } = await open();
    await prices(4.9);
    const chosenAt = new Date(clock.at).toISOString();
    await prices(5.1);
    const settings = { ...DEFAULT_SETTINGS, alerts: { ...NO_ALERTS, TON: '5' } };
    await one.send('PUT', '/api/user/settings', { body: { userId: 1, settings, chosenAt }, auth: auth() });
    await prices(5.2);
    expect(texts()).toEqual([expect.stringMatching(/^TON has risen to \$5, .* It was \$5\.1 on/)]);
  });

  test('an alert set offline in place of another is sent even if the same price crossed both', async () => {
    const { set, one, auth, prices, clock } = await open();
    await prices(4.9);
    await set({ TON: '5' });
    const chosenAt = new Date(clock.at).toISOString();
    await prices(5.1);
    const settings = { ...DEFAULT_SETTINGS, alerts: { ...NO_ALERTS, TON: '5.05' } };
    await one.send('PUT', '/api/user/settings', { body: { userId: 1, settings, chosenAt }, auth: auth() });
    await prices(5.2);
    expect(texts()).toEqual([
      expect.stringMatching(UP),
      expect.stringMatching(/^TON has risen to \$5\.05, .* It was \$5\.1 on/),
    ]);
  });

  test("the user's settings learn the direction once the alert reaches the prices", async () => {
    const { set, prices, pass, look } = await open();
    const directions = () => look(1, (sql) => readAlerts(sql, 1).directions);
    await prices(4.9);
    await set({ TON: '5', BTC: '1', ETH: '1000000' });
    await pass(0);
    expect(await directions()).toEqual({ TON: 'up', BTC: 'down', ETH: 'up' });
    await set({ TON: '4.8', BTC: '1' });
    expect(await directions()).toEqual({ BTC: 'down' });
    await pass(0);
    expect(await directions()).toEqual({ TON: 'down', BTC: 'down' });
  });

  test('an alert reaches the prices as soon as it is set', async () => {
    const { set, prices, pass, alerts } = await open();
    await prices(4.99);
    await set({ TON: '5' });
    await pass(0);
    expect(alerts()).toMatchObject([{ threshold: '5', direction: 'up', armed: 1 }]);
  });

  test("the user's settings remember a crossing's direction until the alert changes", async () => {
    const { set, one, auth, prices, look } = await open();
    const fired = () => look(1, (sql) => readAlerts(sql, 1).fired);
    await prices(4.9);
    await set({ TON: '5', BTC: '1000000' });
    expect(await fired()).toEqual({});
    await prices(5.1);
    expect(await fired()).toEqual({ TON: 'up' });
    await set({ TON: '5' });
    const { alerts: _, ...older } = DEFAULT_SETTINGS;
    await one.send('PUT', '/api/user/settings', { body: { userId: 1, settings: older }, auth: auth() });
    expect(await fired()).toEqual({ TON: 'up' });
    await set({ TON: '5.05' });
    await set({ TON: '5' });
    expect(await fired()).toEqual({});
  });

  test('other settings and the same threshold leave an alert alone; a new threshold starts over', async () => {
    const { set, save, prices } = await open();
    await prices(4.9);
    await set({ TON: '5' });
    await prices(5.1);
    expect(texts().length).toBe(1);
    await save({ alerts: { ...NO_ALERTS, TON: '5' }, zone: 'Asia/Tokyo', quiet: null });
    await prices(5.2, 4.96, 5.2);
    expect(texts().length).toBe(1);
    await save({ alerts: { ...NO_ALERTS, TON: '5.3' }, quiet: null });
    await prices(5.4);
    expect(texts()[1]).toMatch(/^TON has risen to \$5\.3,/);
  });

  test('a removed alert sends nothing', async () => {
    const { set, prices, alerts } = await open();
    await prices(4.9);
    await set({ TON: '5' });
    await prices(4.9);
    await set({});
    await prices(5.1);
    expect(bot.calls).toEqual([]);
    expect(alerts()).toEqual([]);
  });

  test('a threshold jumped over while the services were silent is sent once with the current price', async () => {
    const { set, prices, pass } = await open();
    await prices(4.9);
    await set({ TON: '5' });
    outside.market.fail({ type: 'status', status: 500 });
    await prices(5.1);
    await pass(HOUR);
    expect(bot.calls).toEqual([]);
    outside.market.fail(null);
    await prices(7.5, 7.5, 7.5);
    expect(texts()).toEqual([expect.stringMatching(/^TON has risen to \$5.* It was \$7\.5 on/)]);
  });

  test('a restart keeps the direction and the crossing', async () => {
    const { set, prices, restart, one, auth } = await open();
    await prices(4.9);
    await set({ TON: '5' });
    await prices(4.9);
    await restart();
    await one.send('GET', '/api/user/1', { auth: auth() });
    await prices(5.1);
    expect(texts().length).toBe(1);
    await restart();
    await prices(5.2, 4.97, 5.1);
    expect(texts().length).toBe(1);
  });

  test('a process that stops between a crossing and its message sends it afterwards, once', async () => {
    const { set, pass, prices, restart, inPrices, clock } = await open();
    await prices(4.9);
    await set({ TON: '5' });
    await prices(4.9);
    inPrices((sql) => applyPrices(sql, [{ symbol: 'TON', price: '5.1' }], clock.at));
    await restart();
    await pass(4 * READING);
    expect(texts()).toEqual([expect.stringMatching(UP)]);
    expect(bot.calls.length).toBe(1);
  });

  test('quiet hours delay a message, which says when it happened, and is dropped once unwanted', async () => {
    const { save, prices, pass } = await open();
    const alerts = { ...NO_ALERTS, TON: '5' };
    const hours = { zone: 'UTC', quiet: { from: 12, to: 15 } };
    await prices(4.9);
    await save({ alerts, ...hours });
    await prices(4.9, 5.1);
    expect(bot.calls).toEqual([]);
    await pass(3 * HOUR);
    expect(texts()).toEqual([
      'TON has risen to $5, the price that you set. It was $5.1 on 25 September at 12:15.',
    ]);
    await save({ alerts, zone: 'UTC', quiet: { from: 15, to: 18 } });
    await prices(4.9, 5.1);
    await save({ alerts: { ...NO_ALERTS, TON: '6' }, zone: 'UTC', quiet: { from: 15, to: 18 } });
    await pass(4 * HOUR);
    expect(bot.calls.length).toBe(1);
  });

  test('a user who blocked the bot gets no message, then or later', async () => {
    const { set, prices, hear, clock } = await open();
    await prices(4.9);
    await set({ TON: '5' });
    bot.faults.push(BLOCKED);
    await prices(5.1, 4.9, 5.1);
    expect(bot.calls.length).toBe(1);
    clock.at += 1_000;
    await hear(textUpdate('/start', { id: 1, at: clock.at }));
    await prices(5.1);
    expect(bot.shown).toEqual([]);
    await prices(4.9, 5.1);
    expect(texts()).toEqual([expect.stringMatching(UP)]);
  });

  test('a user who deletes their data has no alerts and gets no earlier crossing', async () => {
    const { set, prices, one, auth, alerts, dump, inPrices, clock, pass } = await open();
    await prices(4.9);
    await set({ TON: '5.1234' });
    await prices(4.9);
    inPrices((sql) => applyPrices(sql, [{ symbol: 'TON', price: '5.2' }], clock.at));
    await one.send('DELETE', '/api/user/1', { auth: auth() });
    await pass(2 * MINUTE);
    expect(alerts()).toEqual([]);
    expect(await dump()).not.toContain('5.1234');
    await one.send('POST', '/api/user/onboarding', { body: { userId: 1 }, auth: auth() });
    await prices(4, 6);
    expect(bot.calls).toEqual([]);
  });

  test('sample figures trigger no alert', async () => {
    const { set, pass, alerts } = await open({ isLive: false });
    await set({ TON: '3.4127', BTC: '1', ETH: '1000000' });
    await pass(24 * HOUR);
    expect(alerts().length).toBe(3);
    expect(bot.calls).toEqual([]);
  });
});
