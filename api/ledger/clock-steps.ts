/**
 * Clock steps: times at which the server's clock was set back, as ledgers show them. Events are ordered by their number, so a
 * later event with an earlier time means that the clock went back in between. Times then do not order the events of two ledgers.
 */
import type { Sql } from '../runtime/sqlite/port.ts';
import type { UserRange } from './user-range.ts';

/** The clock showed `before`, and afterwards `after`, which is earlier. UTC milliseconds. */
export interface ClockStep {
  readonly before: number;
  readonly after: number;
  /** The user whose ledger shows it; the lowest id of several. */
  readonly userId: number;
}

/** Registrations that the audit would report as `referrer_later` if no clock step explained them. */
export interface ExplainedByClock {
  readonly registrations: number;
  /** The first steps that explained a registration, without repeats, at most `MOST_EXAMPLES`. */
  readonly steps: readonly ClockStep[];
}

export const NOTHING_EXPLAINED: ExplainedByClock = { registrations: 0, steps: [] };

/** Smaller steps come from clock synchronisation and explain nothing, milliseconds. */
const LEAST_STEP_MS = 1000;

/** A time further ahead of the audit's clock explains nothing, milliseconds. */
const MOST_AHEAD_MS = 5 * 60_000;

const MOST_EXAMPLES = 5;

/**
 * Every clock step in the ledgers of a range of users; reads all their events. Credits are left out, because a forged
 * invitation comes with forged credits.
 */
export function clockSteps(sql: Sql, { from, to }: UserRange): ClockStep[] {
  return sql.all<ClockStep>(
    `SELECT before, at AS after, min(user_id) AS userId FROM (
       SELECT user_id, at, lag(at) OVER (PARTITION BY user_id ORDER BY seq) AS before
       FROM events WHERE user_id > ? AND user_id <= ? AND type <> 'CreditReceived.v1'
     ) WHERE before - at >= ${LEAST_STEP_MS} GROUP BY before, at`,
    from,
    to,
  );
}

/**
 * The first step that set the clock back over a part of the time between `earlier` and `later`, which makes their order
 * unsure; null if there is none.
 * @param now of the audit, UTC milliseconds: a time more than five minutes ahead of it explains nothing, because any ledger
 *   could be given one.
 */
export function explainingStep(
  steps: readonly ClockStep[],
  earlier: number,
  later: number,
  now: number,
): ClockStep | null {
  const latest = now + MOST_AHEAD_MS;
  if (later > latest) return null;
  return steps.find(({ before, after }) => before <= latest && after < later && before > earlier) ?? null;
}

/** Merges two notes. */
export function addExplained(a: ExplainedByClock, b: ExplainedByClock): ExplainedByClock {
  const steps = [...a.steps];
  for (const step of b.steps) {
    const isKnown = steps.some(({ before, after }) => before === step.before && after === step.after);
    if (!isKnown && steps.length < MOST_EXAMPLES) steps.push(step);
  }
  return { registrations: a.registrations + b.registrations, steps };
}
