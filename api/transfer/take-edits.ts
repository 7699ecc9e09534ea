/** Imports the edits of a piece, of which the newer one of a field stays, and the numbers of changes. */
import { eraseOutcomes, keepMoved, rememberChange } from '../edits/edits.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Piece } from './piece.ts';

/**
 * Call after the calculations of the piece are stored: a record that has left the history has no outcome.
 * @param isErased the user's data are deleted, or were after the piece was taken: nothing about them is kept.
 */
export function takeEdits(sql: Sql, piece: Piece, isErased: boolean): void {
  const { userId, edits = [], editChanges = [], calculations } = piece;
  const hidden = calculations.filter(({ seq }) => !isShown(sql, userId, seq));
  for (const { seq } of hidden) eraseOutcomes(sql, userId, seq);
  for (const row of edits) {
    if (row.user_id !== userId || isErased) continue;
    if (row.seq === 0 || isShown(sql, userId, row.seq)) keepMoved(sql, row);
  }
  for (const row of editChanges) {
    if (row.user_id === userId && !isErased) rememberChange(sql, userId, row.change);
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
