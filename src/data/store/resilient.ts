/**
 * The store as the device uses it: IndexedDB while that works, and memory from the moment it does not. A lost connection is
 * opened again and the question asked again; a hanging one is given up after a while; a full disk is said, never hidden.
 */
import type { Clock } from '#platform/clock.ts';
import type { Durability } from '../model.ts';
import { type StorageFault, storageFaultOf } from './faults.ts';
import { copyStore, createMemoryDatabase, openMemoryStore } from './memory.ts';
import { type Reading, ROWS_PER_WRITE, type Store, type Writing } from './port.ts';
import type { TableName } from './rows.ts';

export interface ResilientOptions {
  /** Opens the database anew; null where the browser has none. */
  readonly open: (() => Promise<Store & { readonly isNewer: boolean }>) | null;
  readonly clock: Clock;
  readonly log: (message: string, cause?: unknown) => void;
  /** How long one transaction may take before the connection counts as lost, milliseconds. */
  readonly patienceMs?: number;
}

const TRIES = 3;
const PATIENCE_MS = 10_000;

/** Never rejects for want of storage: the durability says what became of it. */
export async function openResilientStore(options: ResilientOptions): Promise<Store> {
  const { open, clock, log, patienceMs = PATIENCE_MS } = options;
  const listeners = new Set<(changed: ReadonlySet<TableName>) => void>();
  const tell = (changed: ReadonlySet<TableName>) => {
    for (const listener of [...listeners]) listener(changed);
  };
  let current: Promise<Store> | null = null;
  let fallback: Promise<Store> | null = null;
  let durability: Durability = 'kept';
  let closed = false;

  function connect(): Promise<Store> {
    if (fallback !== null) return fallback;
    if (open === null) return giveUp('absent', null);
    current ??= withPatience(open()).then(async (store) => {
      store.subscribe(tell);
      return store.isNewer ? giveUp('newer', store) : store;
    });
    return current;
  }

  /** From here on everything is in memory, beginning with what could be read. */
  function giveUp(why: StorageFault | 'newer', from: Store | null): Promise<Store> {
    fallback ??= (async () => {
      durability = why === 'newer' ? 'read_only' : 'memory';
      if (why !== 'newer' || from === null) log(`Nothing will be kept on this device: storage is ${why}`);
      const memory = openMemoryStore(createMemoryDatabase(), durability);
      if (from !== null) {
        await withPatience(copyStore(from, memory, ROWS_PER_WRITE)).catch((cause: unknown) =>
          log('What was kept could not all be read', cause),
        );
        from.close();
      }
      memory.subscribe(tell);
      tell(new Set());
      return memory;
    })();
    return fallback;
  }

  async function ask<T>(question: (store: Store) => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      let store: Store | null = null;
      try {
        store = await connect();
        if (fallback !== null) return await question(await fallback);
        return await withPatience(question(store));
      } catch (cause) {
        if (closed || fallback !== null) throw cause;
        const fault = storageFaultOf(cause);
        if (fault === 'full') {
          log('The device has no room left', cause);
          await giveUp('full', store);
        } else if (fault === 'absent') {
          await giveUp('absent', store);
        } else if (fault === 'other') {
          throw cause;
        } else {
          log('The connection to the database was lost', cause);
          store?.close();
          current = null;
          if (tried >= TRIES) await giveUp('lost', await reopened());
        }
      }
    }
  }

  /** One more connection, only to read from; null where even that fails. */
  function reopened(): Promise<Store | null> {
    return open === null ? Promise.resolve(null) : withPatience(open()).catch(() => null);
  }

  function withPatience<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(patienceMs, () =>
        reject(Object.assign(new Error('The database does not answer'), { name: 'TimeoutError' })),
      );
      answer.then(resolve, reject).finally(cancel);
    });
  }

  await ask(async () => undefined);
  return {
    durability: () => durability,
    read: <T>(tables: readonly TableName[], work: (reading: Reading) => Promise<T>) =>
      ask((store) => store.read(tables, work)),
    write: <T>(tables: readonly TableName[], work: (writing: Writing) => Promise<T>) =>
      ask((store) => store.write(tables, work)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      listeners.clear();
      current
        ?.then((store) => store.close())
        .catch((cause: unknown) => log('Closing the database failed', cause));
    },
  };
}
