/**
 * Times at which the server's clock was set back, as ledgers show them: events are ordered by their number, so a later one
 * with an earlier time means that the clock went back in between. Times alone do not order the events of two ledgers then.
 */
import type { Sql } from '../sqlite/port.ts';
import type { UserRange } from './audit.ts';

/** The clock showed `before`, and afterwards `after`, which is earlier. UTC milliseconds. */
export interface ClockStep {
  readonly before: number;
  readonly after: number;
}

/** Synchronised clocks move by less, and such a step explains nothing, milliseconds. */
const LEAST_STEP_MS = 1000;

/**
 * Every step that the ledgers of a range of users show; reads all their events. Credits are left out: whoever forges an
 * invitation forges its credits.
 */
export function clockSteps(sql: Sql, { from, to }: UserRange): ClockStep[] {
  return sql.all<ClockStep>(
    `SELECT before, at AS after FROM (
       SELECT at, lag(at) OVER (PARTITION BY user_id ORDER BY seq) AS before
       FROM events WHERE user_id > ? AND user_id <= ? AND type <> 'CreditReceived.v1'
     ) WHERE before - at >= ${LEAST_STEP_MS} GROUP BY before, at`,
    from,
    to,
  );
}

/** Whether the clock was set back over a part of the time between `earlier` and `later`, so that neither is sure. */
export function isTimeUnsure(steps: readonly ClockStep[], earlier: number, later: number): boolean {
  return steps.some(({ before, after }) => after < later && before > earlier);
}
