/**
 * Patterns that honest users seldom cause. They prove nothing: an operator reviews the list and may then write a correction.
 * Reads in chunks, without the write lock.
 */
import { DAY_MS } from '#core/points/days.ts';
import type { Sql } from '../runtime/sqlite/port.ts';

/**
 * - `burst`: many invited users registered within an hour.
 * - `idle_friends`: most of the invited users, all registered for at least a week, never calculated.
 * - `back_dated`: every record arrived on a later day than it claims.
 */
export interface Suspicion {
  readonly kind: 'burst' | 'idle_friends' | 'back_dated';
  readonly userId: number;
  /** The number of registrations in the hour, idle friends, or records. */
  readonly count: number;
  /** The total that `count` is a part of. */
  readonly of: number;
  /** When the hour began, UTC milliseconds; null except for `burst`. */
  readonly at: number | null;
}

export interface Limits {
  readonly burst: number;
  readonly idleFriends: number;
  /** Share of idle friends, from 0 to 1. */
  readonly idleShare: number;
  readonly backDated: number;
}

const LIMITS: Limits = { burst: 20, idleFriends: 5, idleShare: 0.8, backDated: 20 };

const HOUR_MS = 60 * 60 * 1000;
const CHUNK = 2000;

/** Everything suspicious at a moment (UTC milliseconds): first referrers, then records, each by user id. */
export function* suspicious(sql: Sql, now: number, limits: Limits = LIMITS): Generator<Suspicion> {
  yield* referrers(sql, now, limits);
  yield* backDated(sql, limits);
}

interface FriendRow {
  readonly referrer: number;
  readonly registeredAt: number;
  readonly userId: number;
  readonly idle: number;
}

function* referrers(sql: Sql, now: number, limits: Limits): Generator<Suspicion> {
  let last: FriendRow = {
    referrer: Number.MIN_SAFE_INTEGER,
    registeredAt: 0,
    userId: Number.MIN_SAFE_INTEGER,
    idle: 0,
  };
  let group: FriendRow[] = [];
  for (;;) {
    const rows: FriendRow[] = sql.all<FriendRow>(
      `SELECT credits_to AS referrer, registered_at AS registeredAt, user_id AS userId,
         NOT EXISTS (
           SELECT 1 FROM events e WHERE e.user_id = accounts.user_id AND e.type = 'CalculationRecorded.v1'
         ) AS idle
       FROM accounts
       WHERE credits_to IS NOT NULL AND (credits_to, registered_at, user_id) > (?, ?, ?)
       ORDER BY credits_to, registered_at, user_id LIMIT ?`,
      last.referrer,
      last.registeredAt,
      last.userId,
      CHUNK,
    );
    for (const row of rows) {
      if (row.referrer !== last.referrer) {
        yield* judge(group, now, limits);
        group = [];
      }
      group.push(row);
      last = row;
    }
    if (rows.length < CHUNK) break;
  }
  yield* judge(group, now, limits);
}

/** @param friends of one referrer, oldest registration first. */
function* judge(friends: readonly FriendRow[], now: number, limits: Limits): Generator<Suspicion> {
  const userId = friends[0]?.referrer;
  if (userId === undefined) return;
  let best = { count: 0, at: 0 };
  let from = 0;
  for (const [to, friend] of friends.entries()) {
    while ((friends[from]?.registeredAt ?? 0) <= friend.registeredAt - HOUR_MS) from += 1;
    const count = to - from + 1;
    if (count > best.count) best = { count, at: friends[from]?.registeredAt ?? 0 };
  }
  if (best.count >= limits.burst) {
    yield { kind: 'burst', userId, count: best.count, of: friends.length, at: best.at };
  }
  const settled = friends.filter((friend) => friend.registeredAt <= now - 7 * DAY_MS);
  const idle = settled.filter((friend) => friend.idle === 1).length;
  if (idle >= limits.idleFriends && idle >= limits.idleShare * settled.length) {
    yield { kind: 'idle_friends', userId, count: idle, of: settled.length, at: null };
  }
}

function* backDated(sql: Sql, limits: Limits): Generator<Suspicion> {
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const range = sql.get<{ last: number | null }>(
      'SELECT max(user_id) AS last FROM (SELECT user_id FROM accounts WHERE user_id > ? ORDER BY user_id LIMIT 200)',
      after,
    );
    if (range === undefined || range.last === null) return;
    const rows = sql.all<{ userId: number; count: number }>(
      `SELECT user_id AS userId, count(*) AS count FROM events
       WHERE user_id > ? AND user_id <= ? AND type = 'CalculationRecorded.v1'
       GROUP BY user_id
       HAVING count(*) >= ? AND min(json_extract(data, '$.day') < at / ${DAY_MS}) = 1
       ORDER BY user_id`,
      after,
      range.last,
      limits.backDated,
    );
    for (const { userId, count } of rows) yield { kind: 'back_dated', userId, count, of: count, at: null };
    after = range.last;
  }
}
