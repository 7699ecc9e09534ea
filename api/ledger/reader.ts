/** Reads ledgers: points, events, and invited users. */
import type { Sql } from '../runtime/sqlite/port.ts';
import { readAccount } from './accounts.ts';
import { eventById, eventsAfter, eventsOfType } from './event-rows.ts';
import { friendCursor, readFriendCursor } from './friend-cursor.ts';
import type { Friend, LedgerReader } from './types.ts';

export function ledgerReader(sql: Sql): LedgerReader {
  return {
    account: (userId) => readAccount(sql, userId),
    events: (userId, after, limit) => eventsAfter(sql, userId, after, limit),
    eventsOfType: (userId, type, before, limit) => eventsOfType(sql, userId, type, before, limit),
    eventById: (userId, eventId) => eventById(sql, userId, eventId),
    friends(userId, cursor, limit) {
      const from = readFriendCursor(cursor);
      const found = sql.all<Friend>(
        `SELECT user_id AS userId, registered_at AS registeredAt, total, level FROM accounts
         WHERE credits_to = ? AND (registered_at, user_id) < (?, ?)
         ORDER BY registered_at DESC, user_id DESC LIMIT ?`,
        userId,
        from.registeredAt,
        from.userId,
        limit + 1,
      );
      const friends = found.slice(0, limit);
      return {
        friends,
        total: readAccount(sql, userId)?.friends ?? 0,
        nextCursor: friendCursor(friends, found.length > limit),
      };
    },
  };
}
