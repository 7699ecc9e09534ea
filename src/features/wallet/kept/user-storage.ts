/** What connecting a wallet keeps on this phone: each user's own, in memory where the browser keeps nothing. */

/** The part of the browser's storage that is needed. */
export interface KeptText {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface UserStorage extends KeptText {
  /** Forgets all of this user's. */
  clear(): void;
  /** Hears of each `clear`, after it. */
  onClear(listener: () => void): void;
}

/** @param storage null where the browser refuses it. */
export function openUserStorage(userId: number, storage: Storage | null): UserStorage {
  const prefix = prefixOf(userId);
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
      if (storage !== null) forgetIn(storage, prefix);
      for (const listener of listeners) listener();
    },
    onClear: (listener) => void listeners.push(listener),
  };
}

let opened: { readonly userId: number; readonly storage: UserStorage } | null = null;

/** The storage of whoever uses this page: opened once, for the connector takes it for the browser's. */
export function userStorageOf(userId: number): UserStorage {
  if (opened?.userId !== userId) opened = { userId, storage: openUserStorage(userId, browserStorage()) };
  return opened.storage;
}

/** As `userStorageOf`, for code that cannot be told who the user is. Throws before it was opened. */
export function userStorage(): UserStorage {
  if (opened === null) throw new Error('no user has a wallet here yet');
  return opened.storage;
}

/** The library's key of a connection, or of one that a wallet has been asked for. */
export const CONNECTION_KEY = 'ton-connect-storage_bridge-connection';

/** Whether a connection of before is kept there. */
export function isConnectionKept(storage: KeptText): boolean {
  return storage.getItem(CONNECTION_KEY) !== null;
}

/** Forgets what the user's wallet has left here, when their data are deleted. */
export function forgetWallet(userId: number): void {
  userStorageOf(userId).clear();
}

function prefixOf(userId: number): string {
  return `irich:${userId}:wallet:`;
}

function forgetIn(storage: Storage, prefix: string): void {
  tried(() => {
    for (const key of Object.keys(storage).filter((key) => key.startsWith(prefix))) storage.removeItem(key);
  });
}

function browserStorage(): Storage | null {
  return tried(() => window.localStorage) ?? null;
}

/** Undefined where the browser refuses, or has no room. */
function tried<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    console.warn('the wallet cannot be kept in the browser', error);
    return undefined;
  }
}
