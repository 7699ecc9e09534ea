/** Keeps what a screen shows up to date: asks when it opens, when it comes to the front, and now and then while it is visible. */
import { useCallback, useEffect, useState } from 'react';

export interface FreshOptions<Outcome> {
  /** Never rejects. It decides itself whether what there is is new enough. Create it once (useCallback). */
  readonly refresh: () => Promise<Outcome>;
  /** How often it is asked while the page is visible, milliseconds. */
  readonly everyMs?: number;
  /** It is asked again whenever this changes, such as when the network comes back. */
  readonly again?: unknown;
}

export interface Fresh<Outcome> {
  /** Outcome of the last refresh; null before the first one. */
  readonly outcome: Outcome | null;
  /** The user is waiting for `ask`. */
  readonly isAsking: boolean;
  readonly ask: () => Promise<Outcome>;
}

export function useFresh<Outcome>({ refresh, everyMs, again }: FreshOptions<Outcome>): Fresh<Outcome> {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `again` triggers a refresh
  useEffect(() => {
    let isLeft = false;
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      void refresh().then((next) => {
        if (!isLeft) setOutcome(next);
      });
    };
    look();
    const timer = everyMs === undefined ? undefined : setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    // The messaging app brings its page to the front without hiding it first.
    window.addEventListener('pageshow', look);
    return () => {
      isLeft = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', look);
    };
  }, [refresh, everyMs, again]);

  const ask = useCallback(async () => {
    setIsAsking(true);
    const next = await refresh();
    setOutcome(next);
    setIsAsking(false);
    return next;
  }, [refresh]);
  return { outcome, isAsking, ask };
}
