/**
 * A second copy of half-filled forms in sessionStorage, written before the keystroke's handler returns: a web view that
 * is reloaded in the middle of anything aborts a database write under way, but not this one. It ends with the tab; the
 * database has the draft from then on.
 */

/** The newest draft under a key, or undefined where this tab has none (or is refused storage). */
export function readDraftMirror(userId: number, key: string): unknown {
  try {
    const text = sessionStorage.getItem(prefixOf(userId) + key);
    return text === null ? undefined : JSON.parse(text);
  } catch (error) {
    console.warn('A draft could not be read back', key, error);
    return undefined;
  }
}

/** Keeps a draft (any JSON value). Where that fails an older copy is dropped, so that it never outlives a newer draft. */
export function writeDraftMirror(userId: number, key: string, value: unknown): void {
  try {
    sessionStorage.setItem(prefixOf(userId) + key, JSON.stringify(value));
  } catch (error) {
    console.warn('A draft could not be mirrored', key, error);
    dropWhere((name) => name === prefixOf(userId) + key);
  }
}

/** Forgets all drafts of a user, when their data are deleted. */
export function dropDraftMirrors(userId: number): void {
  dropWhere((name) => name.startsWith(prefixOf(userId)));
}

function dropWhere(isMeant: (name: string) => boolean): void {
  try {
    for (const name of Object.keys(sessionStorage).filter(isMeant)) sessionStorage.removeItem(name);
  } catch (error) {
    console.warn('Draft mirrors could not be dropped', error);
  }
}

function prefixOf(userId: number): string {
  return `irich:${userId}:draft:`;
}
