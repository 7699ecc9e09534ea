/**
 * Reserves wallets if every ledger has its own database: an object per wallet, which is asked first, keeps it for one user. Only
 * the ledger decides whose a wallet is. So a reservation without an event, as after a crash, does not block the wallet: the next
 * user who proves it takes it over, because this ledger then answers that it does not hold it.
 */

import type { Peers } from '../credits/peers.ts';
import type { Reserved } from '../referrals/neighbours.ts';
import type { Sql } from '../runtime/sqlite/port.ts';

export interface Reservations {
  /** Runs `commit` while no other user can have this wallet. See `Neighbours.reserving`. */
  reserving<T>(userId: number, wallet: string, commit: () => Promise<T>): Promise<Reserved<T>>;
  /** Whether this ledger has linked the wallet, or is linking it now. */
  holds(wallet: string): boolean;
}

export interface ReservationDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly peers: Pick<Peers, 'wallet' | 'onFault'>;
  /** The wallet linked in the ledger. */
  readonly bound: () => string | null;
}

export function openReservations({ sql, clock, peers, bound }: ReservationDeps): Reservations {
  /** Wallets being linked now, once for each running call. */
  const linking: string[] = [];
  const forget = (wallet: string) => sql.run('DELETE FROM reservations WHERE wallet = ?', wallet);
  return {
    async reserving(userId, wallet, commit) {
      linking.push(wallet);
      try {
        let isReserved: boolean;
        try {
          // This fails where the disk is full.
          sql.run(
            'INSERT INTO reservations (wallet, at) VALUES (?, ?) ON CONFLICT DO NOTHING',
            wallet,
            clock.now(),
          );
          isReserved = await peers.wallet(wallet).reserve(userId);
        } catch (cause) {
          peers.onFault(`The wallet of user ${userId} could not be reserved`, cause);
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

/** Wallets reserved here without an event. */
export function openReservationsOf(sql: Sql, bound: string | null): string[] {
  return sql
    .all<{ wallet: string }>('SELECT wallet FROM reservations ORDER BY wallet')
    .flatMap(({ wallet }) => (wallet === bound ? [] : wallet));
}
