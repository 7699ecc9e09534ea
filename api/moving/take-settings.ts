/** What a user wants to be told, and whether the bot may write to them, as a piece brings it: of two states the later stays. */
import { acceptSettings } from '../notifications/settings.ts';
import type { Sql } from '../sqlite/port.ts';
import type { Piece } from './piece.ts';

export function takeSettings(sql: Sql, { userId, settings, reach }: Piece): void {
  for (const row of settings) {
    if (row.user_id === userId) acceptSettings(sql, userId, row);
  }
  for (const { user_id: owner, returned_at: returnedAt, refused_at: refusedAt } of reach) {
    if (owner !== userId) continue;
    sql.run(
      `INSERT INTO reach (user_id, returned_at, refused_at) VALUES (?, ?, ?)
       ON CONFLICT (user_id) DO UPDATE SET
         returned_at = nullif(max(coalesce(returned_at, -1), coalesce(excluded.returned_at, -1)), -1),
         refused_at = nullif(max(coalesce(refused_at, -1), coalesce(excluded.refused_at, -1)), -1)`,
      userId,
      returnedAt,
      refusedAt,
    );
  }
}
