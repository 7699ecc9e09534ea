/** Reads a changing value, and re-renders when it changes. */
import { useCallback, useSyncExternalStore } from 'react';

/** Anything with a current value and a subscription; `Live` of the device is one. */
export interface LiveLike<T> {
  current(): T | undefined;
  subscribe(onChange: () => void): () => void;
}

/** The current value, or undefined until it is first loaded. Create `live` once per query (useMemo). */
export function useLive<T>(live: LiveLike<T>): T | undefined {
  // A stable function: a new one would unsubscribe and query the value again.
  const subscribe = useCallback((onChange: () => void) => live.subscribe(onChange), [live]);
  return useSyncExternalStore(
    subscribe,
    () => live.current(),
    () => live.current(),
  );
}
