/**
 * Entries that somebody else puts into the browser's history, as the wallet library does on Android for its modals, so that going
 * back takes them away. To the router they would be screens: it would scroll, and lose count of how far back it can go.
 */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Of such an entry, in its state. */
const COPY = 'isCopy';

/**
 * As long as the screen is there, such an entry is a copy of the router's, and going between the two goes nowhere. One that changes
 * the address, or has been replaced, is the router's business.
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
      // The browser's own: the one in front of it tells the router.
      else History.prototype.pushState.call(window.history, copyOf(window.history.state, state), unused, url);
    };
    // A reload leaves it, and nothing that lies over the screen.
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

/** @param state what somebody else keeps with it. */
function copyOf(entry: object, state: unknown): object {
  return { ...entry, ...(typeof state === 'object' ? state : {}), [COPY]: true };
}
