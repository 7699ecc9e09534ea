/** Sharing in workerd: a picture in the object of its user, looked at through the platform's cache. */
import { runInDurableObject } from 'cloudflare:test';
import { env, type Namespace } from 'cloudflare:workers';
import { expect, inject, test } from 'vitest';
import { durableObjectSql } from '#api/sqlite/durable-object.ts';
import { requestOf, START } from '#tests/api/support.ts';
import { openDurableBot } from '#tests/support/durable-bot.ts';
import type { TestClock } from '#tests/support/homes.ts';
import { base64, jpeg } from '#tests/support/jpeg.ts';

const apiUrl = inject('sharingBotApiUrl');
const { USER } = env as Readonly<Record<'USER', Namespace<object>>>;

test('the message is prepared by the real client, and many who look ask the object once', async () => {
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
  // What a cache still has is not shown once its day is over.
  clock.at += 24 * 60 * 60 * 1000;
  expect((await look())[0]).toBe(404);
});
