/** Opening and closing a user's store in any browser. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { openUserStore } from '#device/store/open-user-store.ts';
import { systemClock } from '#platform/clock.ts';
import type { Channel, StorageHost } from '#platform/storage.ts';

function open(storage: Partial<StorageHost>) {
  const none: StorageHost = {
    indexedDB: new IDBFactory(),
    keyRange: IDBKeyRange,
    persist: async () => false,
    openChannel: () => null,
    locks: null,
  };
  return openUserStore(7, { ...none, ...storage }, systemClock, () => {});
}

test('needs all of IndexedDB: otherwise it keeps nothing and says so', async () => {
  expect((await open({})).durability()).toBe('kept');
  expect((await open({ indexedDB: null })).durability()).toBe('memory');
  expect((await open({ keyRange: null })).durability()).toBe('memory');
});

test('closing releases the database and the channel, and works without a channel', async () => {
  const channel: Channel = { post: () => {}, onMessage: () => {}, close: vi.fn() };
  for (const openChannel of [() => channel, () => null]) {
    const store = await open({ openChannel });
    store.close();
    await expect(store.read(['records'], (reading) => reading.count('records'))).rejects.toThrow();
  }
  expect(channel.close).toHaveBeenCalledTimes(1);
});
