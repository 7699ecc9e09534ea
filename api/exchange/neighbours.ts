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

export interface Neighbours {
  /**
   * Before the first registration of a user is written: enters them where all users are listed, and says whether another
   * ledger than this one knows their referrer as registered. Null where it cannot be said now: nothing may be written then.
   */
  admit(userId: number, referrer: number | null): Promise<{ readonly referrerElsewhere: boolean } | null>;
  /** `cursor` is an earlier `nextCursor`, or null for the beginning. */
  friends(userId: number, cursor: string | null, limit: number): FriendCards;
}
