/** What the ledger of one user needs to know of others: answered by its own database, or by other ledgers. */

import type { LedgerState } from '#core/points/evolve.ts';

/** Someone this user invited and is credited for. */
export interface FriendCard {
  readonly userId: number;
  readonly level: number;
  /** Thousandths, by bucket. */
  readonly points: LedgerState['points'];
  readonly username: string | null;
  readonly premium: boolean;
}

export interface FriendCards {
  /** Newest first. */
  readonly friends: readonly FriendCard[];
  readonly nextCursor: string | null;
  /** How old any of it may be, seconds. */
  readonly maxAgeS: number;
}

/** What came of a commit that needed a wallet. `taken`: another user has it. `unknown`: it cannot be said now; nothing was written. */
export type Reserved<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: 'taken' | 'unknown' };

export interface Neighbours {
  /**
   * Before the first registration of a user is written: enters them where all users are listed, and says since when another
   * database has a ledger of their referrer, in UTC milliseconds. Null where it cannot be said now: nothing may be written then.
   */
  admit(userId: number, referrer: number | null): Promise<{ readonly referrerSince: number | null } | null>;
  /**
   * Does `commit`, which links a wallet (by its keyed hash) to a user, while no ledger in another database can link it. What
   * is in the same database the commit sees itself.
   */
  reserving<T>(userId: number, wallet: string, commit: () => Promise<T>): Promise<Reserved<T>>;
  /** `cursor` is an earlier `nextCursor`, or null for the beginning. */
  friends(userId: number, cursor: string | null, limit: number): FriendCards;
}
