/** From a price of the market service to a message on somebody's phone, in both homes, over the real protocols. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyPrices } from '#api/alerts/alerts.ts';
import { readAlerts } from '#api/notifications/own-alerts.ts';
import { type Alerts, DEFAULT_SETTINGS, NO_ALERTS } from '#core/contract/settings.ts';
import { BLOCKED, type BotApi, startBotApi } from '#tests/outside/bot-api.ts';
import { type Services, startServices } from '#tests/outside/services.ts';
import { BOT_HOMES, openBotHome } from '#tests/support/bot-home.ts';
import { readPrice } from '../alerts/read-price.ts';
import { textUpdate } from '../bot/updates.ts';
import { TOKEN } from '../support.ts';

// Each reading is half a dozen calls over real connections.
vi.setConfig({ testTimeout: 60_000 });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Between two readings of the prices. */
const READING = 5 * MINUTE;
const UP = /^TON has risen to \$5, the price that you set\. It was \$/;

let bot: BotApi;
let outside: Services;
beforeEach(async () => {
  [bot, outside] = await Promise.all([startBotApi({ token: TOKEN }), startServices()]);
});
afterEach(() => Promise.all([bot.close(), outside.stop()]));

describe.each(BOT_HOMES)('%s', (_, openHome) => {
  async function open({ isLive = true } = {}) {
    const { market, fearGreed } = outside;
    const services = { marketApiUrl: market.url, fearGreedUrl: fearGreed.url };
    const home = await openBotHome(openHome, bot, isLive ? { services } : {});
    const { pass, save, inPrices } = home;
    // Prices are read on the hour and every five minutes from then on: a minute later all is told.
    await pass(MINUTE);
    return {
      ...home,
      set: (alerts: Partial<Alerts>) => save({ alerts: { ...NO_ALERTS, ...alerts } }),
      /** TON as the service has it from now on, each for one reading. */
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

  test('a price that moves across is told once, with a button that leads to the market', async () => {
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
    // Half a percent back is not enough to be told again, 1 % is.
    await prices(4.975, 5);
    expect(texts().length).toBe(1);
    await prices(4.95, 5.02);
    expect(texts()).toEqual([UP, UP].map((pattern) => expect.stringMatching(pattern)));
    expect(bot.calls.length).toBe(2);
  });

  test('a price that falls is told, too, and each coin for itself', async () => {
    const { set, prices } = await open();
    await prices(6);
    await set({ TON: '5', BTC: '90000', ETH: '3301.07' });
    await prices(5.01, 4.9);
    expect(texts()).toEqual([
      'TON has fallen to $5, the price that you set. It was $4.9 on 25 September at 12:15 UTC.',
    ]);
  });

  test('where it stands when it is set counts, not where the next reading finds it', async () => {
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

  test('a price that is read before it is known beside the prices crosses it the way that it was set', async () => {
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

  test('chosen without a network, it counts from then', async () => {
    const { one, auth, prices, clock } = await open();
    await prices(4.9);
    const chosenAt = new Date(clock.at).toISOString();
    await prices(5.1);
    const settings = { ...DEFAULT_SETTINGS, alerts: { ...NO_ALERTS, TON: '5' } };
    await one.send('PUT', '/api/user/settings', { body: { userId: 1, settings, chosenAt }, auth: auth() });
    await prices(5.2);
    expect(texts()).toEqual([expect.stringMatching(/^TON has risen to \$5, .* It was \$5\.1 on/)]);
  });

  test('chosen without a network in place of another one, it is told though the same price has crossed both', async () => {
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

  test('the home of its user knows which way it is crossed, as soon as it is known beside the prices', async () => {
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

  test('it is known beside the prices as soon as it is set', async () => {
    const { set, prices, pass, alerts } = await open();
    await prices(4.99);
    await set({ TON: '5' });
    await pass(0);
    expect(alerts()).toMatchObject([{ threshold: '5', direction: 'up', armed: 1 }]);
  });

  test('the home of its user knows which way it was crossed, until it is another one', async () => {
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

  test('other settings leave it alone, the same threshold again too; another one begins anew', async () => {
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

  test('what is removed is not told any more', async () => {
    const { set, prices, alerts } = await open();
    await prices(4.9);
    await set({ TON: '5' });
    await prices(4.9);
    await set({});
    await prices(5.1);
    expect(bot.calls).toEqual([]);
    expect(alerts()).toEqual([]);
  });

  test('a threshold that was jumped over while the services were silent is told once, with the price now', async () => {
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

  test('a restart forgets neither which way it is crossed nor that it was', async () => {
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

  test('a process that ends between a price and telling of it tells of it afterwards, once', async () => {
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

  test('in quiet hours it waits, says when it was, and is dropped where it is not wanted any more', async () => {
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

  test('who has blocked the bot is told nothing, and what happened meanwhile neither', async () => {
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

  test('who deletes their data has no alerts, and is not told what was crossed before', async () => {
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

  test('sample figures set off nothing', async () => {
    const { set, pass, alerts } = await open({ isLive: false });
    await set({ TON: '3.4127', BTC: '1', ETH: '1000000' });
    await pass(24 * HOUR);
    expect(alerts().length).toBe(3);
    expect(bot.calls).toEqual([]);
  });
});
