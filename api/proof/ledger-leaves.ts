/** Leaves from a database of all ledgers. */
import { PROJECTION_VERSION, readAccount } from '#api/ledger/accounts.ts';
import { needsRebuild } from '#api/ledger/rebuild.ts';
import { sealsOf } from '#api/ledger/sealed-plans.ts';
import { DAY_MS } from '#core/points/days.ts';
import { totalOf } from '#core/points/levels.ts';
import { fromHex } from '#core/proof/bytes.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { LeafPage, LeafSource, LedgerMemory, Remembered, UserTotal } from './leaf-source.ts';

/** Users of a page: they are read in a few milliseconds. */
const USERS = 1_000;
/** Pages of a commit, at most. */
const PAGES = 16;

interface Row {
  readonly userId: number;
  readonly version: number;
  readonly total: number;
  readonly seq: number;
  readonly hash: string;
  /** Of the newest event; null where it is missing. */
  readonly at: number | null;
}

export function ledgerLeaves(sql: Sql, origin: string): LeafSource {
  return {
    isReady: () => !needsRebuild(sql),
    pagesAtOnce: PAGES,
    page: async (day, after) => page(sql, day, Number(after ?? 0)),
    memory: memory(sql, origin),
  };
}

function page(sql: Sql, day: number, after: number): LeafPage {
  const rows = sql.all<Row>(
    `SELECT accounts.user_id AS userId, version, total, accounts.seq, accounts.hash, at
     FROM accounts LEFT JOIN events ON events.user_id = accounts.user_id AND events.seq = accounts.seq
     WHERE accounts.user_id > ? ORDER BY accounts.user_id LIMIT ?`,
    after,
    USERS,
  );
  const seals = sealsByUser(sql, day, after + 1, rows.at(-1)?.userId ?? after);
  const end = (day + 1) * DAY_MS;
  const totals: UserTotal[] = [];
  for (const row of rows) {
    const isNewest = row.at !== null && row.at < end && row.version === PROJECTION_VERSION;
    const leaf = isNewest ? leafOf(row.seq, row.hash, row.total) : leafBefore(sql, row.userId, end);
    if (leaf !== null) totals.push({ userId: row.userId, ...leaf, seals: seals.get(row.userId) ?? [] });
  }
  const last = rows.at(-1);
  return { totals, next: rows.length < USERS || last === undefined ? null : String(last.userId) };
}

/** The plans that users with ids from `first` to `last` sealed on a day. */
export function sealsByUser(
  sql: Sql,
  day: number,
  first: number,
  last: number,
): ReadonlyMap<number, readonly Uint8Array[]> {
  const found = new Map<number, Uint8Array[]>();
  for (const { userId, hash } of sealsOf(sql, day, first, last)) {
    const seal = fromHex(hash, 32);
    if (seal !== null) found.set(userId, [...(found.get(userId) ?? []), seal]);
  }
  return found;
}

const leafOf = (seq: number, head: string, total: number) => ({ seq, head, total: Math.max(0, total) });

/**
 * A user's leaf from the ledger up to the last event that was received before `end`; null if there is none.
 * @param end milliseconds
 */
export function leafBefore(
  sql: Sql,
  userId: number,
  end: number,
): Pick<UserTotal, 'total' | 'seq' | 'head'> | null {
  const last = sql.get<{ seq: number; hash: string }>(
    'SELECT seq, hash FROM events WHERE user_id = ? AND at < ? ORDER BY seq DESC LIMIT 1',
    userId,
    end,
  );
  // Also of a ledger without events: its registration was begun, and never came to its end.
  if (last === undefined) return null;
  const account = readAccount(sql, userId);
  if (account === null) throw new Error(`User ${userId} has events and no account`);
  const later = sql.get<{ sum: number | null }>(
    'SELECT sum(award) AS sum FROM events WHERE user_id = ? AND seq > ?',
    userId,
    last.seq,
  );
  return leafOf(last.seq, last.hash, totalOf(account.points) - (later?.sum ?? 0));
}

/** A row of the ledgers' own database. */
function memory(sql: Sql, origin: string): LedgerMemory {
  const told = () =>
    sql.get<Remembered>('SELECT build, day, entry FROM published WHERE origin = ?', origin) ?? null;
  return {
    told,
    begin: (build) =>
      void sql.run(
        `INSERT INTO published (origin, build) VALUES (?, ?)
         ON CONFLICT (origin) DO UPDATE SET build = excluded.build`,
        origin,
        build,
      ),
    remember: (build, day, entry) =>
      sql.run(
        'UPDATE published SET day = ?, entry = ? WHERE origin = ? AND build = ?',
        day,
        entry,
        origin,
        build,
      ).changes === 1,
    mark: () => sql.get<{ mark: number }>('SELECT mark FROM log_marks WHERE origin = ?', origin)?.mark ?? 0,
    setMark: (mark) =>
      void sql.run(
        'INSERT INTO log_marks (origin, mark) VALUES (?, ?) ON CONFLICT (origin) DO UPDATE SET mark = excluded.mark',
        origin,
        mark,
      ),
    changes: () => sql.get<{ count: number }>('SELECT total_changes() AS count')?.count ?? 0,
  };
}
