/** What a screen sees of something that goes on without it: changed part by part, and whoever listens is told. */

export interface HeldView<T> {
  current(): T;
  subscribe(onChange: () => void): () => void;
  change(next: Partial<T>): void;
}

export function holdView<T extends object>(first: T): HeldView<T> {
  const listeners = new Set<() => void>();
  let view = first;
  return {
    current: () => view,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    change(next) {
      view = { ...view, ...next };
      for (const listener of [...listeners]) listener();
    },
  };
}
