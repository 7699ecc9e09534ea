/**
 * Wallets that this home links where every ledger has a database of its own: one object of the wallet itself keeps it for one
 * user, and that is asked first. A ledger alone says whose a wallet is, so a reservation that came to no event, as after a crash,
 * is no more than a note: the next user who proves the wallet takes it over, for this home then says that it does not hold it.
 */
import type { Sql } from '../sqlite/port.ts';
import type { Reserved } from './neighbours.ts';
import type { Peers } from './peers.ts';

export interface Reservations {
  /** Does `commit` while no other user can have this wallet. See `Neighbours.reserving`. */
  reserving<T>(userId: number, wallet: string, commit: () => Promise<T>): Promise<Reserved<T>>;
  /** Whether this ledger has the wallet bound, or may have in a moment. */
  holds(wallet: string): boolean;
}

export interface ReservationDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly peers: Pick<Peers, 'wallet' | 'onFault'>;
  /** The wallet that the ledger has bound. */
  readonly bound: () => string | null;
}

export function openReservations({ sql, clock, peers, bound }: ReservationDeps): Reservations {
  /** Being linked at this moment, once for each call that does. */
  const linking: string[] = [];
  const forget = (wallet: string) => sql.run('DELETE FROM reservations WHERE wallet = ?', wallet);
  return {
    async reserving(userId, wallet, commit) {
      linking.push(wallet);
      try {
        sql.run('INSERT INTO reservations VALUES (?, ?) ON CONFLICT DO NOTHING', wallet, clock.now());
        let isReserved: boolean;
        try {
          isReserved = await peers.wallet(wallet).reserve(userId);
        } catch (cause) {
          peers.onFault(`Nobody could be asked about the wallet of user ${userId}`, cause);
          return { ok: false, error: 'unknown' };
        }
        if (!isReserved) {
          forget(wallet);
          return { ok: false, error: 'taken' };
        }
        const value = await commit();
        if (bound() === wallet) forget(wallet);
        return { ok: true, value };
      } finally {
        linking.splice(linking.indexOf(wallet), 1);
      }
    },
    holds: (wallet) => linking.includes(wallet) || bound() === wallet,
  };
}

/** Wallets that were to be linked here, and of which no event came. */
export function openReservationsOf(sql: Sql, bound: string | null): string[] {
  return sql
    .all<{ wallet: string }>('SELECT wallet FROM reservations ORDER BY wallet')
    .flatMap(({ wallet }) => (wallet === bound ? [] : wallet));
}
