/**
 * Work that no request asks for: each duty says when it is due, and the earliest one sets the one alarm. The alarm is a Durable
 * Object's own, or a timer of the machine's process.
 */

/** The one moment at which the scheduler is woken. */
export interface Alarm {
  /** UTC milliseconds; takes the place of the moment set before. */
  set(at: number): void;
  clear(): void;
}

export interface Duty {
  /** What the log calls it, such as `reminders`. */
  readonly name: string;
  /** The moment from which there is something to do, UTC milliseconds; null where there is nothing. */
  dueAt(): number | null;
  /**
   * Does a little of it. By its first `await` it has written down a later moment at which it is due should this not come to its end:
   * another alarm meanwhile, in this process or the next, then leaves it alone until that moment. See `oneAtATime`.
   * @param isOver from then on the database is left alone.
   */
  work(isOver: () => boolean): Promise<void>;
  /** The least time between two works, milliseconds: for a duty that may stay due for as long as it fails. */
  readonly restMs?: number;
  /** A stop need not wait for its work: it waits for other services, and nothing is lost where it is cut off. */
  readonly mayBeCut?: boolean;
}

export interface SchedulerDeps {
  readonly alarm: Alarm;
  readonly duties: readonly Duty[];
  readonly clock: { now(): number };
  /** No duty may be done: the alarm only looks again whether that is over. */
  readonly isPaused?: boolean;
  /** How long a duty rests after a failure, milliseconds. */
  readonly pauseMs: number;
  /** The longest until it looks again, milliseconds: where other processes write to the same database. */
  readonly longestMs?: number;
  /** How long an alarm may be held back, so that not all objects wake at once, milliseconds. */
  readonly jitterMs?: () => number;
  readonly onFault: (message: string, cause: unknown) => void;
  /** A duty that has failed does its work again. */
  readonly onRecovered?: (message: string) => void;
}

export interface Scheduler {
  /** Sets the alarm where something is due. To be called after every change, in the same turn. */
  wake(): void;
  /** Does what is due and sets the next alarm. Never throws: a platform gives up after a few tries, this never does. */
  ring(): Promise<void>;
  /** The moment of the next work, UTC milliseconds; null where nothing waits. */
  nextAt(): number | null;
  /** No further work begins. Settles when the works under way have ended, but for those that may be cut. */
  stop(): Promise<void>;
  /** As a crash: works under way leave the database alone. */
  halt(): void;
}

interface Scheduled {
  readonly duty: Duty;
  /** Not before this moment, as of `restsSince`; a clock that was set back ends the rest. */
  restsUntil: number;
  restsSince: number;
  hasFailed: boolean;
}

const NEVER = Number.POSITIVE_INFINITY;

export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { alarm, clock, isPaused = false, pauseMs, longestMs = NEVER, jitterMs = () => 0, onFault } = deps;
  const all = deps.duties.map(
    (duty): Scheduled => ({ duty, restsUntil: 0, restsSince: 0, hasFailed: false }),
  );
  const underWay = new Set<Promise<void>>();
  /** The moment for which the alarm is set; null where it is not set, or that is not known. */
  let armedFor: number | null = null;
  let isStopped = false;
  let isOver = false;

  /** An earlier alarm stays: else an object that is always busy would never be woken. */
  function arm(at: number): void {
    if (isStopped || (armedFor !== null && armedFor <= at)) return;
    armedFor = at;
    alarm.set(at);
  }

  function rest(one: Scheduled, ms: number): void {
    one.restsSince = clock.now();
    one.restsUntil = one.restsSince + ms;
  }

  function failed(one: Scheduled, cause: unknown): void {
    if (isOver) return;
    one.hasFailed = true;
    onFault(`${one.duty.name} failed`, cause);
    rest(one, pauseMs);
  }

  function dueAt(one: Scheduled): number {
    const now = clock.now();
    const isResting = now >= one.restsSince && now < one.restsUntil;
    try {
      const at = one.duty.dueAt() ?? NEVER;
      return isResting ? Math.max(at, one.restsUntil) : at;
    } catch (cause) {
      if (!isResting) failed(one, cause);
      return one.restsUntil;
    }
  }

  const earliest = () => Math.min(NEVER, ...all.map(dueAt));

  /** The moment of the next alarm; `NEVER` where none is needed. */
  function nextAlarm(): number {
    const due = earliest();
    const now = clock.now();
    const at = due === NEVER ? NEVER : Math.max(due, now + (isPaused ? pauseMs : 0) + jitterMs());
    return Math.min(at, now + longestMs);
  }

  function wake(): void {
    const at = nextAlarm();
    if (at !== NEVER) arm(at);
  }

  async function work(one: Scheduled): Promise<void> {
    try {
      await one.duty.work(() => isOver);
      if (one.hasFailed) deps.onRecovered?.(`${one.duty.name} works again`);
      one.hasFailed = false;
      if (one.duty.restMs !== undefined) rest(one, one.duty.restMs);
    } catch (cause) {
      failed(one, cause);
    }
  }

  async function doWhatIsDue(): Promise<void> {
    const now = clock.now();
    const due = isPaused ? [] : all.filter((one) => dueAt(one) <= now);
    let left = due.length;
    const works = due.map(async (one) => {
      await work(one);
      left -= 1;
      // It may be due again before the others of this alarm have settled.
      if (left > 0) wake();
    });
    works.forEach((working, index) => {
      if (due[index]?.duty.mayBeCut !== true) underWay.add(working);
      // `Promise.all` below reports a failure; this only keeps the list.
      working.catch(() => undefined).finally(() => underWay.delete(working));
    });
    // Whatever becomes of the works, and of this process, there is another alarm.
    wake();
    if (due.length === 0) return;
    await Promise.all(works);
    armedFor = null;
    const next = nextAlarm();
    if (next !== NEVER) arm(next);
    else if (!isStopped) alarm.clear();
  }

  function end(): void {
    isStopped = true;
    alarm.clear();
  }

  return {
    wake,
    async ring() {
      armedFor = null;
      if (isStopped) return;
      try {
        await doWhatIsDue();
      } catch (cause) {
        onFault('the alarm failed', cause);
        armedFor = null;
        arm(clock.now() + pauseMs);
      }
    },
    nextAt() {
      const at = earliest();
      return at === NEVER ? null : at;
    },
    async stop() {
      end();
      await Promise.allSettled(underWay);
    },
    halt() {
      isOver = true;
      end();
    },
  };
}

/**
 * A duty that is never begun again before its work has settled, or `watchMs` milliseconds have passed without an end: for work
 * that stays due until it is done.
 */
export function oneAtATime(duty: Duty, clock: { now(): number }, watchMs: number): Duty {
  let watchAt: number | null = null;
  return {
    ...duty,
    dueAt: () => watchAt ?? duty.dueAt(),
    async work(isOver) {
      const own = clock.now() + watchMs;
      watchAt = own;
      try {
        await duty.work(isOver);
      } finally {
        if (watchAt === own) watchAt = null;
      }
    },
  };
}

/** An alarm of this process. @param after runs `run` once after `ms` milliseconds; the answer cancels it. */
export function timerAlarm(
  clock: { now(): number },
  after: (ms: number, run: () => void) => () => void,
  ring: () => void,
): Alarm {
  let cancel = () => {};
  return {
    set(at) {
      cancel();
      cancel = after(Math.max(0, at - clock.now()), ring);
    },
    clear: () => cancel(),
  };
}
