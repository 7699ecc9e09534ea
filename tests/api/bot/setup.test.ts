/** `npm run bot -- setup` and `status` against a stand-in of the Bot API: what they set and print, and when a call fails. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runBot } from '#api/ops/bot/run.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from '#core/languages.ts';
import { DEPLOYMENT, TOKEN } from '#tests/support/deployment.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { type BotApi, startBotApi } from '#tests/upstream/bot-api.ts';
import { SECRET } from './updates.ts';

let bot: BotApi;
beforeEach(async () => {
  bot = await startBotApi({ token: TOKEN });
});
afterEach(() => bot.close());

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runInProcess(runBot, args, {
    env: { ...DEPLOYMENT, BOT_API_URL: bot.url, BOT_WEBHOOK_SECRET: SECRET, ...env },
  });
const payloads = (method: string) =>
  bot.calls.filter((call) => call.method === method).map((call) => call.payload);

test('setup sets everything in every language and prints it', async () => {
  const { code, out, err } = await run(['setup']);
  expect([code, err]).toEqual([0, '']);
  expect(out.trim().split('\n')).toEqual([
    'done: the token is that of @irich_bot',
    'done: updates go to https://irich.example/api/bot/webhook',
    'done: the menu button opens the app',
    ...LANGUAGE_CODES.flatMap((code) => [`done: commands in ${code}`, `done: descriptions in ${code}`]),
  ]);
  expect(payloads('setWebhook')).toEqual([
    {
      url: 'https://irich.example/api/bot/webhook',
      secret_token: SECRET,
      allowed_updates: ['message', 'my_chat_member'],
    },
  ]);
  expect(payloads('setChatMenuButton')[0].menu_button).toMatchObject({
    type: 'web_app',
    web_app: { url: 'https://irich.example' },
  });
  const commands = payloads('setMyCommands').map(({ commands: list, scope, language_code: language }) => [
    language,
    scope.type,
    list.map(({ command }: { command: string }) => command).join(),
  ]);
  // The default language is for users of all other languages.
  expect(commands).toEqual(
    LANGUAGE_CODES.map((code) => (code === DEFAULT_LANGUAGE ? undefined : code)).flatMap((language) => [
      [language, 'all_private_chats', 'start,points,streak,help,privacy'],
      [language, 'all_group_chats', 'start,help,privacy'],
    ]),
  );
  // The service limits the length.
  for (const { description } of payloads('setMyDescription'))
    expect(description.length).toBeLessThanOrEqual(512);
  for (const payload of payloads('setMyShortDescription')) {
    expect(payload.short_description.length).toBeLessThanOrEqual(120);
  }
});

test.each([
  [
    'another token',
    { BOT_TOKEN: '2222222222:another-token' },
    /^failed: the token is that of @irich_bot: Unauthorized$/,
  ],
  [
    'another bot',
    { BOT_USERNAME: 'other_bot' },
    /it is that of @irich_bot; BOT_TOKEN and BOT_USERNAME belong to two bots$/,
  ],
  ['no service', { BOT_API_URL: 'http://127.0.0.1:9' }, /^failed: the token is that of @irich_bot: .+$/],
  ['no secret', { BOT_WEBHOOK_SECRET: '' }, /^BOT_WEBHOOK_SECRET: is not set$/],
  ['bad configuration', { PUBLIC_URL: 'irich.example' }, /^PUBLIC_URL: must be /],
])('%s: the command prints a clear error without the token', async (_, env, message) => {
  const { code, err } = await run(['setup'], env);
  expect(code).toBe(1);
  expect(err.trim()).toMatch(message);
  expect(err).not.toMatch(/TEST-token|another-token/);
  expect(bot.calls.every(({ method }) => method === 'getMe')).toBe(true);
});

test.each([
  ['getMe', 'types'],
  ['getMe', 'half'],
  ['setWebhook', 'types'],
  ['setWebhook', 'gateway'],
  ['setMyCommands', 'types'],
  ['setMyCommands', 'cut'],
] as const)('%s fails when the service sends an unusable answer (%s)', async (at, type) => {
  bot.choose = ({ method }) => (method === at ? { type, isShown: false } : null);
  const { code, out, err } = await run(['setup']);
  expect([code, err]).toEqual([1, expect.stringMatching(/^failed: [^\n]+: [^\n]+\n$/)]);
  expect(err).not.toMatch(/TEST-token|undefined/);
  expect(out).not.toContain('in ru');
});

test('settings that only the server needs may be empty', async () => {
  expect(await run(['setup'], { DATABASE_PATH: '', MARKET_PROVIDER: '' })).toMatchObject({
    code: 0,
    err: '',
  });
});

test('setup names the step that failed and the steps done before it', async () => {
  bot.choose = ({ method }) =>
    method === 'setMyDescription'
      ? { type: 'status', status: 400, description: 'Bad Request: description is too long' }
      : null;
  const { code, out, err } = await run(['setup']);
  expect(code).toBe(1);
  expect(out.trim().split('\n').at(-1)).toBe('done: commands in en');
  expect(err).toBe('failed: descriptions in en: Bad Request: description is too long\n');
});

test('unknown arguments print the usage', async () => {
  for (const args of [[], ['set'], ['setup', 'now']]) {
    const { code, err } = await run(args);
    expect([code, err.split('\n')[0]]).toEqual([2, 'Usage: npm run bot -- setup|status']);
  }
});

describe('status', () => {
  const WHOLE = [
    'right  the token is that of @irich_bot',
    'right  updates go to https://irich.example/api/bot/webhook',
    'right  0 updates wait',
    'right  the menu button opens the app',
    ...LANGUAGE_CODES.map((code) => `right  commands in ${code}`),
  ];
  const status = async (env?: Readonly<Record<string, string>>) => {
    const { code, out } = await run(['status'], env);
    return [code, ...out.trimEnd().split('\n')];
  };

  test('after setup everything is right; before it everything but the token is wrong', async () => {
    expect(await status()).toEqual([
      1,
      WHOLE[0],
      'WRONG  updates go to https://irich.example/api/bot/webhook: no webhook is set',
      WHOLE[2],
      'WRONG  the menu button opens the app: it does not',
      ...LANGUAGE_CODES.map((code) => `WRONG  commands in ${code}: they differ`),
    ]);
    await run(['setup']);
    expect(await status()).toEqual([0, ...WHOLE]);
  });

  test('another address than the configured one is wrong', async () => {
    await run(['setup']);
    const [code, , webhook, , menu] = await status({ PUBLIC_URL: 'https://moved.example' });
    expect([code, webhook, menu]).toEqual([
      1,
      'WRONG  updates go to https://moved.example/api/bot/webhook: they go to https://irich.example/api/bot/webhook',
      'WRONG  the menu button opens the app: it opens https://irich.example',
    ]);
  });

  test('the last error is wrong while updates wait, and a note once none does', async () => {
    await run(['setup']);
    const at = Math.floor(Date.now() / 1000) - 60;
    const error = { last_error_date: at, last_error_message: 'Wrong response:\u001b[2J 502\nBad' };
    bot.webhook = { ...error, pending_update_count: 3 };
    const line = `the last one that failed was at ${new Date(at * 1000).toISOString()}: Wrong response: [2J 502 Bad`;
    expect(await status()).toEqual([
      1,
      WHOLE[0],
      WHOLE[1],
      'right  3 updates wait',
      `WRONG  ${line}`,
      ...WHOLE.slice(3),
    ]);
    bot.webhook = error;
    expect(await status()).toContain(`right  ${line}`);
    bot.webhook = { ...error, last_error_date: at - 7200, pending_update_count: 3 };
    expect((await status())[0]).toBe(0);
    bot.webhook = { pending_update_count: 100 };
    expect(await status()).toContain('WRONG  100 updates wait');
  });

  test.each(['types', 'half', 'gateway', 'cut'] as const)(
    'an unusable answer (%s) is wrong, and the rest is still checked',
    async (type) => {
      await run(['setup']);
      bot.choose = ({ method }) => (method === 'getChatMenuButton' ? { type, isShown: false } : null);
      const [code, ...lines] = await status();
      expect([code, lines.length]).toEqual([1, WHOLE.length]);
      expect(lines[3]).toMatch(/^WRONG {2}the menu button opens the app: \S/);
      expect(lines.slice(4)).toEqual(WHOLE.slice(4));
      expect(lines.join()).not.toMatch(/TEST-token|undefined/);
    },
  );

  test('what the service does not tell is not said to be right', async () => {
    await run(['setup']);
    bot.choose = ({ method }) => (method === 'getWebhookInfo' ? { type: 'cut', isShown: false } : null);
    const [code, ...lines] = await status();
    expect([code, lines.length]).toEqual([1, WHOLE.length - 1]);
    expect(lines.join()).not.toContain('wait');
  });

  test('changes nothing', async () => {
    await status();
    expect(bot.calls.filter(({ method }) => method.startsWith('set'))).toEqual([]);
  });
});
