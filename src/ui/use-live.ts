/** Reads a value that changes, and renders again when it does. */
import { useCallback, useSyncExternalStore } from 'react';

/** Anything with a current value and a subscription; `Live` of the device is one. */
export interface LiveLike<T> {
  current(): T | undefined;
  subscribe(onChange: () => void): () => void;
}

/** The current value, or undefined until it is first loaded. Make `live` once per query (useMemo). */
export function useLive<T>(live: LiveLike<T>): T | undefined {
  // Kept from render to render: another one would leave the value and ask for it again.
  const subscribe = useCallback((onChange: () => void) => live.subscribe(onChange), [live]);
  return useSyncExternalStore(
    subscribe,
    () => live.current(),
    () => live.current(),
  );
}
