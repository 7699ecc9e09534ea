/** How many rows the calls of a user write, as the platform counts and bills them: those of indexes and of the schema too. */
import { afterEach, expect, test, vi } from 'vitest';
import { apiOver, CONFIG, START } from '#tests/api/support.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { openWorkerdDeployment } from '#tests/support/workerd-deployment.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  { who: 'a user without a referrer', startParam: undefined, register: 24, calculation: 4 },
  { who: 'an invited user', startParam: '1', register: 30, calculation: 5 },
])('of $who', async ({ startParam, ...written }) => {
  const clock: TestClock = { at: START, now: () => clock.at };
  const api = apiOver(await openWorkerdDeployment({ config: CONFIG, clock, onRequest: () => {} }), clock);
  await api.registered(1);
  const lines: { readonly path: string; readonly rowsWritten: number }[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void lines.push(JSON.parse(text)));
  const user = api.user(2, startParam === undefined ? {} : { startParam });
  expect((await user.register()).status).toBe(200);
  expect((await user.send('POST', '/api/user/onboarding', { body: { userId: 2 } })).status).toBe(200);
  for (const id of ['01975000-0000-7000-8000-000000000001', '01975000-0000-7000-8000-000000000002']) {
    const body = { userId: 2, id, calculationType: 'RiskMoney', inputs: { riskAmount: '100' } };
    expect((await user.send('POST', '/api/referral/calculations', { body })).status).toBe(200);
  }
  expect((await user.send('POST', '/api/checkin/claim', { body: { userId: 2 } })).status).toBe(200);
  const changed = api.user(2, { username: 'renamed' });
  for (const one of [user, changed]) expect((await one.register()).status).toBe(200);
  const { register, calculation } = written;
  expect(lines.map(({ path, rowsWritten }) => [path, rowsWritten])).toEqual([
    ['/api/user/register', register],
    ['/api/user/onboarding', 3],
    ['/api/referral/calculations', calculation],
    ['/api/referral/calculations', calculation],
    ['/api/checkin/claim', 3],
    ['/api/user/register', 0],
    ['/api/user/register', 1],
  ]);
});
