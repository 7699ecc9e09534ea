/** Neighbours where all ledgers are in one database: the transaction itself sees who is there. */
import { initialState } from '#core/points/evolve.ts';
import type { LedgerReader } from '../ledger/types.ts';
import { findPerson } from '../people/people.ts';
import type { Sql } from '../sqlite/port.ts';
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
