/** The leaf of the one user whose ledger a database holds. It remembers the last day for which it gave one. */
import { DAY_MS, dayOf } from '#core/points/days.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { UserTotal } from './leaf-source.ts';
import { leafBefore, sealsOfUser } from './ledger-leaves.ts';

export interface OwnLeaf extends Omit<UserTotal, 'userId'> {
  /** The last day that a ledger which was set back has in common with the log, however often it is asked; null otherwise. */
  readonly common: number | null;
}

/** Days are whole days since 1970. */
export interface AskedLeaf {
  readonly day: number;
  /** The newest day of the log; null for an empty one. */
  readonly newest: number | null;
  /** The day on which the log asks. */
  readonly today: number;
}

/** Null for a ledger that began after the day. */
export function giveLeaf(sql: Sql, userId: number, asked: AskedLeaf): OwnLeaf | null {
  const { day } = asked;
  return sql.transaction(() => {
    const leaf = leafBefore(sql, userId, (day + 1) * DAY_MS);
    if (leaf === null) return null;
    const first = sql.get<{ at: number }>(
      'SELECT at FROM events WHERE user_id = ? ORDER BY seq LIMIT 1',
      userId,
    );
    const common = commonDay(sql, asked, dayOf(first?.at ?? 0));
    noteLeaf(sql, day);
    const seals = sealsOfUser(sql, day, userId);
    return { ...leaf, seals, common };
  });
}

/**
 * The log may lose an answer and ask again: the second one must not hide that the ledger was set back. So what was said first is
 * kept, but for the usual last day, the one before: a row a day for each user would double what a leaf costs. Days that had ended
 * when the log noticed it, and are published late, say so too: a phone may know what was lost on any of these days.
 */
function commonDay(sql: Sql, { day, newest, today }: AskedLeaf, since: number): number | null {
  const said = sql.get<{ day: number; before: number | null; told_until: number | null }>(
    'SELECT day, before, told_until FROM asked_leaf',
  );
  const last = said?.day === day ? said.before : lastBefore(sql, day);
  const common = last ?? since - 1;
  const isSetBack = newest !== null && since <= newest && common < newest;
  if (last !== day - 1 && said?.day !== day)
    sql.run(
      'INSERT OR REPLACE INTO asked_leaf (only, day, before, told_until) VALUES (1, ?, ?, ?)',
      day,
      last,
      isSetBack ? today - 1 : null,
    );
  if (isSetBack) return common;
  const isLate = said != null && said.day < day && day <= (said.told_until ?? Number.NEGATIVE_INFINITY);
  return isLate ? newest : null;
}

/** The last day before this one for which the ledger gave a leaf; null if it gave none. */
function lastBefore(sql: Sql, day: number): number | null {
  const last = sql.get<{ day: number }>('SELECT day FROM last_leaf')?.day ?? null;
  return last === day ? day - 1 : last;
}

/** No leaf is missing up to this day: of a ledger that has just arrived from another deployment, too. */
export function noteLeaf(sql: Sql, day: number): void {
  sql.run(
    'INSERT INTO last_leaf (only, day) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET day = max(day, excluded.day)',
    day,
  );
}
