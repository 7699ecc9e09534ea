/** The browser's storage: IndexedDB, persistence, and channels and locks between tabs. */

export interface StorageHost {
  /** Null if the browser has none, or forbids it. */
  readonly indexedDB: IDBFactory | null;
  readonly keyRange: typeof IDBKeyRange | null;
  /** Asks the browser not to evict the data. False if it refuses or cannot. */
  persist(): Promise<boolean>;
  /** A channel to the other tabs (and the service worker) of this origin; null if there is none. */
  openChannel(name: string): Channel | null;
  /** Locks that hold across tabs; null if there are none. */
  readonly locks: TabLocks | null;
}

export interface Channel {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  close(): void;
}

export interface TabLocks {
  /**
   * Runs `work` while no other tab holds `name`. After waiting `patienceMs` it takes the lock over: a page that the
   * system froze would hold it for ever.
   */
  run<T>(name: string, patienceMs: number, work: () => Promise<T>): Promise<T>;
}

export function browserStorage(): StorageHost {
  return {
    indexedDB: read(() => globalThis.indexedDB) ?? null,
    keyRange: read(() => globalThis.IDBKeyRange) ?? null,
    async persist() {
      // Only pages have this method, not service workers.
      const storage = read(() => globalThis.navigator.storage as { persist?(): Promise<boolean> } | object);
      if (storage === undefined || !('persist' in storage) || storage.persist === undefined) return false;
      return storage.persist().catch(() => false);
    },
    openChannel(name) {
      if (typeof BroadcastChannel === 'undefined') return null;
      const channel = new BroadcastChannel(name);
      return {
        post: (message) => channel.postMessage(message),
        onMessage(listener) {
          channel.onmessage = (event: MessageEvent<unknown>) => listener(event.data);
        },
        close: () => channel.close(),
      };
    },
    locks: read(() => globalThis.navigator.locks) === undefined ? null : webLocks(),
  };
}

/** Some web views throw when a property is merely read. */
function read<T>(property: () => T | undefined): T | undefined {
  try {
    return property() ?? undefined;
  } catch {
    // Forbidden counts as absent; the caller reports what is missing.
    return undefined;
  }
}

function webLocks(): TabLocks {
  return {
    async run<T>(name: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
      const { locks } = globalThis.navigator;
      const held: { outcome: Promise<T> | null } = { outcome: null };
      const start = () => {
        held.outcome ??= work();
        return held.outcome;
      };
      const impatience = new AbortController();
      const timer = setTimeout(() => impatience.abort(), patienceMs);
      try {
        await locks.request(name, { signal: impatience.signal }, start);
      } catch (cause) {
        // The lock was taken over during the work: the work continues, and its own outcome counts.
        if (held.outcome === null && !impatience.signal.aborted) throw cause;
      } finally {
        clearTimeout(timer);
      }
      if (held.outcome === null) {
        await locks.request(name, { steal: true }, start).catch((cause: unknown) => {
          if (held.outcome === null) throw cause;
        });
      }
      return held.outcome ?? start();
    },
  };
}
