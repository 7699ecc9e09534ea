/** Neighbours where every ledger has a database of its own: the others are asked, and friends tell of themselves. */
import type { Sql } from '../sqlite/port.ts';
import { friendCards } from './friends.ts';
import type { Neighbours } from './neighbours.ts';
import type { Peers } from './peers.ts';
import type { Reservations } from './reservations.ts';

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
        peers.onFault(`Nobody could be asked about the registration of user ${userId}`, cause);
        return null;
      }
    },
    reserving: reservations.reserving,
    friends: (_, cursor, limit) => friendCards(sql, cursor, limit, Math.ceil(everyMs / 1000)),
  };
}
