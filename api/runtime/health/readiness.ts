/**
 * The readiness of a server: a timer runs the probe, and a call only reports its last result. A database that cannot be
 * written is failing; stale data or waiting messages are only degraded.
 */
import type { Problem, ProblemCode } from '#core/contract/public.ts';

/** The result of the last probe. */
export interface ReadyReport {
  readonly problems: readonly Problem[];
  /** UTC milliseconds. */
  readonly checkedAt: number;
}

const DEGRADING: ReadonlySet<ProblemCode> = new Set(['market_old', 'messages_waiting', 'clock_set']);

/** Whether a load balancer should send requests elsewhere. */
export function isFailing({ problems }: ReadyReport): boolean {
  return problems.some(({ code }) => !DEGRADING.has(code));
}

export interface ReadinessDeps {
  /** Returns all current problems. A throw counts as a database that cannot be written. */
  readonly probe: () => readonly Problem[] | Promise<readonly Problem[]>;
  readonly clock: { now(): number };
  /** Runs `run` once after `ms` milliseconds; the returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Called when the set of problems changes. */
  readonly onChange: (problems: readonly Problem[]) => void;
}

export interface Readiness {
  report(): ReadyReport;
  stop(): void;
}

/** The time between two probes, milliseconds. */
export const PROBE_EVERY_MS = 5000;

/** Probes at once, and then every five seconds until stopped. */
export function probeByTimer({ probe, clock, after, onChange }: ReadinessDeps): Readiness {
  let last: ReadyReport = { problems: [], checkedAt: clock.now() };
  let isStopped = false;
  let cancel = () => {};

  function keep(problems: readonly Problem[]): void {
    if (isStopped) return;
    const codes = (list: readonly Problem[]) => list.map(({ code }) => code).join();
    const isOther = codes(problems) !== codes(last.problems);
    last = { problems, checkedAt: clock.now() };
    if (isOther) onChange(problems);
    cancel = after(PROBE_EVERY_MS, run);
  }

  function run(): void {
    try {
      const found = probe();
      if (found instanceof Promise) found.then(keep, (cause: unknown) => keep([unwritable(cause)]));
      else keep(found);
    } catch (cause) {
      keep([unwritable(cause)]);
    }
  }

  run();
  return {
    report: () => last,
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

/** For objects without timers: probes on request, one at a time, and at most every five seconds. */
export function probeWhenAsked({
  probe,
  clock,
}: Pick<ReadinessDeps, 'probe' | 'clock'>): () => Promise<ReadyReport> {
  let last: { readonly at: number; readonly report: Promise<ReadyReport> } | null = null;

  async function run(): Promise<ReadyReport> {
    try {
      const problems = await probe();
      return { problems, checkedAt: clock.now() };
    } catch (cause) {
      return { problems: [unwritable(cause)], checkedAt: clock.now() };
    }
  }

  return () => {
    const now = clock.now();
    if (last === null || Math.abs(now - last.at) >= PROBE_EVERY_MS) last = { at: now, report: run() };
    return last.report;
  };
}

function unwritable(cause: unknown): Problem {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return { code: 'database_unwritable', message: `The database cannot be read and written: ${reason}` };
}
