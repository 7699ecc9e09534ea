/** Stores the plans of a piece that its user has revealed. */
import type { Sql } from '../runtime/sqlite/port.ts';
import { keepRevealed } from '../seals/reveals.ts';
import type { Piece } from './piece.ts';

/** Leaves out a plan that no event of this user reveals. */
export function takeRevealedPlans(sql: Sql, { userId, revealedPlans = [] }: Piece): void {
  for (const row of revealedPlans) {
    const event = sql.get(
      "SELECT 1 AS found FROM events WHERE user_id = ? AND event_id = 'revealed:' || ?",
      userId,
      row.hash,
    );
    if (row.user_id === userId && event !== undefined) keepRevealed(sql, row);
  }
}
