/** Imports the edits of a piece: of two edits of a field the newer one stays. */
import { eraseOutcomes, keepNewer } from '../edits/edits.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Piece } from './piece.ts';

/**
 * Call after the calculations of the piece are stored: a record that has left the history has no outcome.
 * @param isDeleted the user's data are deleted: nothing about them is kept.
 */
export function takeEdits(sql: Sql, piece: Piece, isDeleted: boolean): void {
  const { userId, edits = [], calculations } = piece;
  const hidden = calculations.filter(({ seq }) => !isShown(sql, userId, seq));
  for (const { seq } of hidden) eraseOutcomes(sql, userId, seq);
  for (const row of edits) {
    if (row.user_id !== userId || isDeleted) continue;
    if (row.seq === 0 || isShown(sql, userId, row.seq)) keepNewer(sql, row);
  }
}

function isShown(sql: Sql, userId: number, seq: number): boolean {
  return (
    sql.get(
      'SELECT 1 AS found FROM calculations WHERE user_id = ? AND seq = ? AND shown = 1',
      userId,
      seq,
    ) !== undefined
  );
}
