/** What a call that got no answer leaves in the log: enough to tell one trouble from another, and nothing of the address. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBotClient } from '#api/bot/client.ts';
import { deliver } from '#api/notifications/deliver.ts';
import { type BotApi, type BotApiFault, startBotApi } from '#tests/outside/bot-api.ts';
import { TOKEN } from '#tests/support/deployment.ts';

const WORDS = { text: 'Good news', label: 'Look', url: 'https://t.me/irich_bot/app' };

let bot: BotApi;
beforeEach(async () => {
  bot = await startBotApi({ token: TOKEN });
});
afterEach(() => bot.close());

const clientOf = (apiUrl: string) => createBotClient({ token: TOKEN, apiUrl, fetch, limitMs: 200 });

test('each trouble is told apart, without the address, which holds the token', async () => {
  const troubles: readonly BotApiFault[] = [
    { type: 'cut', isShown: true },
    { type: 'half', isShown: true },
    { type: 'drip', isShown: true },
  ];
  const reasons: string[] = [];
  for (const trouble of troubles) {
    bot.faults.push(trouble);
    const delivery = await deliver(clientOf(bot.url), 1, WORDS);
    if (delivery.type !== 'unknown') throw new Error(delivery.type);
    reasons.push(delivery.why);
  }
  expect(new Set(reasons).size).toBe(3);
  for (const why of reasons) {
    expect(why).not.toContain(TOKEN);
    expect(why).not.toContain('127.0.0.1');
    expect(why).toMatch(/^\w+: .{10,}/);
  }
});

test('where nobody listens it says so, and nothing has left', async () => {
  const { url } = bot;
  await bot.close();
  const delivery = await deliver(clientOf(url), 1, WORDS);
  expect(delivery).toMatchObject({ type: 'again', ms: null, why: expect.stringContaining('(ECONNREFUSED)') });
  bot = await startBotApi({ token: TOKEN });
});

test('a message that names the address is kept without it', async () => {
  const api = createBotClient({
    token: TOKEN,
    apiUrl: bot.url,
    fetch: (async (url: string) => {
      throw new Error(`The connection to ${url} was lost`);
    }) as typeof fetch,
  });
  const delivery = await deliver(api, 1, WORDS);
  expect(delivery).toEqual({ type: 'unknown', why: 'Error: The connection to … was lost' });
});
