/** Neighbours if all ledgers are in one database: the transaction itself sees the other ledgers. */
import { initialState } from '#core/points/evolve.ts';
import type { LedgerReader } from '../ledger/types.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { findPerson } from '../users/users.ts';
import type { Neighbours } from './neighbours.ts';

export function neighboursInDatabase(sql: Sql, read: LedgerReader): Neighbours {
  return {
    admit: async () => ({ referrerSince: null }),
    reserving: async (_userId, _wallet, commit) => ({ ok: true, value: await commit() }),
    friends(userId, cursor, limit) {
      const page = read.friends(userId, cursor, limit);
      return {
        friends: page.friends.map(({ userId: id }) => {
          const { level, points } = read.account(id) ?? initialState(id);
          const person = findPerson(sql, id);
          return {
            userId: id,
            level,
            points,
            username: person?.username ?? null,
            premium: person?.premium === true,
          };
        }),
        nextCursor: page.nextCursor,
        maxAgeS: 0,
      };
    },
  };
}
