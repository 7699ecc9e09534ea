/** The friends of a user, as of the last card that each of them sent. */

import type { ReferralMessage } from '../credits/message.ts';
import { type FriendCursor, friendCursor, readFriendCursor } from '../ledger/friend-cursor.ts';
import { blank } from '../runtime/sqlite/blank.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { FriendCards } from './neighbours.ts';

/** Stores a card, unless a newer one of the same friend is stored. */
export function keepCard(sql: Sql, { card, number }: Pick<ReferralMessage, 'card' | 'number'>): void {
  blank(
    sql,
    'friends',
    ['username'],
    'friend_id = ? AND (seq, number) < (?, ?) AND username IS NOT ?',
    card.userId,
    card.seq,
    number,
    card.username,
  );
  const { changes } = sql.run(
    `INSERT INTO friends (friend_id, seq, number, registered_at, level, points, username, premium)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (friend_id) DO UPDATE SET
       seq = excluded.seq, number = excluded.number,
       level = excluded.level, points = excluded.points, username = excluded.username, premium = excluded.premium
     WHERE (friends.seq, friends.number) < (excluded.seq, excluded.number)`,
    card.userId,
    card.seq,
    number,
    card.registeredAt,
    card.level,
    JSON.stringify(card.points),
    card.username,
    card.premium ? 1 : 0,
  );
  // Alone, because it is in an index, and each of its rows is paid for on Cloudflare.
  if (changes > 0)
    sql.run(
      'UPDATE friends SET registered_at = ? WHERE friend_id = ? AND registered_at <> ?',
      card.registeredAt,
      card.userId,
      card.registeredAt,
    );
}

interface Row extends FriendCursor {
  readonly level: number;
  readonly points: string;
  readonly username: string | null;
  readonly premium: number;
}

/** @param maxAgeS how old the card of a changed friend may be at most, seconds. */
export function friendCards(sql: Sql, cursor: string | null, limit: number, maxAgeS: number): FriendCards {
  const from = readFriendCursor(cursor);
  const found = sql.all<Row>(
    `SELECT friend_id AS userId, registered_at AS registeredAt, level, points, username, premium FROM friends
     WHERE (registered_at, friend_id) < (?, ?) ORDER BY registered_at DESC, friend_id DESC LIMIT ?`,
    from.registeredAt,
    from.userId,
    limit + 1,
  );
  const page = found.slice(0, limit);
  return {
    friends: page.map(({ userId, level, points, username, premium }) => ({
      userId,
      level,
      points: JSON.parse(points) as FriendCards['friends'][number]['points'],
      username,
      premium: premium === 1,
    })),
    nextCursor: friendCursor(page, found.length > limit),
    maxAgeS,
  };
}

/** Null if the friend has no username, or never sent a card. */
export function friendName(sql: Sql, friendId: number): string | null {
  return (
    sql.get<{ username: string | null }>('SELECT username FROM friends WHERE friend_id = ?', friendId)
      ?.username ?? null
  );
}
