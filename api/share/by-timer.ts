/** Dropping pictures whose day is over where one process is alone with its database, by one timer. */
import type { Sql } from '../sqlite/port.ts';
import { dropExpired, picturesDueAt } from './pictures.ts';

export interface DropDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  /** Runs `run` once after `ms` milliseconds; the answer cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onFault: (message: string, cause: unknown) => void;
}

export interface DropByTimer {
  /** There may be pictures; to be called at the start and after commits. */
  wake(): void;
  stop(): void;
}

/** The longest until it looks again: the clock may have been set. */
const LONGEST_MS = 60 * 60_000;
/** How long it waits after a failure, and at least. */
const SHORTEST_MS = 60_000;

export function dropByTimer({ sql, clock, after, onFault }: DropDeps): DropByTimer {
  let cancel: (() => void) | null = null;
  let isStopped = false;

  function wake(): void {
    if (cancel !== null || isStopped) return;
    const due = picturesDueAt(sql);
    if (due === null) return;
    cancel = after(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, due - clock.now())), drop);
  }

  function drop(): void {
    cancel = null;
    try {
      dropExpired(sql, clock.now());
      wake();
    } catch (cause) {
      onFault('Pictures whose day is over could not be dropped', cause);
      cancel = after(SHORTEST_MS, drop);
    }
  }

  return {
    wake,
    stop() {
      isStopped = true;
      cancel?.();
    },
  };
}
