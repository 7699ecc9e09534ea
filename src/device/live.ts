/** Values that follow the store: queried again whenever one of their tables changes, here or in another tab. */
import type { Live } from './model.ts';
import type { Reading, Store } from './store/port.ts';
import type { TableName } from './store/rows.ts';

/** A value held in memory. */
export interface Cell<T> extends Live<T> {
  set(value: T): void;
}

export function createCell<T>(first?: T, isEqual: (a: unknown, b: unknown) => boolean = isSame): Cell<T> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    current: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next) {
      if (isEqual(value, next)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
  };
}

export interface LiveQueryOptions {
  readonly store: Store;
  readonly log: (message: string, cause?: unknown) => void;
}

/**
 * The result of a query, kept current while it has listeners. Equal results are the same object, so that nothing
 * re-renders needlessly.
 */
export function liveQuery<T>(
  options: LiveQueryOptions,
  tables: readonly TableName[],
  question: Question<T>,
  isEqual = isSame,
): Live<T> {
  return lateQuery(options, tables, async () => question, isEqual);
}

type Question<T> = (reading: Reading) => Promise<T>;

/**
 * The same for a query whose code is fetched for its first listener. If that fails, the next change or listener fetches
 * it again.
 */
export function lateQuery<T>(
  { store, log }: LiveQueryOptions,
  tables: readonly TableName[],
  fetchQuestion: () => Promise<Question<T>>,
  isEqual = isSame,
): Live<T> {
  const cell = createCell<T>(undefined, isEqual);
  let listening = 0;
  let asking = false;
  let stale = false;
  let question: Question<T> | null = null;
  let endStore = () => {};

  async function ask(): Promise<void> {
    if (asking) {
      stale = true;
      return;
    }
    asking = true;
    do {
      stale = false;
      try {
        // Must come before the read: a transaction cannot wait for anything else.
        question ??= await fetchQuestion();
        cell.set(await store.read(tables, question));
      } catch (cause) {
        log('Cannot read a live value', cause);
      }
    } while (stale && listening > 0);
    asking = false;
  }

  return {
    current: cell.current,
    subscribe(onChange) {
      const end = cell.subscribe(onChange);
      listening += 1;
      if (listening === 1) {
        endStore = store.subscribe((changed) => {
          if (changed.size === 0 || tables.some((table) => changed.has(table))) void ask();
        });
        void ask();
      }
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        end();
        listening -= 1;
        if (listening === 0) endStore();
      };
    },
  };
}

/** Derives a live value from another one. */
export function mapLive<A, B>(live: Live<A>, map: (value: A) => B): Live<B> {
  let from: A | undefined;
  let to: B | undefined;
  return {
    current() {
      const value = live.current();
      if (value === undefined) return undefined;
      if (value !== from) {
        from = value;
        const mapped = map(value);
        if (!isSame(to, mapped)) to = mapped;
      }
      return to;
    },
    subscribe: live.subscribe,
  };
}

/** Rows are plain JSON data. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
