/** A request that reaches an object past the edge. */
import { env, type Namespace } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { apiOver, CONFIG, launchData, START } from '#tests/api/support.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { openWorkerdDeployment } from '#tests/support/workerd-deployment.ts';

test('the object of a user answers no fetch, signed, forged or unsigned', async () => {
  const clock: TestClock = { at: START, now: () => clock.at };
  const api = apiOver(await openWorkerdDeployment({ config: CONFIG, clock, onRequest: () => {} }), clock);
  const user = await api.registered(42);
  const { USER } = env as Readonly<Record<'USER', Namespace<{ fetch(request: Request): Promise<Response> }>>>;
  const object = USER.get(USER.idFromName('42'));
  for (const headers of [
    { authorization: `tma ${launchData(42)}` },
    { authorization: `tma ${launchData(42)}0` },
    {},
  ]) {
    const request = new Request('https://irich.example/api/user/42', { headers });
    await expect(object.fetch(request), JSON.stringify(headers)).rejects.toThrow('fetch');
  }
  expect((await user.send('GET', '/api/user/42')).status).toBe(200);
});
