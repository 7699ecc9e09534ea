/** Each deployment checks the signature of a request once. */
import { expect, test } from 'vitest';
import { apiOver, CONFIG, launchData, recordId, requestOf, START } from '#tests/api/support.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { objectsApi } from '#tests/support/objects-api.ts';
import { openObjectsDeployment } from '#tests/support/objects-deployment.ts';
import { hmac, type TestClock } from '#tests/support/test-deployment.ts';

/** Of launch data: the text that is signed holds this field. */
const SIGNED_FIELD = /^auth_date=/m;

test.each([
  ['one machine', openMachineDeployment],
  ['objects', openObjectsDeployment],
])('%s checks launch data once per request', async (_, open) => {
  const clock: TestClock = { at: START, now: () => clock.at };
  let checks = 0;
  const api = apiOver(
    await open({
      config: CONFIG,
      clock,
      onRequest: () => {},
      hmac(key, text) {
        if (SIGNED_FIELD.test(text)) checks += 1;
        return hmac(key, text);
      },
    }),
    clock,
  );
  /** Each request has launch data of its own, so that none is remembered from an earlier one. */
  async function checksOf(method: string, path: string, body?: object, forged = '') {
    clock.at += 1000;
    const auth = launchData(42, { at: clock.at }) + forged;
    checks = 0;
    const { status } = await api.send(method, path, { auth, ...(body === undefined ? {} : { body }) });
    return { status, checks };
  }
  const record = { id: recordId(), calculationType: 'Staking', occurredAt: new Date(START).toISOString() };
  expect(await checksOf('POST', '/api/user/register', { id: 42 })).toEqual({ status: 200, checks: 1 });
  expect(await checksOf('POST', '/api/user/onboarding', { userId: 42 })).toEqual({ status: 200, checks: 1 });
  expect(await checksOf('POST', '/api/sync', { userId: 42, records: [record] })).toEqual({
    status: 200,
    checks: 1,
  });
  expect(await checksOf('GET', '/api/user/42')).toEqual({ status: 200, checks: 1 });
  expect(await checksOf('GET', '/api/user/42', undefined, '0')).toEqual({ status: 401, checks: 1 });
  expect(await checksOf('GET', '/api/market/overview')).toEqual({ status: 200, checks: 0 });
  expect(await checksOf('GET', '/api/unknown')).toEqual({ status: 404, checks: 0 });
  expect(await checksOf('PUT', '/api/user/42')).toEqual({ status: 405, checks: 0 });
});

test('the object of a user reads no launch data from a header: what the edge has not checked is refused', async () => {
  const api = objectsApi();
  const { auth } = await api.registered(42);
  const { object } = api.host(42);
  const request = () => requestOf('GET', '/api/user/42', { auth });
  expect((await object.answer(request(), null)).status).toBe(401);
  expect((await api.fetch(request())).status).toBe(200);
});
