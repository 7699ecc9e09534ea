/** Leaves from a database of all ledgers. */
import { PROJECTION_VERSION, readAccount } from '#api/ledger/accounts.ts';
import { needsRebuild } from '#api/ledger/rebuild.ts';
import { sealsOf } from '#api/ledger/sealed-plans.ts';
import { DAY_MS } from '#core/points/days.ts';
import { totalOf } from '#core/points/levels.ts';
import { fromHex } from '#core/proof/bytes.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { recordsOf } from './leaf-records.ts';
import type { LeafSource, LedgerMemory, Remembered, UserTotal } from './leaf-source.ts';

/** Users of a page, at most. */
const USERS = 4_096;
/** Pages of a commit, at most. */
const PAGES = 16;

/** Whose leaves are read: of all ids above `after`, up to `last`. */
export interface LeafRange {
  /** Whole days since 1970. */
  readonly day: number;
  /** Of the day. */
  readonly secret: Uint8Array;
  readonly after: number;
  readonly last: number;
  /** How many users these are at most. */
  readonly users: number;
}

export type ReadLeaves = (range: LeafRange) => Uint8Array | Promise<Uint8Array>;

/** @param read the leaves as they are kept, from the same ledgers: on this thread unless it is given */
export function ledgerLeaves(
  sql: Sql,
  origin: string,
  read: ReadLeaves = (range) => readLeaves(sql, range),
): LeafSource {
  return {
    isReady: () => !needsRebuild(sql),
    pagesAtOnce: PAGES,
    async page({ day, secret, after: start, most }) {
      const after = Number(start ?? 0);
      const limit = Math.min(most, USERS);
      const found = usersAfter(sql, after, limit);
      if (found.last === null) return { size: 0, records: new Uint8Array(), seals: [], next: null };
      const { last, seals } = sealsUpTo(sql, { day, after, last: found.last, most });
      // Reading seals may fail. Leaves that were asked for before would then fail without a handler.
      const records = read({ day, secret, after, last, users: found.users });
      const isEnd = found.users < limit && last === found.last;
      return { size: found.users, records, seals, next: isEnd ? null : String(last) };
    },
    memory: memory(sql, origin),
  };
}

/** The first users with ids above `after`; `last` is null if there are none. */
function usersAfter(sql: Sql, after: number, limit: number): { users: number; last: number | null } {
  const found = sql.get<{ users: number; last: number | null }>(
    `SELECT count(*) AS users, max(user_id) AS last
     FROM (SELECT user_id FROM accounts WHERE user_id > ? ORDER BY user_id LIMIT ?)`,
    after,
    limit,
  );
  return found ?? { users: 0, last: null };
}

interface SealRange extends Omit<LeafRange, 'secret' | 'users'> {
  readonly most: number;
}

/** The plans that users of a range sealed on a day. With more than `most` the range ends before the user of the next one. */
function sealsUpTo(sql: Sql, { day, after, last, most }: SealRange) {
  const seals: Uint8Array[] = [];
  let user = after;
  for (const { userId, hash } of sealsOf(sql, day, after + 1, last)) {
    if (seals.length >= most && userId !== user) return { last: userId - 1, seals };
    const seal = fromHex(hash, 32);
    if (seal !== null) seals.push(seal);
    user = userId;
  }
  return { last, seals };
}

/** A leaf, and whether it is that of the newest event. */
interface Row extends Omit<UserTotal, 'seals'> {
  readonly isNewest: number | null;
}

/** The leaves as they are kept. Another thread may write meanwhile. */
export function readLeaves(sql: Sql, { day, secret, after, last }: LeafRange): Uint8Array {
  return recordsOf(
    secret,
    // What a leaf takes from several rows must belong together.
    sql.snapshot(() => leavesOf(sql, (day + 1) * DAY_MS, after, last)),
  );
}

function leavesOf(sql: Sql, end: number, after: number, last: number): Omit<UserTotal, 'seals'>[] {
  const rows = sql.all<Row>(
    `SELECT accounts.user_id AS userId, max(0, total) AS total, accounts.seq AS seq, accounts.hash AS head,
            at < ? AND version = ? AS isNewest
     FROM accounts LEFT JOIN events ON events.user_id = accounts.user_id AND events.seq = accounts.seq
     WHERE accounts.user_id > ? AND accounts.user_id <= ? ORDER BY accounts.user_id`,
    end,
    PROJECTION_VERSION,
    after,
    last,
  );
  return rows.flatMap((row) => {
    if (row.isNewest === 1) return row;
    const leaf = leafBefore(sql, row.userId, end);
    return leaf === null ? [] : { userId: row.userId, ...leaf };
  });
}

/** The plans that a user sealed on a day. */
export function sealsOfUser(sql: Sql, day: number, userId: number): Uint8Array[] {
  return sealsUpTo(sql, { day, after: userId - 1, last: userId, most: Number.POSITIVE_INFINITY }).seals;
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
