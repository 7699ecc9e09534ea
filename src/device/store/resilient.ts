/**
 * The store that the device uses: IndexedDB, with memory as the fallback once IndexedDB fails. It reopens a lost
 * connection and repeats the query, gives up a hanging one after a while, and always reports a full disk.
 */
import type { Clock } from '#platform/clock.ts';
import type { Durability } from '../model.ts';
import { type StorageFault, storageFaultOf } from './faults.ts';
import { copyStore, createMemoryDatabase, openMemoryStore } from './memory.ts';
import { type Reading, ROWS_PER_WRITE, type Store, type Writing } from './port.ts';
import { TABLE_NAMES, type TableName } from './rows.ts';

export interface ResilientOptions {
  /** Opens the database again; null if the browser has none. */
  readonly open: (() => Promise<Store & { readonly isNewer: boolean }>) | null;
  readonly clock: Clock;
  readonly log: (message: string, cause?: unknown) => void;
  /** How long one transaction may take before the connection counts as lost, milliseconds. */
  readonly patienceMs?: number;
}

export interface ResilientStore extends Store {
  /**
   * Closes the database until its next use. A write in progress finishes first, or is repeated: a page with an open
   * connection might not enter the back-forward cache, or not leave it.
   */
  release(): void;
  /** Reopens a released database and reports all tables, since they may have changed meanwhile. */
  reopen(): void;
}

const TRIES = 3;
const PATIENCE_MS = 10_000;

/** Never rejects because of missing storage: check the durability. */
export async function openResilientStore(options: ResilientOptions): Promise<ResilientStore> {
  const { open, clock, log, patienceMs = PATIENCE_MS } = options;
  const listeners = new Set<(changed: ReadonlySet<TableName>) => void>();
  const tell = (changed: ReadonlySet<TableName>) => {
    for (const listener of [...listeners]) listener(changed);
  };
  let current: Promise<Store> | null = null;
  let fallback: Promise<Store> | null = null;
  /** The fallback's store, once it holds the copy. */
  let memory: Store | null = null;
  let durability: Durability = 'kept';
  let closed = false;
  let released = false;

  function connect(): Promise<Store> {
    if (fallback !== null) return fallback;
    if (open === null) return giveUp('absent', () => null);
    if (current !== null) return current;
    const opening: Promise<Store> = openInTime(open).then(async (store) => {
      if (fallback !== null) {
        store.close();
        return fallback;
      }
      if (store.isNewer) return giveUp('newer', () => store);
      // A store that was released while it opened must not take the channel from the next one.
      if (current === opening) {
        store.subscribe(tell);
        if (released) tellOfAll();
      }
      return store;
    });
    current = opening;
    return opening;
  }

  /** After a release, because changes of other tabs were missed. */
  function tellOfAll(): void {
    released = false;
    tell(new Set(TABLE_NAMES));
  }

  /**
   * Moves everything into memory, starting with a copy of the store that `source` returns, as far as it can be read.
   */
  function giveUp(
    why: StorageFault | 'newer',
    source: () => Promise<Store | null> | Store | null,
  ): Promise<Store> {
    fallback ??= (async () => {
      durability = why === 'newer' ? 'read_only' : 'memory';
      if (why !== 'newer') log(`Data stays in memory only: storage is ${why}`);
      const copy = openMemoryStore(createMemoryDatabase(), durability);
      memory = copy;
      const from = await source();
      if (from !== null) {
        await withPatience(copyStore(from, copy, ROWS_PER_WRITE)).catch((cause: unknown) =>
          log('Some kept data could not be read', cause),
        );
        from.close();
      }
      copy.subscribe(tell);
      if (released) tellOfAll();
      else tell(new Set());
      return copy;
    })();
    return fallback;
  }

  async function ask<T>(question: (store: Store) => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      let store: Store | null = null;
      let isInMemory = false;
      const connection = connect();
      try {
        store = await connection;
        isInMemory = fallback !== null;
        return await (fallback === null ? withPatience(question(store)) : question(await fallback));
      } catch (cause) {
        if (closed || isInMemory) throw cause;
        // Another query has already switched to memory.
        if (fallback !== null) continue;
        const fault = storageFaultOf(cause);
        // A store that was released meanwhile is closed: copying needs another connection.
        const readable = () => (current === connection ? store : reopened());
        if (fault === 'full') {
          log('The device has no room left', cause);
          await giveUp('full', readable);
        } else if (fault === 'absent') {
          await giveUp('absent', readable);
        } else if (fault === 'other') {
          throw cause;
        } else {
          log('The connection to the database was lost', cause);
          store?.close();
          // Another query may have reopened it by now.
          if (current === connection) current = null;
          if (tried >= TRIES) await giveUp('lost', reopened);
        }
      }
    }
  }

  /** One more connection, only to read from; null if even that fails. */
  function reopened(): Promise<Store | null> {
    return open === null ? Promise.resolve(null) : openInTime(open).catch(() => null);
  }

  /** Opens a connection. One that opens too late is closed at once, because another has replaced it. */
  function openInTime<Opened extends Store>(connectionOf: () => Promise<Opened>): Promise<Opened> {
    const opening = connectionOf();
    return withPatience(opening).catch((cause: unknown) => {
      opening.then((late) => late.close()).catch(() => undefined);
      throw cause;
    });
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
    release() {
      if (current === null || fallback !== null) return;
      current
        .then((store) => {
          // A newer database was copied and closed; keep the copy open.
          if (store !== memory) store.close();
        })
        .catch(() => undefined);
      current = null;
      released = true;
    },
    reopen() {
      if (!released) return;
      ask(async () => undefined).catch((cause: unknown) =>
        log('The database could not be opened again', cause),
      );
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
