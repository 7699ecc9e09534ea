/** Each user has an object of their own, so flooding limits only that user. */
import { expect, test } from 'vitest';
import { CALLS_PER_MINUTE } from '#api/runtime/http/limits.ts';
import { launchData } from '#tests/api/support.ts';
import { objectsApi } from '#tests/support/objects-api.ts';

test('a flooding user is limited and every other user is served', async () => {
  const api = objectsApi();
  const hot = await api.registered(42);
  const others = [];
  for (const id of [43, 44, 45]) others.push(await api.registered(id));
  const read = async (id: number) => (await api.user(id).send('GET', `/api/user/${id}`)).status;
  const flood = Array.from({ length: 1000 }, () => read(hot.id));
  const quiet = Array.from({ length: 300 }, (_, index) => read(43 + (index % 3)));
  expect((await Promise.all(quiet)).every((status) => status === 200)).toBe(true);
  const statuses = await Promise.all(flood);
  // Registration and onboarding took two calls.
  expect(statuses.filter((status) => status === 200).length).toBe(CALLS_PER_MINUTE - 2);
  expect(statuses.filter((status) => status === 429).length).toBe(1000 - (CALLS_PER_MINUTE - 2));
});

test('unsigned calls are limited at the edge by address and use up no limit of the user they name', async () => {
  const api = objectsApi();
  const user = await api.registered(42);
  const forged = `${launchData(42).slice(0, -1)}x`;
  const from = (address: string) => ({ auth: forged, headers: { 'cf-connecting-ip': address } });
  const objects = api.hosts.size;
  const answered = api.lines.length;
  for (let call = 0; call < 600; call += 1) {
    const id = 42 + (call % 2) * call;
    expect((await api.send('GET', `/api/user/${id}`, from('198.51.100.1'))).status).toBe(401);
  }
  expect((await api.send('GET', '/api/user/42', from('198.51.100.1'))).status).toBe(429);
  expect((await api.send('GET', '/api/user/42', from('198.51.100.2'))).status).toBe(401);
  expect(api.hosts.size).toBe(objects);
  expect(api.lines.slice(answered).every((line) => line.user === undefined)).toBe(true);
  for (let call = 2; call < CALLS_PER_MINUTE; call += 1) {
    expect((await user.send('GET', '/api/user/42')).status).toBe(200);
  }
  expect((await user.send('GET', '/api/user/42')).status).toBe(429);
});
