/** Sharing in workerd: a picture in its user's object, read through the platform's cache. */
import { runInDurableObject } from 'cloudflare:test';
import { env, type Namespace } from 'cloudflare:workers';
import { expect, inject, test } from 'vitest';
import { durableObjectSql } from '#api/runtime/sqlite/durable-object.ts';
import { requestOf, START } from '#tests/api/support.ts';
import { openDurableBot } from '#tests/support/durable-bot.ts';
import { base64, jpeg } from '#tests/support/jpeg.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';

const apiUrl = inject('sharingBotApiUrl');
const { USER } = env as Readonly<Record<'USER', Namespace<object>>>;

test('the real client prepares the message, and many readers call the object once', async () => {
  const clock: TestClock = { at: START, now: () => clock.at };
  const api = await openDurableBot(apiUrl, clock);
  const user = await api.registered(42);
  const picture = jpeg({ bytes: 150 * 1024 });
  const body = { userId: 42, calculationType: 'Staking', picture: base64(picture) };
  const { url, token, preparedMessageId } = (await user.send('POST', '/api/share', { body })).json;
  expect(preparedMessageId).toBe('prepared-1');
  const { calls } = await api.told();
  expect(calls.map(({ method, payload }) => [method, payload.result.photo_url])).toEqual([
    ['savePreparedInlineMessage', url],
  ]);

  const look = async () => {
    const answer = await api.fetch(requestOf('GET', `/api/share/${token}`, {}));
    return [answer.status, new Uint8Array(await answer.arrayBuffer())] as const;
  };
  expect(await look()).toEqual([200, picture]);
  await runInDurableObject(USER.get(USER.idFromName('42')), (_, { storage }) => {
    durableObjectSql(storage).run('DELETE FROM pictures');
  });
  expect(await look()).toEqual([200, picture]);
  // A picture still in a cache is not shown after its day.
  clock.at += 24 * 60 * 60 * 1000;
  expect((await look())[0]).toBe(404);
});
