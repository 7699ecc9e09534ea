/** How many Durable Objects one user call reaches in workerd, counted at their bindings. */
import { env, type Namespace } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { apiOver, CONFIG, START } from '#tests/api/support.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { openWorkerdDeployment } from '#tests/support/workerd-deployment.ts';

type Name = 'USER' | 'DIRECTORY' | 'PUBLIC' | 'SENDER';
const namespaces = env as Readonly<Record<Name, Namespace<object>>>;
const NAMES: readonly Name[] = ['USER', 'DIRECTORY', 'PUBLIC', 'SENDER'];

afterEach(() => vi.restoreAllMocks());

test('reading the profile or other data of one user calls one object once', async () => {
  const clock: TestClock = { at: START, now: () => clock.at };
  const api = apiOver(await openWorkerdDeployment({ config: CONFIG, clock, onRequest: () => {} }), clock);
  await api.registered(1);
  const user = await api.registered(2, { startParam: '1' });
  // Each stub makes one call.
  const asked: Name[] = [];
  for (const name of NAMES) {
    const get = namespaces[name].get.bind(namespaces[name]);
    vi.spyOn(namespaces[name], 'get').mockImplementation((id) => {
      asked.push(name);
      return get(id);
    });
  }
  const reads = [
    ['GET', '/api/user/2', undefined],
    ['GET', '/api/user/settings/2', undefined],
    ['GET', '/api/records/2', undefined],
    ['GET', '/api/ledger/2', undefined],
    ['POST', '/api/referrals', { userId: 2 }],
    ['POST', '/api/checkin/status', { userId: 2 }],
  ] as const;
  for (const [method, path, body] of reads) {
    asked.length = 0;
    const reply = await user.send(method, path, body === undefined ? {} : { body });
    expect(reply.status, path).toBe(200);
    expect(asked, path).toEqual(['USER']);
  }

  // Proof that the count works: a registration writes to the directory and calls the referrer.
  asked.length = 0;
  await api.user(3, { startParam: '1' }).register();
  expect(asked.sort()).toEqual(['DIRECTORY', 'USER', 'USER']);
});
