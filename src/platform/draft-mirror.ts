/**
 * Second copies of half-filled forms, written before the keystroke's handler returns: a reload of the web view aborts a
 * running database write, but not these. One copy is in sessionStorage, for the tab; one in localStorage, so that the
 * next start of the app shows its form before the database answers.
 */

/** The newest draft under a key; null if there is certainly none; undefined if unknown (or storage is refused). */
export function readDraftMirror(userId: number, key: string): unknown {
  return (
    readFrom('sessionStorage', prefixOf(userId) + key) ?? readFrom('localStorage', prefixOf(userId) + key)
  );
}

/**
 * Keeps a draft (any JSON value). If that fails, the older copy is removed, so that it never outlives a newer draft.
 * @returns whether the copy for the next start is kept.
 */
export function writeDraftMirror(userId: number, key: string, value: unknown): boolean {
  writeTo('sessionStorage', prefixOf(userId) + key, value);
  return writeTo('localStorage', prefixOf(userId) + key, value);
}

/**
 * Keeps the database's value for a key, null for none, so that the next start need not wait for the database. A copy
 * that another tab has written meanwhile stays, because it is newer.
 */
export function noteStoredDraft(userId: number, key: string, value: unknown): void {
  const name = prefixOf(userId) + key;
  if (readFrom('localStorage', name) === undefined) writeTo('localStorage', name, value);
}

/** Removes all drafts of a user, when their data are deleted. */
export function dropDraftMirrors(userId: number): void {
  const isTheirs = (name: string) => name.startsWith(prefixOf(userId));
  dropWhere('sessionStorage', isTheirs);
  dropWhere('localStorage', isTheirs);
}

type StorageName = 'sessionStorage' | 'localStorage';

function readFrom(storage: StorageName, name: string): unknown {
  try {
    const text = window[storage].getItem(name);
    return text === null ? undefined : JSON.parse(text);
  } catch (error) {
    console.warn('Cannot read a draft mirror', storage, name, error);
    return undefined;
  }
}

function writeTo(storage: StorageName, name: string, value: unknown): boolean {
  try {
    window[storage].setItem(name, JSON.stringify(value));
    return true;
  } catch (error) {
    console.warn('Cannot write a draft mirror', storage, name, error);
    dropWhere(storage, (other) => other === name);
    return false;
  }
}

function dropWhere(storage: StorageName, isMeant: (name: string) => boolean): void {
  try {
    const kept = window[storage];
    for (const name of Object.keys(kept).filter(isMeant)) kept.removeItem(name);
  } catch (error) {
    console.warn('Cannot remove draft mirrors', storage, error);
  }
}

/** Every name in the storages that begins so goes with the user's data. */
export function prefixOf(userId: number): string {
  return `irich:${userId}:draft:`;
}
