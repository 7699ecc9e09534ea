/** An object has one alarm for all that it does unasked: each duty says when it is due, and the earliest one sets it. */

/** The one moment at which an object is woken. */
export interface Alarm {
  /** Milliseconds; takes the place of the one before. */
  set(at: number): void;
  clear(): void;
}

export interface Duty {
  /** The moment from which it has something to do, milliseconds; null where it has nothing. */
  dueAt(): number | null;
  /**
   * Does it. By its first `await` it has written down a later moment at which it is due should this not come to its end: another
   * alarm meanwhile, in this life of the object or the next, then leaves it alone.
   */
  work(): Promise<void>;
}

export interface AlarmClockDeps {
  readonly alarm: Alarm;
  readonly duties: readonly Duty[];
  readonly clock: { now(): number };
  /** No duty may be done: the alarm only looks again later whether that is over. */
  readonly isPaused: boolean;
  /** How long until it looks again, there or after a failure, milliseconds. */
  readonly pauseMs: number;
  /** How long an alarm may be held back, so that not all objects wake at once, milliseconds. */
  readonly jitterMs: () => number;
  readonly onFault: (cause: unknown) => void;
}

export interface AlarmClock {
  /** Sets the alarm where something is due. To be called after every change, in the same turn. */
  wake(): void;
  /** Does what is due and sets the next alarm. Never throws: a platform gives up after a few tries, this never does. */
  ring(): Promise<void>;
}

export function createAlarmClock(deps: AlarmClockDeps): AlarmClock {
  const { alarm, duties, clock, isPaused, pauseMs, jitterMs, onFault } = deps;
  /** For when the alarm is set; null where it is not, or nobody knows. */
  let armedFor: number | null = null;

  /** An earlier alarm stays: else an object that is always busy would never be woken. */
  function arm(at: number): void {
    if (armedFor !== null && armedFor <= at) return;
    armedFor = at;
    alarm.set(at);
  }

  function earliest(): number | null {
    const moments = duties.flatMap((duty) => duty.dueAt() ?? []);
    return moments.length === 0 ? null : Math.min(...moments);
  }

  function wake(): void {
    const due = earliest();
    if (due === null) return;
    const soonest = clock.now() + (isPaused ? pauseMs : 0);
    arm(Math.max(due, soonest + jitterMs()));
  }

  async function doWhatIsDue(): Promise<void> {
    const now = clock.now();
    const due = duties.filter((duty) => (duty.dueAt() ?? Number.POSITIVE_INFINITY) <= now);
    const working = Promise.allSettled(due.map((duty) => duty.work()));
    // Whatever becomes of it, and of this object, there is another alarm.
    const next = earliest();
    if (next !== null) arm(next);
    if (due.length === 0) return;
    const failures = (await working).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    armedFor = null;
    if (failures.length > 0) {
      for (const cause of failures) onFault(cause);
      arm(clock.now() + pauseMs);
    } else if (earliest() === null) alarm.clear();
    else wake();
  }

  return {
    wake,
    async ring() {
      armedFor = null;
      try {
        if (isPaused) wake();
        else await doWhatIsDue();
      } catch (cause) {
        onFault(cause);
        armedFor = null;
        arm(clock.now() + pauseMs);
      }
    },
  };
}
