/** A value that screens follow, changed part by part. */

export interface Observable<T> {
  current(): T;
  subscribe(onChange: () => void): () => void;
  change(next: Partial<T>): void;
}

export function createObservable<T extends object>(first: T): Observable<T> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    current: () => value,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    change(next) {
      const changed = { ...value, ...next };
      const keys = Object.keys(changed) as (keyof T)[];
      if (keys.every((key) => Object.is(changed[key], value[key]))) return;
      value = changed;
      for (const listener of [...listeners]) listener();
    },
  };
}
