/**
 * Second copies of half-filled forms, written before the keystroke's handler returns: a web view that is reloaded in the
 * middle of anything aborts a database write under way, but not these. One in sessionStorage, the tab's own; one in
 * localStorage, with which the next opening of the app shows its form before the database has answered.
 */

/** The newest draft under a key, null where there is known to be none, undefined where nothing is known (or storage refused). */
export function readDraftMirror(userId: number, key: string): unknown {
  return (
    readFrom('sessionStorage', prefixOf(userId) + key) ?? readFrom('localStorage', prefixOf(userId) + key)
  );
}

/** Keeps a draft (any JSON value). Where that fails an older copy is dropped, so that it never outlives a newer draft. */
export function writeDraftMirror(userId: number, key: string, value: unknown): void {
  writeTo('sessionStorage', prefixOf(userId) + key, value);
  writeTo('localStorage', prefixOf(userId) + key, value);
}

/**
 * Keeps what the database turned out to have under a key, null for nothing: the next opening need not wait for it. A copy
 * that another tab has written meanwhile stays: it is newer.
 */
export function noteStoredDraft(userId: number, key: string, value: unknown): void {
  const name = prefixOf(userId) + key;
  if (readFrom('localStorage', name) === undefined) writeTo('localStorage', name, value);
}

/** Forgets all drafts of a user, when their data are deleted. */
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
    console.warn('A draft could not be read back', storage, name, error);
    return undefined;
  }
}

function writeTo(storage: StorageName, name: string, value: unknown): void {
  try {
    window[storage].setItem(name, JSON.stringify(value));
  } catch (error) {
    console.warn('A draft could not be mirrored', storage, name, error);
    dropWhere(storage, (other) => other === name);
  }
}

function dropWhere(storage: StorageName, isMeant: (name: string) => boolean): void {
  try {
    const kept = window[storage];
    for (const name of Object.keys(kept).filter(isMeant)) kept.removeItem(name);
  } catch (error) {
    console.warn('Draft mirrors could not be dropped', storage, error);
  }
}

function prefixOf(userId: number): string {
  return `irich:${userId}:draft:`;
}
