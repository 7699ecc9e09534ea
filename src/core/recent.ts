/** A map of the recently used entries: two halves, and the older one is dropped when the newer is full. */

export interface Recent<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  clear(): void;
}

/** @param most entries in each half. */
export function createRecent<Key, Value>(most: number): Recent<Key, Value> {
  let newer = new Map<Key, Value>();
  let older = new Map<Key, Value>();

  function set(key: Key, value: Value): void {
    if (newer.size >= most && !newer.has(key)) {
      older = newer;
      newer = new Map();
    }
    newer.set(key, value);
  }

  return {
    get(key) {
      const recent = newer.get(key);
      if (recent !== undefined) return recent;
      const known = older.get(key);
      if (known !== undefined) set(key, known);
      return known;
    },
    set,
    clear() {
      newer = new Map();
      older = new Map();
    },
  };
}
