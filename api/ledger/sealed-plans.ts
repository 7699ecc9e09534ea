/** Sealed plans of a day, for its publication. */
import type { Sql } from '../runtime/sqlite/port.ts';

export interface Seal {
  readonly userId: number;
  /** Lower-case hexadecimal. */
  readonly hash: string;
}

/**
 * The plans that were received on a UTC day from users with ids from `first` to `last`, by user.
 * @param day whole days since 1970-01-01
 */
export function sealsOf(sql: Sql, day: number, first: number, last: number): IterableIterator<Seal> {
  // The expression is that of the index `events_sealed`, otherwise it is not used. The event id ends with the hash.
  return sql.iterate<Seal>(
    `SELECT user_id AS userId, substr(event_id, 8) AS hash FROM events INDEXED BY events_sealed
     WHERE type = 'PlanSealed.v1' AND at / 86400000 = ? AND user_id BETWEEN ? AND ? ORDER BY user_id, event_id`,
    day,
    first,
    last,
  );
}
