/** A ledger's questions about other users: answered by its own database, or by calls to other ledgers. */

import type { LedgerState } from '#core/points/evolve.ts';

/** A user who was invited by this user, who is credited for them. */
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
  /** How old the cards may be, seconds. */
  readonly maxAgeS: number;
}

/**
 * The outcome of a commit that needed a wallet. `taken`: another user has it. `unknown`: the check failed for now;
 * nothing was written.
 */
export type Reserved<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: 'taken' | 'unknown' };

export interface Neighbours {
  /**
   * Called before the first registration of a user: enters them into the list of all users, and finds out when their referrer
   * registered in another database, in UTC milliseconds. Null if that fails for now: then nothing may be written.
   */
  admit(userId: number, referrer: number | null): Promise<{ readonly referrerSince: number | null } | null>;
  /**
   * Runs `commit`, which links a wallet (by its keyed hash) to a user, while no ledger in another database can link it. The
   * commit itself checks the ledgers of its own database.
   */
  reserving<T>(userId: number, wallet: string, commit: () => Promise<T>): Promise<Reserved<T>>;
  /** `cursor` is an earlier `nextCursor`, or null for the beginning. */
  friends(userId: number, cursor: string | null, limit: number): FriendCards;
}
