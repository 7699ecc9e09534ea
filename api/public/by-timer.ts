/** Refreshing where one process is alone with its database: at the start and whenever it is due, by one timer. */
import type { PublicData } from './data.ts';

export interface RefreshDeps {
  readonly data: Pick<PublicData, 'dueAt' | 'refresh'>;
  readonly clock: { now(): number };
  /** Runs `run` once after `ms` milliseconds; the answer cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Called after each refresh, whatever came of it. */
  readonly onRefreshed?: () => void;
  readonly onFault: (message: string, cause: unknown) => void;
}

/** The longest until it looks again: the clock may have been set. */
const LONGEST_MS = 5 * 60_000;
/** The shortest, so that what is due at once for ever, such as a database that cannot be written, does not spin. */
const SHORTEST_MS = 1000;

/** @returns ends it: nothing is asked any more. */
export function refreshByTimer({ data, clock, after, onRefreshed, onFault }: RefreshDeps): () => void {
  let isStopped = false;
  let cancel = () => {};

  function wake(shortest: number): void {
    if (isStopped) return;
    let wait = LONGEST_MS;
    try {
      const due = data.dueAt();
      if (due === null) return;
      wait = Math.min(LONGEST_MS, Math.max(shortest, due - clock.now()));
    } catch (cause) {
      onFault('Nobody knows when market and calendar are due', cause);
    }
    cancel = after(wait, () => {
      void data.refresh().then(() => {
        onRefreshed?.();
        wake(SHORTEST_MS);
      });
    });
  }

  wake(0);
  return () => {
    isStopped = true;
    cancel();
  };
}
