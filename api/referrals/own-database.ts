/** Neighbours if every ledger has its own database: asks other objects, and reads the cards that friends have sent. */

import type { Peers } from '../credits/peers.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Reservations } from '../wallet/reservations.ts';
import { friendCards } from './friends.ts';
import type { Neighbours } from './neighbours.ts';

export interface OwnDatabaseDeps {
  readonly sql: Sql;
  readonly peers: Peers;
  readonly reservations: Reservations;
  /** The least time between two messages of a friend, milliseconds. */
  readonly everyMs: number;
}

export function neighboursElsewhere({ sql, peers, reservations, everyMs }: OwnDatabaseDeps): Neighbours {
  return {
    async admit(userId, referrer) {
      try {
        const [referrerSince] = await Promise.all([
          referrer === null || referrer === userId ? null : peers.user(referrer).registeredAt(),
          peers.directory(userId).enter(userId),
        ]);
        return { referrerSince };
      } catch (cause) {
        peers.onFault(`The registration of user ${userId} could not be checked with other ledgers`, cause);
        return null;
      }
    },
    reserving: reservations.reserving,
    friends: (_, cursor, limit) => friendCards(sql, cursor, limit, Math.ceil(everyMs / 1000)),
  };
}
