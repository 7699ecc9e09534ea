/** The prepared message of a shared picture: requested from the Bot API once, in both deployments, and optional. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { apiOver, CONFIG, START } from '#tests/api/support.ts';
import { TOKEN } from '#tests/support/deployment.ts';
import { base64, jpeg } from '#tests/support/jpeg.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { openObjectsDeployment } from '#tests/support/objects-deployment.ts';
import type { DeploymentSeams, TestClock } from '#tests/support/test-deployment.ts';
import { type BotApi, type BotApiFault, startBotApi } from '#tests/upstream/bot-api.ts';

let bot: BotApi;
beforeEach(async () => {
  bot = await startBotApi({ token: TOKEN });
});
afterEach(() => bot.close());

describe.each([
  ['machine', openMachineDeployment],
  ['objects', openObjectsDeployment],
])('%s', (_name, open) => {
  async function opened(more: Partial<DeploymentSeams> = {}) {
    const clock: TestClock = { at: START, now: () => clock.at };
    const seams = { config: CONFIG, clock, bot: { secret: 'x', apiUrl: bot.url }, onRequest: () => {} };
    const api = apiOver(await open({ ...seams, ...more }), clock);
    const user = await api.registered(42, { language: 'ru' });
    const share = (calculationType = 'TakeProfitStopLoss') =>
      user.send('POST', '/api/share', {
        body: { userId: 42, calculationType, picture: base64(jpeg({ width: 800, height: 400 })) },
      });
    return { ...api, user, share };
  }

  test("a photo with text in the user's language and their invitation, for any chat", async () => {
    const { share } = await opened();
    const { url, preparedMessageId } = (await share()).json;
    expect(preparedMessageId).toBe('prepared-1');
    expect(bot.calls).toMatchObject([
      {
        method: 'savePreparedInlineMessage',
        payload: {
          user_id: 42,
          allow_user_chats: true,
          allow_group_chats: true,
          allow_channel_chats: true,
          result: {
            type: 'photo',
            photo_url: url,
            thumbnail_url: url,
            photo_width: 800,
            photo_height: 400,
            caption: expect.stringMatching(/^Тейк-профит и стоп-лосс: мой расчёт в iRICH\./),
            reply_markup: {
              inline_keyboard: [[{ text: 'Открыть iRICH', url: 'https://t.me/irich_bot/app?startapp=42' }]],
            },
          },
        },
      },
    ]);
  });

  test('a badge is named in the message', async () => {
    const { user } = await opened();
    const body = { userId: 42, badgeId: 'lev_1', picture: base64(jpeg()) };
    expect((await user.send('POST', '/api/share', { body })).json.preparedMessageId).toBe('prepared-1');
    expect(bot.calls[0]?.payload.result).toMatchObject({
      id: 'badge',
      title: 'Уровень 1',
      caption: 'Уровень 1: мой значок в iRICH.',
    });
  });

  test('the picture is available before the message is', async () => {
    const { share, send } = await opened();
    const asked = new Promise<string>((resolve) => {
      bot.choose = ({ payload }) => {
        resolve(payload.result.photo_url);
        return null;
      };
    });
    const [, url] = await Promise.all([share(), asked]);
    expect((await send('GET', new URL(url).pathname)).status).toBe(200);
  });

  test('the text follows a later choice of language', async () => {
    const { share, user } = await opened();
    await user.send('PATCH', '/api/user/language', { body: { id: 42, languageCode: 'en' } });
    await share('Staking');
    expect(bot.calls[0]?.payload.result.caption).toMatch(/^Staking: what I calculated in iRICH\./);
  });

  test.each<BotApiFault>([
    { type: 'status', status: 400, description: 'Bad Request: PHOTO_INVALID' },
    { type: 'status', status: 403, description: 'Forbidden' },
    { type: 'status', status: 500, description: 'Internal Server Error' },
    { type: 'retry_after', seconds: 30 },
    { type: 'gateway', isShown: false },
    { type: 'types', isShown: false },
    { type: 'half', isShown: true },
    { type: 'cut', isShown: true },
    { type: 'drip', isShown: true },
  ])('$type $status: no message is prepared, and the Bot API is called once', async (fault) => {
    bot.faults.push(fault);
    const { share, send } = await opened();
    const reply = await share();
    expect([reply.status, reply.json.preparedMessageId]).toEqual([200, null]);
    expect((await send('GET', new URL(reply.json.url).pathname)).status).toBe(200);
    expect(bot.calls).toHaveLength(1);
  });

  test('no call is made if no picture was kept', async () => {
    const { share } = await opened({ readOnly: () => true });
    expect((await share()).json.error.code).not.toBeUndefined();
    expect(bot.calls).toEqual([]);
  });
});
