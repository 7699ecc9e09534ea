/** Opens the store of one user with whatever storage the browser allows. */
import type { Clock } from '#platform/clock.ts';
import type { StorageHost } from '#platform/storage.ts';
import { openDexieStore } from './dexie.ts';
import { openResilientStore, type ResilientStore } from './resilient.ts';

export async function openUserStore(
  userId: number,
  storage: StorageHost,
  clock: Clock,
  log: (message: string, cause?: unknown) => void,
): Promise<ResilientStore> {
  const { indexedDB, keyRange } = storage;
  const channel = storage.openChannel(`irich-${userId}`);
  const open =
    indexedDB === null || keyRange === null
      ? null
      : () => openDexieStore({ userId, indexedDB, keyRange, channel });
  const store = await openResilientStore({ open, clock, log });
  return {
    ...store,
    close() {
      store.close();
      channel?.close();
    },
  };
}
