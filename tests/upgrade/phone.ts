/** A phone without a browser, for the device code of any version: its ports, and its database as plain data. */
import { createHash } from 'node:crypto';
import type { Clock } from './scenario.ts';

/** All of a database in the browser: its version there, its tables, their rows. */
export interface DatabaseDump {
  readonly name: string;
  readonly version: number;
  readonly tables: Readonly<Record<string, TableDump>>;
}

interface TableDump {
  readonly key: string;
  readonly indexes: readonly string[];
  readonly rows: readonly object[];
}

export interface PhonePorts {
  readonly userId: number;
  readonly launchData: string;
  readonly clock: Clock;
  /** Every call goes through here; rejects without a network. */
  readonly fetch: (path: string, init: PhoneCall) => Promise<Response>;
}

export interface PhoneCall {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The ports that every version of the device takes under these names. */
export function phonePorts({ userId, launchData, clock, fetch }: PhonePorts) {
  return {
    userId,
    launchData,
    fetch,
    baseUrl: '',
    clock: {
      now: clock.now,
      after(ms: number, run: () => void) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    zone: null,
    random: { next: () => 0.5 },
    network: { isVisible: () => true, onWake: () => () => {} },
    lock: { run: <T>(work: () => Promise<T>) => work() },
    persist: async () => true,
    log: () => {},
  };
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function dumpDatabase(indexedDB: IDBFactory, name: string): Promise<DatabaseDump> {
  const db = await opened(indexedDB.open(name));
  const tables: Record<string, TableDump> = {};
  const names = [...db.objectStoreNames];
  const transaction = db.transaction(names, 'readonly');
  for (const table of names) {
    const store = transaction.objectStore(table);
    tables[table] = {
      key: String(store.keyPath),
      indexes: [...store.indexNames],
      rows: (await opened(store.getAll())) as object[],
    };
  }
  db.close();
  return { name, version: db.version, tables };
}

/** Every index has the name of its field. */
export async function restoreDatabase(indexedDB: IDBFactory, dump: DatabaseDump): Promise<void> {
  const opening = indexedDB.open(dump.name, dump.version);
  opening.onupgradeneeded = () => {
    for (const [name, { key, indexes, rows }] of Object.entries(dump.tables)) {
      const store = opening.result.createObjectStore(name, { keyPath: key });
      for (const index of indexes) store.createIndex(index, index);
      for (const row of rows) store.put(row);
    }
  };
  (await opened(opening)).close();
}

function opened<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
