/** Writes drafts: the newest value of a key wins, and writes never overtake each other. */
import { readDraft, writeDraft } from './store/drafts.ts';
import type { Store } from './store/port.ts';

export interface DraftWriter {
  read(key: string): Promise<unknown>;
  /** Resolves when this value, or a newer one of the same key, is kept. */
  save(key: string, value: unknown): Promise<void>;
}

interface Waiting {
  value: unknown;
  done: Promise<void>;
}

export function draftWriter(store: Store): DraftWriter {
  /** Values that wait for the current write. */
  const next = new Map<string, Waiting>();
  const underWay = new Map<string, Waiting>();

  function write(key: string, value: unknown): Promise<void> {
    const done = writeDraft(store, key, value).finally(() => underWay.delete(key));
    underWay.set(key, { value, done });
    return done;
  }

  return {
    async read(key) {
      const unwritten = next.get(key) ?? underWay.get(key);
      return unwritten === undefined ? readDraft(store, key) : (unwritten.value ?? null);
    },
    save(key, value) {
      const current = underWay.get(key);
      if (current === undefined) return write(key, value);
      const waiting = next.get(key);
      if (waiting !== undefined) {
        waiting.value = value;
        return waiting.done;
      }
      const behind: Waiting = { value, done: Promise.resolve() };
      const go = () => {
        next.delete(key);
        return write(key, behind.value);
      };
      // The caller of that write learns of its failure; this one only waits for it.
      behind.done = current.done.then(go, go);
      next.set(key, behind);
      return behind.done;
    },
  };
}
