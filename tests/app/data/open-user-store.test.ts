/** Opening and closing the store of a user, whatever the browser has. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { openUserStore } from '#data/store/open-user-store.ts';
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

test('needs all of IndexedDB: with a part of it nothing is kept, and said so', async () => {
  expect((await open({})).durability()).toBe('kept');
  expect((await open({ indexedDB: null })).durability()).toBe('memory');
  expect((await open({ keyRange: null })).durability()).toBe('memory');
});

test('closing lets go of the database and of the channel, and works without one', async () => {
  const channel: Channel = { post: () => {}, onMessage: () => {}, close: vi.fn() };
  for (const openChannel of [() => channel, () => null]) {
    const store = await open({ openChannel });
    store.close();
    await expect(store.read(['records'], (reading) => reading.count('records'))).rejects.toThrow();
  }
  expect(channel.close).toHaveBeenCalledTimes(1);
});
