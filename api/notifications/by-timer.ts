/** Work of a process that has moments of its own: done when it is due, one thing after the other, by one timer. */

export interface Work {
  /** The moment from which there is something to do, milliseconds; null where there is nothing. */
  dueAt(): number | null;
  /** Does a little of it. @param isOver from then on the database is left alone. */
  step(isOver: () => boolean): Promise<void>;
}

export interface ByTimerDeps {
  readonly clock: { now(): number };
  /** Runs `run` once after `ms` milliseconds; the answer cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onFault: (message: string, cause: unknown) => void;
}

export interface WorkByTimer {
  /** There may be something to do. Begins to look for it, too. */
  wake(): void;
  /** No further step begins. Settles when the one under way has come to its end. */
  stop(): Promise<void>;
  /** As a crash: of the step under way nothing is kept any more, and the database may be closed. */
  halt(): void;
}

/** The longest until it looks again: the database may have failed, the clock been set, or others have written. */
const PAUSE_MS = 60_000;

export function workByTimer({ clock, after, onFault }: ByTimerDeps, work: Work): WorkByTimer {
  let cancel = () => {};
  let stepping: Promise<void> | null = null;
  let isStopped = false;
  let isOver = false;

  function wakeAfter(ms: number): void {
    if (stepping !== null || isStopped) return;
    cancel();
    cancel = after(ms, () => {
      stepping = step().then((pauseMs) => {
        stepping = null;
        wakeAfter(pauseMs);
      });
    });
  }

  /** @returns how long there is nothing to do then, milliseconds. */
  async function step(): Promise<number> {
    try {
      await work.step(() => isOver);
      if (isStopped) return PAUSE_MS;
      const due = work.dueAt();
      return due === null ? PAUSE_MS : Math.min(PAUSE_MS, Math.max(0, due - clock.now()));
    } catch (cause) {
      if (!isOver) onFault('What was due could not be done', cause);
      return PAUSE_MS;
    }
  }

  function end(): void {
    isStopped = true;
    cancel();
  }

  return {
    wake: () => wakeAfter(0),
    async stop() {
      end();
      await stepping;
    },
    halt() {
      isOver = true;
      end();
    },
  };
}
