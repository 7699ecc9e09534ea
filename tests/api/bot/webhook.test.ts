/** The bot's webhook in both deployments: who may call it, what it answers, and what it stores about strangers. */
import { beforeEach, describe, expect, test } from 'vitest';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { openObjectsDeployment } from '#tests/support/objects-deployment.ts';
import { apiOver, CONFIG, recordId, type SendInit, START } from '../support.ts';
import { memberUpdate, SECRET, type Sender, textUpdate } from './updates.ts';

const PATH = '/api/bot/webhook';
const LINK = 'https://t.me/irich_bot/app';

describe.each([
  ['machine', openMachineDeployment],
  ['objects', openObjectsDeployment],
])('%s', (_, openDeployment) => {
  const lines: object[] = [];
  async function open(isOn = true) {
    const clock = { at: START, now: () => clock.at };
    lines.length = 0;
    const seams = { config: CONFIG, clock, onRequest: (line: object) => void lines.push(line) };
    const bot = { secret: SECRET, apiUrl: 'http://127.0.0.1:9' };
    const deployment = await openDeployment(isOn ? { ...seams, bot } : seams);
    return { ...deployment, ...apiOver(deployment, clock) };
  }
  let api: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    api = await open();
  });

  const post = (body: unknown, init: SendInit = {}) =>
    api.send('POST', PATH, { headers: { 'x-telegram-bot-api-secret-token': SECRET }, body, ...init });
  const say = async (text: string, sender: Sender) => (await post(textUpdate(text, sender))).json;
  const urlOf = (answer: { reply_markup: { inline_keyboard: { url: string }[][] } }) =>
    answer.reply_markup.inline_keyboard[0]?.[0]?.url;

  test('the webhook refuses a call without its secret', async () => {
    const update = textUpdate('/start', { id: 5 });
    for (const secret of [undefined, '', 'wrong', `${SECRET}x`, SECRET.slice(0, -1)]) {
      const headers = secret === undefined ? {} : { 'x-telegram-bot-api-secret-token': secret };
      const reply = await api.send('POST', PATH, { headers, body: update });
      expect([reply.status, reply.json.error.code]).toEqual([401, 'secret_invalid']);
    }
    expect((await post(update)).status).toBe(200);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  test('guessed secrets are limited by address, calls with the secret are not', async () => {
    for (let call = 0; call < 600; call += 1) await api.send('POST', PATH, { body: {} });
    expect((await api.send('POST', PATH, { body: {} })).status).toBe(429);
    for (let call = 0; call < 130; call += 1) expect((await post({ update_id: call })).status).toBe(200);
  });

  test('the webhook does not exist while no secret is set', async () => {
    api = await open(false);
    expect((await post(textUpdate('/start', { id: 5 }))).status).toBe(404);
  });

  test('launch data beside an update has no effect', async () => {
    const user = await api.registered(42);
    const authorization = `tma ${user.auth}`;
    const headers = { 'x-telegram-bot-api-secret-token': SECRET, authorization };
    const reply = await post(textUpdate('/points', { id: 42 }), { headers });
    expect(reply.json).toMatchObject({ method: 'sendMessage', chat_id: 42 });
  });

  test.each([
    ['not JSON', '{', 400],
    ['no update', {}, 400],
    ['an update without a number', { update_id: 'one' }, 400],
    ['too large', { update_id: 1, text: 'x'.repeat(300_000) }, 413],
  ])('%s', async (_name, body, status) => {
    expect((await post(body)).status).toBe(status);
  });

  test('a malformed update is accepted, so that the service does not send it again', async () => {
    const [dump, databases] = [await api.dump(), await api.databases()];
    const { message } = textUpdate('/start', { id: 5 }) as { message: object };
    const change = (more: object) => ({ update_id: 7, message: { ...message, ...more } });
    const member = (more: object) => ({ update_id: 7, my_chat_member: more });
    const chat = { id: 5, type: 'private' };
    for (const update of [
      { update_id: 7, message: {} },
      { update_id: 7, message: null },
      change({ text: 5 }),
      change({ text: undefined }),
      change({ chat: { type: 'private' } }),
      change({ chat: { id: 1e300, type: 'private' } }),
      change({ from: undefined }),
      change({ from: 'somebody' }),
      change({ from: { id: 5, language_code: 7 } }),
      change({ entities: { length: 1 } }),
      change({ entities: [null] }),
      member({}),
      member({ chat }),
      member({ chat, new_chat_member: null }),
      member({ chat: null, new_chat_member: { status: 'kicked' } }),
    ]) {
      const reply = await post(update);
      expect([reply.status, reply.json], JSON.stringify(update)).toEqual([200, {}]);
    }
    expect([await api.dump(), await api.databases()]).toEqual([dump, databases]);
  });

  test('an unknown update is accepted without an answer', async () => {
    const { message } = textUpdate('/start', { id: 5 }) as { message: object };
    const postIn = (chat: object) => ({ ...message, chat });
    for (const update of [
      { update_id: 7 },
      {
        update_id: 8,
        edited_message: { message_id: 1, date: 1, chat: { id: 5, type: 'private' }, text: '/start' },
      },
      { update_id: 9, channel_post: postIn({ id: -100, type: 'channel', title: 'C' }) },
      {
        update_id: 10,
        message: { ...postIn({ id: 5, type: 'private' }), text: undefined, caption: '/start' },
      },
      textUpdate('hello', { id: 5 }),
      textUpdate('/unknown', { id: 5 }),
      textUpdate('/points@another_bot', { id: 5 }),
      textUpdate('/points', { id: 5, chat: 'group' }),
      textUpdate('/streak', { id: 5, chat: 'group' }),
    ]) {
      expect(await post(update)).toMatchObject({ status: 200, json: {} });
      expect((await post(update)).json).not.toHaveProperty('method');
    }
  });

  test.each([
    ['/start', LINK],
    ['/start 77', `${LINK}?startapp=77`],
    ['/start@irich_bot summer-sale_1', `${LINK}?startapp=summer-sale_1`],
    ['/start <b>', LINK],
    ['/start 1&startapp=2', LINK],
    ['/start ../evil', LINK],
    [`/start ${'a'.repeat(65)}`, LINK],
  ])('%s opens %s', async (text, url) => {
    const answer = await say(text, { id: 5 });
    expect(answer).toMatchObject({ method: 'sendMessage', chat_id: 5 });
    expect(urlOf(answer)).toBe(url);
    expect(answer).not.toHaveProperty('parse_mode');
    expect(JSON.stringify(answer)).not.toContain('web_app');
  });

  test("the bot answers in the user's language", async () => {
    expect((await say('/start', { id: 5 })).text).toMatch(/^Six calculators/);
    for (const language of ['ru', 'ru-RU']) {
      const answer = await say('/start', { id: 5, language });
      expect(answer.text).toMatch(/^Шесть калькуляторов/);
      expect(answer.reply_markup.inline_keyboard[0][0].text).toBe('Открыть iRICH');
    }
    expect((await say('/help', { id: 5, language: 'de' })).text).toContain('/points');
    const inGroup = await say('/help', { id: 5, chat: 'group' });
    expect(inGroup.text).toMatch(/^What I answer:.*points and streak .* in our own chat alone/s);
    expect((await say('/privacy', { id: 5, language: 'ru', chat: 'group' })).text).toContain('Telegram');
  });

  test('the bot shows points and streak from the ledger', async () => {
    const user = await api.registered(42);
    const record = (id: string) => ({
      id,
      calculationType: 'Staking',
      occurredAt: new Date(START).toISOString(),
    });
    await user.send('POST', '/api/sync', { body: { userId: 42, records: [record(recordId())] } });
    expect((await say('/streak', { id: 42 })).text).toBe('No streak yet. The first check-in begins one.');
    await user.send('POST', '/api/checkin/claim', { body: { userId: 42 } });
    expect((await say('/points', { id: 42 })).text).toBe('11 iRICH, level 1: Pink.');
    expect((await say('/streak', { id: 42, language: 'ru' })).text).toMatch(
      /^1 день подряд. Сегодняшний бонус уже/,
    );
    api.clock.at += 86_400_000;
    expect((await say('/streak', { id: 42 })).text).toMatch(/^1 day in a row. Today is still/);
  });

  test("a stranger's message stores nothing and creates no user object", async () => {
    await api.registered(42);
    const [dump, databases] = [await api.dump(), await api.databases()];
    for (const text of ['/start 42', '/points', '/streak', 'hello']) {
      expect((await post(textUpdate(text, { id: 5 }))).status).toBe(200);
    }
    expect((await say('/points', { id: 5 })).text).toMatch(/^Open the app once/);
    for (const status of ['kicked', 'member'] as const) await post(memberUpdate(5, status));
    expect(await api.dump()).toBe(dump);
    expect(await api.databases()).toBe(databases);
  });

  test('a deleted account is treated as a stranger', async () => {
    const user = await api.registered(42);
    await user.send('DELETE', '/api/user/42');
    const dump = await api.dump();
    expect((await say('/points', { id: 42 })).text).toMatch(/^Open the app once/);
    await post(memberUpdate(42, 'member'));
    expect(await api.dump()).toBe(dump);
  });

  test('blocking the bot stops its messages, unblocking allows them', async () => {
    const user = await api.registered(42);
    const mayWrite = async () => (await user.send('GET', '/api/user/settings/42')).json.mayWrite;
    expect(await mayWrite()).toBe(false);
    await say('/start', { id: 42 });
    expect(await mayWrite()).toBe(true);
    api.clock.at += 1000;
    await post(memberUpdate(42, 'kicked', api.clock.at));
    expect(await mayWrite()).toBe(false);
    api.clock.at += 1000;
    await post(memberUpdate(42, 'member', api.clock.at));
    expect(await mayWrite()).toBe(true);
  });

  test('a repeated or late update counts from its own time', async () => {
    const user = await api.registered(42);
    const mayWrite = async () => (await user.send('GET', '/api/user/settings/42')).json.mayWrite;
    const blocked = memberUpdate(42, 'kicked', START + 1_000);
    const returned = memberUpdate(42, 'member', START + 2_000);
    api.clock.at = START + 60_000;
    for (const update of [blocked, returned, blocked]) await post(update);
    expect(await mayWrite()).toBe(true);
    await post(memberUpdate(42, 'kicked', START + 3_000));
    await post(returned);
    expect(await mayWrite()).toBe(false);
    await say('/start', { id: 42, at: START + 3_500 });
    expect(await mayWrite()).toBe(true);
  });

  test('an update from the future counts from now', async () => {
    const user = await api.registered(42);
    const mayWrite = async () => (await user.send('GET', '/api/user/settings/42')).json.mayWrite;
    await say('/start', { id: 42, at: START + 86_400_000 });
    api.clock.at += 1000;
    await post(memberUpdate(42, 'kicked', api.clock.at));
    expect(await mayWrite()).toBe(false);
  });
});
