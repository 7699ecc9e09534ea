/** The leaf of the one user whose ledger a database holds. It remembers the last day for which it gave one. */
import { DAY_MS, dayOf } from '#core/points/days.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { UserTotal } from './leaf-source.ts';
import { leafBefore, sealsByUser } from './ledger-leaves.ts';

export interface OwnLeaf extends Omit<UserTotal, 'userId'> {
  /** The last day before this one for which the ledger gave a leaf, however often it is asked; null if it gave none. */
  readonly lastDay: number | null;
  /** The day of its first event. */
  readonly since: number;
}

/** Null for a ledger that began after the day. */
export function giveLeaf(sql: Sql, userId: number, day: number): OwnLeaf | null {
  return sql.transaction(() => {
    const leaf = leafBefore(sql, userId, (day + 1) * DAY_MS);
    if (leaf === null) return null;
    const first = sql.get<{ at: number }>(
      'SELECT at FROM events WHERE user_id = ? ORDER BY seq LIMIT 1',
      userId,
    );
    const lastDay = lastBefore(sql, day);
    noteLeaf(sql, day);
    const seals = sealsByUser(sql, day, userId, userId).get(userId) ?? [];
    return { ...leaf, seals, lastDay, since: dayOf(first?.at ?? 0) };
  });
}

/**
 * The log may lose an answer and ask again: the second one must not hide that the ledger was restored. So what was said first is
 * kept, but for the usual last day, the one before: a row a day for each user would double what a leaf costs.
 */
function lastBefore(sql: Sql, day: number): number | null {
  const said = sql.get<{ before: number | null }>('SELECT before FROM asked_leaf WHERE day = ?', day);
  if (said !== undefined) return said.before;
  const last = sql.get<{ day: number }>('SELECT day FROM last_leaf')?.day ?? null;
  if (last === day) return day - 1;
  if (last !== day - 1)
    sql.run('INSERT OR REPLACE INTO asked_leaf (only, day, before) VALUES (1, ?, ?)', day, last);
  return last;
}

/** No leaf is missing up to this day: of a ledger that has just arrived from another deployment, too. */
export function noteLeaf(sql: Sql, day: number): void {
  sql.run(
    'INSERT INTO last_leaf (only, day) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET day = max(day, excluded.day)',
    day,
  );
}
