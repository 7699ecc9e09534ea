/** The leaf of the one user whose ledger a database holds. It remembers the last day for which it gave one. */
import { DAY_MS, dayOf } from '#core/points/days.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { UserTotal } from './leaf-source.ts';
import { leafBefore, sealsByUser } from './ledger-leaves.ts';

export interface OwnLeaf extends Omit<UserTotal, 'userId'> {
  /** The last day before this call for which the ledger gave a leaf; null if it gave none. */
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
    const lastDay = sql.get<{ day: number }>('SELECT day FROM last_leaf')?.day ?? null;
    noteLeaf(sql, day);
    const seals = sealsByUser(sql, day, userId, userId).get(userId) ?? [];
    return { ...leaf, seals, lastDay, since: dayOf(first?.at ?? 0) };
  });
}

/** No leaf is missing up to this day: of a ledger that has just arrived from another deployment, too. */
export function noteLeaf(sql: Sql, day: number): void {
  sql.run(
    'INSERT INTO last_leaf (only, day) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET day = max(day, excluded.day)',
    day,
  );
}
