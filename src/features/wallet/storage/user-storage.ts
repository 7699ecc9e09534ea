/** What a wallet leaves on this phone: separate for each user, and in memory if the browser's storage refuses it. */

/** The part of the browser's storage that wallets use. */
export interface KeptText {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface UserStorage extends KeptText {
  /** Removes everything of this user. */
  clear(): void;
  /** Called after each `clear`. */
  onClear(listener: () => void): void;
}

/** @param storage null if the browser denies access. */
export function openUserStorage(userId: number, storage: Storage | null): UserStorage {
  const prefix = `irich:${userId}:wallet:`;
  const memory = new Map<string, string>();
  const listeners: (() => void)[] = [];
  return {
    getItem: (key) => memory.get(key) ?? tried(() => storage?.getItem(prefix + key)) ?? null,
    setItem(key, value) {
      memory.delete(key);
      const isKept = tried(() => {
        storage?.setItem(prefix + key, value);
        return storage !== null;
      });
      if (isKept !== true) memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      tried(() => storage?.removeItem(prefix + key));
    },
    clear() {
      memory.clear();
      tried(() => {
        for (const key of Object.keys(storage ?? {})) if (key.startsWith(prefix)) storage?.removeItem(key);
      });
      for (const listener of listeners) listener();
    },
    onClear: (listener) => void listeners.push(listener),
  };
}

let opened: { readonly userId: number; readonly storage: UserStorage } | null = null;

/** The storage of the page's user. There is one instance, because the connector's library uses it as `localStorage`. */
export function userStorageOf(userId: number): UserStorage {
  if (opened?.userId !== userId) {
    const storage = tried(() => window.localStorage) ?? null;
    opened = { userId, storage: openUserStorage(userId, storage) };
  }
  return opened.storage;
}

/** The storage that `userStorageOf` opened, for code that does not know the user. Throws if there is none yet. */
export function userStorage(): UserStorage {
  if (opened === null) throw new Error('No user storage is open yet');
  return opened.storage;
}

/** The library's key of a connection, including one that the wallet has not answered yet. */
export const CONNECTION_KEY = 'ton-connect-storage_bridge-connection';

export function isConnectionKept(storage: KeptText): boolean {
  return storage.getItem(CONNECTION_KEY) !== null;
}

/** Undefined if the browser refuses, or its storage is full. */
function tried<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    console.warn('The browser did not keep the wallet', error);
    return undefined;
  }
}
