/**
 * History entries from other code: the wallet library adds one for each modal on Android, so that going back closes it.
 * The router would take them for screens: it would scroll, and miscount how far back it can go.
 */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Marks such an entry in its state. */
const COPY = 'isCopy';

/**
 * While the screen stays, such an entry is a copy of the router's, and moving between the two is no navigation. The
 * router handles an entry that changes the address or has been replaced.
 */
export function useModalEntries(): void {
  const router = useRouter();
  useEffect(() => {
    const { notify } = router.history;
    router.history.notify = (action) => {
      const { __TSR_key: key } = router.history.location.state;
      if (action.type !== 'GO' || window.history.state?.__TSR_key !== key) notify(action);
    };
    const { pushState } = window.history;
    window.history.pushState = (state: unknown, unused, url) => {
      if (isWith('__TSR_index', state) || url) pushState.call(window.history, state, unused, url);
      // Call the browser's own function: the wrapped one would notify the router.
      else History.prototype.pushState.call(window.history, copyOf(window.history.state, state), unused, url);
    };
    // After a reload such an entry remains, but its modal is gone.
    if (isWith(COPY, window.history.state)) window.history.back();
    return () => {
      router.history.notify = notify;
      window.history.pushState = pushState;
    };
  }, [router]);
}

function isWith(key: string, state: unknown): boolean {
  return typeof state === 'object' && state !== null && key in state;
}

/** @param state the other code's own state. */
function copyOf(entry: object, state: unknown): object {
  return { ...entry, ...(typeof state === 'object' ? state : {}), [COPY]: true };
}
