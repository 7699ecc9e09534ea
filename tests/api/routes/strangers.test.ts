/** Unsigned calls, or calls signed for another bot, create no ledger, whichever user they name. */
import { expect, test } from 'vitest';
import { createExportTokens } from '#api/auth/tokens.ts';
import { hmac } from '#tests/support/test-deployment.ts';
import { makeApi, TOKEN } from '../support.ts';

const OTHER_BOT = '2222222222:another-bot-of-somebody-else-entirely';
const random = () => 'a'.repeat(48);

test("without this bot's signature no call creates a database", async () => {
  const api = await makeApi();
  await api.registered(7);
  const [databases, kept] = [await api.databases(), await api.dump()];

  const foreign = api.user(999, { token: OTHER_BOT });
  expect((await foreign.register()).status).toBe(401);
  expect((await foreign.send('GET', '/api/user/999')).status).toBe(401);
  expect((await api.send('GET', '/api/user/999')).status).toBe(401);
  const good = createExportTokens({ hmac, botToken: TOKEN, random }).make(999);
  const tokens = [
    createExportTokens({ hmac, botToken: OTHER_BOT, random }).make(999),
    good.replace(/^\w+/, (999_999).toString(36)),
    `${good.slice(0, -1)}${good.endsWith('x') ? 'y' : 'x'}`,
    '999',
  ];
  for (const token of tokens) expect((await api.send('GET', `/api/exports/${token}`)).status).toBe(404);

  expect(await api.databases()).toBe(databases);
  expect(await api.dump()).toBe(kept);
});

test('an invented id in a start parameter is looked up and creates no user', async () => {
  const api = await makeApi();
  const none = await api.databases();
  await api.user(42).register();
  const one = await api.databases();
  await api.user(43, { startParam: '987654321' }).register();
  await api.settle();
  expect((await api.databases()) - one).toBe(one - none);
  expect(JSON.parse((await api.events(43))[0]?.data ?? '')).toMatchObject({
    referrer: 987654321,
    referrerRegistered: false,
  });
});
