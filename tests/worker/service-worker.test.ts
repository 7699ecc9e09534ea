/** The service worker over stand-ins of caches, IndexedDB and the network. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CALCULATION_TYPES, pathOf } from '#core/calculators/catalogue.ts';
import { beginLaunch } from '#device/store/facts.ts';
import { openUserStore } from '#device/store/open-user-store.ts';
import { addRecord } from '#device/store/records.ts';
import { systemClock } from '#platform/clock.ts';
import { browserStorage } from '#platform/storage.ts';
import { rig } from '../device/sync-rig.ts';
import { openWorkerScope, type WorkerScope } from './worker-scope.ts';

const USER = 42;
/** A variable, because its types are those of a worker and this project has those of a page. */
const WORKER = '#worker/service-worker.ts';
const RELEASE = [
  { url: '/shell.html', revision: 'r1' },
  { url: '/forms.html', revision: 'r1' },
  { url: '/assets/app-1.js', revision: null },
];

let scope: WorkerScope;
beforeEach(async () => {
  vi.resetModules();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  scope = openWorkerScope(RELEASE);
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  scope.network.set('/shell.html', 'the page of release 1').set('/forms.html', 'its forms');
  scope.network.set('/assets/app-1.js', 'code');
  await import(/* @vite-ignore */ WORKER);
  await scope.send('install');
  await scope.send('activate');
  scope.network.set('/shell.html', 'the page of release 2').set('/', 'the page of release 2');
  scope.asked.length = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const text = async (path: string, mode?: string) => (await (await scope.request(path, mode))?.text()) ?? null;

describe('a page', () => {
  test.each(['/', '/history', '/calculators/risk-money?from=link'])(
    '%s comes from the installed release without a network request',
    async (path) => {
      expect(await text(path)).toBe('the page of release 1');
      scope.isOnline = false;
      expect(await text(path)).toBe('the page of release 1');
      expect(scope.asked).toEqual([]);
    },
  );

  test.each(CALCULATION_TYPES)('of %s has its form', async (type) => {
    expect(await text(`${pathOf(type)}?record=1`)).toBe('its forms');
    expect(await text(`${pathOf(type)}/`)).toBe('the page of release 1');
    expect(scope.asked).toEqual([]);
  });

  test('comes from the network if the browser has evicted the cache', async () => {
    scope.clearCaches();
    expect(await text('/')).toBe('the page of release 2');
    scope.isOnline = false;
    await expect(scope.request('/')).rejects.toThrow('no network');
  });
});

describe('the worker leaves to the browser', () => {
  test.each([
    ['a call', '/api/user/42', 'navigate'],
    ['the page of published totals', '/proof', 'navigate'],
    ['the same with parameters', '/proof/?lang=ru', 'navigate'],
    ['a file of the log', '/proof/checkpoint', 'cors'],
    ['a file of the log that is opened', '/proof/tile/0/000', 'navigate'],
    ['a download', '/export.jsonl', 'navigate'],
    ['a file', '/assets/app-2.js', 'no-cors'],
    ['a fetch by a script', '/history', 'cors'],
    ['a fetch of the root by a script', '/', 'cors'],
  ])('%s', async (_, path, mode) => {
    expect(await scope.request(path, mode)).toBeNull();
    expect(scope.asked).toEqual([]);
  });

  test('pages of other sites', async () => {
    const { isPageRequest } = await import('#worker/strategies.ts');
    const request = Object.defineProperty(new Request('https://other.test/'), 'mode', { value: 'navigate' });
    expect(isPageRequest(request, 'https://irich.test')).toBe(false);
  });
});

test('an app address may hold dots before its last part', async () => {
  expect(await text('/plan.v1/open')).toBe('the page of release 1');
  expect(await text('/apidoc')).toBe('the page of release 1');
  expect(await text('/proofs')).toBe('the page of release 1');
});

test('a file of this release comes from the cache', async () => {
  scope.isOnline = false;
  expect(await text('/assets/app-1.js', 'no-cors')).toBe('code');
  expect(scope.asked).toEqual([]);
});

test('the browser takes hashed files from the same cache by itself, where it can', async () => {
  const addRoutes = vi.fn(async () => {});
  await scope.send('install', { addRoutes });
  const [name = ''] = await caches.keys();
  expect(addRoutes).toHaveBeenCalledExactlyOnceWith({
    condition: { urlPattern: '/assets/*' },
    source: { cacheName: name },
  });
  expect(await (await caches.open(name)).match('/assets/app-1.js')).toBeDefined();
  // Without its routes the worker is installed all the same.
  await scope.send('install', { addRoutes: () => Promise.reject(new TypeError('no such source')) });
});

test('a file asked for with parameters may be another, so the browser answers', async () => {
  expect(await scope.request('/assets/app-1.js?v=2', 'no-cors')).toBeNull();
});

test('the first worker controls the page that installed it; a later one waits until it is told to continue', async () => {
  expect(scope.clients.claim).toHaveBeenCalledTimes(1);
  expect(scope.skipWaiting).not.toHaveBeenCalled();
  await scope.send('message', { data: { type: 'ANYTHING' } });
  await scope.send('message', { data: null });
  expect(scope.skipWaiting).not.toHaveBeenCalled();
  await scope.send('message', { data: { type: 'SKIP_WAITING' } });
  expect(scope.skipWaiting).toHaveBeenCalledTimes(1);
});

describe('a background sync', () => {
  async function keepRecord(): Promise<void> {
    const store = await openUserStore(USER, browserStorage(), systemClock, () => {});
    await beginLaunch(store, 'launch=kept');
    const id = '01960000-0000-7000-8000-000000000001';
    await addRecord(store, { id, calculationType: 'Staking', inputs: {} }, Date.now());
    store.close();
  }

  function serve(): string[] {
    const { ledger } = rig();
    const calls: string[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const name = `${init.method} ${url}`;
      calls.push(name);
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
      const answer = ledger.answer({ name, path: url, headers: {}, body });
      return new Response(JSON.stringify(answer?.body), { status: answer?.status ?? 500 });
    });
    return calls;
  }

  test('rejects without a network, so that the browser calls again; with one it sends all and resolves', async () => {
    await keepRecord();
    scope.isOnline = false;
    await expect(scope.send('sync', { tag: `irich-outbox:${USER}` })).rejects.toThrow(
      'the outbox is not empty yet',
    );
    const calls = serve();
    await scope.send('sync', { tag: `irich-outbox:${USER}` });
    expect(calls).toEqual(['POST /api/user/register', 'POST /api/sync']);
  });

  test('rejects when the server refuses, too', async () => {
    await keepRecord();
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }));
    await expect(scope.send('sync', { tag: `irich-outbox:${USER}` })).rejects.toThrow();
  });

  test('for another user, or of another kind, sends nothing of this user', async () => {
    await keepRecord();
    const calls = serve();
    await scope.send('sync', { tag: 'irich-outbox:43' });
    await scope.send('sync', { tag: `something-else:${USER}` });
    expect(calls).toEqual([]);
  });
});
