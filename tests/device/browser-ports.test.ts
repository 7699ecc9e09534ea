/** The browser's own ports in a process that has most of them: locks, channels, events, IndexedDB. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendOutboxInBackground } from '#device/background.ts';
import { openDevice } from '#device/device.ts';
import { beginLaunch } from '#device/store/facts.ts';
import { openUserStore } from '#device/store/open-user-store.ts';
import { addRecord } from '#device/store/records.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { systemClock } from '#platform/clock.ts';
import { browserNetwork } from '#platform/network.ts';
import { systemRandom } from '#platform/random.ts';
import { newRecordId } from '#platform/record-id.ts';
import { browserStorage } from '#platform/storage.ts';
import { idOf, rig, USER } from './sync-rig.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
});
afterEach(() => vi.unstubAllGlobals());

/** Answers like a healthy server, in real time. */
function stubFetch(): string[] {
  const { ledger } = rig();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const [path = ''] = url.split('?');
    const name = `${init.method} ${path.replace(/\/42(?=\/|$)/, '/{id}')}`;
    const { authorization = '' } = init.headers as Record<string, string>;
    asked.push(`${name} ${authorization}`.trim());
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const answer = ledger.answer({ name, path: url, headers: {}, body });
    return new Response(JSON.stringify(answer?.body), { status: answer?.status ?? 500 });
  });
  return asked;
}

const log = () => {};

describe('in the background', () => {
  test('the outbox is sent with the stored launch data, and no other call is made', async () => {
    const asked = stubFetch();
    const store = await openUserStore(USER, browserStorage(), systemClock, log);
    await beginLaunch(store, 'launch=kept');
    await addRecord(store, { id: idOf(1), calculationType: 'Staking', inputs: {} }, Date.now());
    store.close();
    expect(await sendOutboxInBackground(USER)).toBe(true);
    expect(asked).toEqual(['POST /api/user/register tma launch=kept', 'POST /api/sync tma launch=kept']);
    const again = await openUserStore(USER, browserStorage(), systemClock, log);
    const row = await again.read(['records'], (reading) => reading.get('records', idOf(1)));
    expect(row).toMatchObject({ state: 'counted', awarded: 1_000 });
    again.close();
  });

  test('unsendable commands wait for later', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    const store = await openUserStore(USER, browserStorage(), systemClock, log);
    await beginLaunch(store, 'launch=kept');
    store.close();
    expect(await sendOutboxInBackground(USER)).toBe(false);
  });

  test('a user who was never here has nothing to send', async () => {
    const asked = stubFetch();
    expect(await sendOutboxInBackground(USER + 1)).toBe(true);
    expect(asked).toEqual([]);
  });
});

test("the browser's device stores, sends and shows", async () => {
  stubFetch();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  const device = await openDevice({ userId: USER, launchData: 'launch=1', loadChunk });
  const end = device.live.sync.subscribe(() => {});
  await device.record({ id: newRecordId(), calculationType: 'Staking', inputs: {} });
  await device.syncNow();
  const history = device.live.history({});
  const endHistory = history.subscribe(() => {});
  await vi.waitFor(() => expect(history.current()).toMatchObject([{ state: 'counted' }]));
  expect(device.live.durability.current()).toBe('kept');
  endHistory();
  end();
  (device as unknown as { close(): void }).close();
});

describe('locks between tabs', () => {
  const { locks } = browserStorage();
  if (locks === null) throw new Error('this runtime has no locks');

  test('admit one holder at a time', async () => {
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
      return name;
    };
    expect(
      await Promise.all([locks.run('one', 60_000, work('a')), locks.run('one', 60_000, work('b'))]),
    ).toEqual(['a', 'b']);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  test('pass on a failure and are free again', async () => {
    await expect(locks.run('two', 60_000, () => Promise.reject(new Error('on purpose')))).rejects.toThrow(
      'on purpose',
    );
    expect(await locks.run('two', 60_000, async () => 1)).toBe(1);
  });

  test('are taken from a tab that never releases them, whose work continues', async () => {
    let finish: (value: string) => void = () => {};
    const frozen = locks.run('three', 60_000, () => new Promise<string>((resolve) => (finish = resolve)));
    expect(await locks.run('three', 20, async () => 'next')).toBe('next');
    finish('late');
    expect(await frozen).toBe('late');
  });
});

describe('the network', () => {
  test("wakes on the browser's online and offline events, and when the app becomes visible or hidden", () => {
    const page = new EventTarget();
    const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
    vi.stubGlobal('document', document);
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    const network = browserNetwork();
    const wakes: string[] = [];
    const end = network.onWake((wake) => wakes.push(wake));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(network.isVisible()).toBe(false);
    document.visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    page.dispatchEvent(new Event('offline'));
    page.dispatchEvent(new Event('online'));
    page.dispatchEvent(new Event('pageshow'));
    end();
    page.dispatchEvent(new Event('online'));
    page.dispatchEvent(new Event('offline'));
    expect(wakes).toEqual(['hidden', 'visible', 'offline', 'online', 'visible']);
    expect(network.isVisible()).toBe(true);
  });
});

describe('storage', () => {
  test('that the browser forbids counts as absent', async () => {
    vi.stubGlobal('indexedDB', undefined);
    vi.stubGlobal('navigator', {
      get locks() {
        throw new Error('forbidden');
      },
    });
    const storage = browserStorage();
    expect(storage.indexedDB).toBeNull();
    expect(storage.locks).toBeNull();
    expect(await storage.persist()).toBe(false);
    const store = await openUserStore(USER, storage, systemClock, log);
    expect(store.durability()).toBe('memory');
  });

  test('requests persistence', async () => {
    const persist = vi.fn(async () => true);
    vi.stubGlobal('navigator', { storage: { persist } });
    expect(await browserStorage().persist()).toBe(true);
    persist.mockRejectedValueOnce(new Error('no'));
    expect(await browserStorage().persist()).toBe(false);
  });

  test('a channel reaches other tabs, not its own', async () => {
    const storage = browserStorage();
    const [here, there] = [storage.openChannel('test'), storage.openChannel('test')];
    const heard: unknown[] = [];
    there?.onMessage((message) => heard.push(message));
    here?.post(['records']);
    await vi.waitFor(() => expect(heard).toEqual([['records']]));
    here?.close();
    there?.close();
  });
});

test('ids of later records sort after those of earlier ones', () => {
  const ids = Array.from({ length: 100 }, newRecordId);
  expect([...ids].sort()).toEqual(ids);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const number = systemRandom.next();
  expect(number >= 0 && number < 1).toBe(true);
});
