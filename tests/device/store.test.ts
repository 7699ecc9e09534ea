/** One suite over every store. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { openDexieStore } from '#device/store/dexie.ts';
import { createMemoryDatabase, openMemoryStore } from '#device/store/memory.ts';
import { openResilientStore } from '#device/store/resilient.ts';
import { systemClock } from '#platform/clock.ts';
import { storeConformance } from './store-conformance.ts';

storeConformance('in memory', async () => {
  const database = createMemoryDatabase();
  const store = openMemoryStore(database);
  return {
    store,
    reopen: async () => {
      store.close();
      return openMemoryStore(database);
    },
  };
});

storeConformance('in IndexedDB', async () => {
  const options = { userId: 7, indexedDB: new IDBFactory(), keyRange: IDBKeyRange, channel: null };
  const store = await openDexieStore(options);
  return {
    store,
    reopen: () => {
      store.close();
      return openDexieStore(options);
    },
  };
});

storeConformance('as the device opens it', async () => {
  const options = { userId: 7, indexedDB: new IDBFactory(), keyRange: IDBKeyRange, channel: null };
  const open = () =>
    openResilientStore({ open: () => openDexieStore(options), clock: systemClock, log: () => {} });
  const store = await open();
  return {
    store,
    reopen: () => {
      store.close();
      return open();
    },
  };
});
