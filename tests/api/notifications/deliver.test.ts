/** What a failed call leaves in the log: enough to tell failures apart, and nothing of the address. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBotClient } from '#api/bot/client.ts';
import { deliver } from '#api/notifications/sender/deliver.ts';
import { TOKEN } from '#tests/support/deployment.ts';
import { type BotApi, type BotApiFault, startBotApi } from '#tests/upstream/bot-api.ts';

const WORDS = { text: 'Good news', label: 'Look', url: 'https://t.me/irich_bot/app' };

let bot: BotApi;
beforeEach(async () => {
  bot = await startBotApi({ token: TOKEN });
});
afterEach(() => bot.close());

const clientOf = (apiUrl: string) => createBotClient({ token: TOKEN, apiUrl, fetch, limitMs: 200 });

test('each failure is named without the address, which holds the token', async () => {
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

test('a refused connection is named, and nothing was sent', async () => {
  const { url } = bot;
  await bot.close();
  const delivery = await deliver(clientOf(url), 1, WORDS);
  expect(delivery).toMatchObject({ type: 'again', ms: null, why: expect.stringContaining('(ECONNREFUSED)') });
  bot = await startBotApi({ token: TOKEN });
});

test('a message that contains the address is logged without it', async () => {
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

/** How a message ends if the service answers this. */
function answered(body: object): ReturnType<typeof deliver> {
  const answering = (async () => Response.json(body)) as unknown as typeof fetch;
  return deliver(createBotClient({ token: TOKEN, apiUrl: bot.url, fetch: answering }), 1, WORDS);
}
const refusal = (code: unknown, description = 'no', parameters = {}) =>
  answered({ ok: false, error_code: code, description, parameters });

test('only an answer with a message counts as sent, any other is uncertain', async () => {
  expect(await answered({ ok: true, result: { message_id: 7 } })).toEqual({ type: 'sent' });
  for (const result of [true, null, {}, { message_id: '7' }])
    expect(await answered({ ok: true, result })).toMatchObject({ type: 'unknown' });
});

test.each([500, 502, 599, 401, 404])('with %i nothing was sent, and the message is retried', async (code) => {
  expect(await refusal(code)).toMatchObject({ type: 'again', ms: null, why: `${code} no` });
});

test.each([
  [5, 5000],
  [0.5, 1000],
  [86_400, 86_400_000],
  [86_401, 86_400_000],
  [0, null],
  [-1, null],
  ['5', null],
  [undefined, null],
])('with 429 the message is retried after the requested %s s, at most a day', async (seconds, ms) => {
  expect(await refusal(429, 'slowly', { retry_after: seconds })).toMatchObject({ type: 'again', ms });
});

test.each([
  [403, 'anything', true],
  [400, 'Bad Request: chat not found', true],
  [400, 'Bad Request: USER NOT FOUND', true],
  [400, 'Forbidden: user is deactivated', true],
  [400, 'PEER_ID_INVALID', true],
  [400, 'message is too long', false],
  [409, 'chat not found', false],
  [499, 'anything', false],
])('with %i %s the message is refused, the user gone: %s', async (code, description, isGone) => {
  expect(await refusal(code, description)).toMatchObject({ type: 'refused', isGone });
});

test.each([399, 200, '403', null])('with the code %s the outcome is uncertain', async (code) => {
  expect(await refusal(code)).toMatchObject({ type: 'unknown' });
});
