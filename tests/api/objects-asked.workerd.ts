/** What a call of a user costs in workerd: how many objects are asked, counted at what binds them. */
import { env, type Namespace } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { openDurableHome } from '#tests/support/durable-home.ts';
import type { TestClock } from '#tests/support/homes.ts';
import { apiOver, CONFIG, START } from './support.ts';

type Name = 'USER' | 'DIRECTORY' | 'PUBLIC' | 'SENDER';
const namespaces = env as Readonly<Record<Name, Namespace<object>>>;
const NAMES: readonly Name[] = ['USER', 'DIRECTORY', 'PUBLIC', 'SENDER'];

afterEach(() => vi.restoreAllMocks());

test('a read of the profile, and of whatever else is one user’s own, asks one object once', async () => {
  const clock: TestClock = { at: START, now: () => clock.at };
  const api = apiOver(await openDurableHome({ config: CONFIG, clock, onRequest: () => {} }), clock);
  await api.registered(1);
  const user = await api.registered(2, { startParam: '1' });
  // One call is made with each stub.
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

  // That the count can tell: a new user is entered in the list of all, and their referrer is asked.
  asked.length = 0;
  await api.user(3, { startParam: '1' }).register();
  expect(asked.sort()).toEqual(['DIRECTORY', 'USER', 'USER']);
});
