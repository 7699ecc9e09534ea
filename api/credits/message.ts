/**
 * The message from a user's ledger to the ledger of their referrer: the user's card, and undelivered credits. Delivered at
 * least once and in any order: each credit has its own id, and the card says how new it is.
 */
import type { ReceiveCredit } from '#core/points/commands.ts';
import type { LedgerState } from '#core/points/evolve.ts';

/** The entry of a friend in the list of friends. */
export interface Card {
  readonly userId: number;
  /** Sequence number of the newest event in their ledger. */
  readonly seq: number;
  /** Milliseconds. */
  readonly registeredAt: number;
  readonly level: number;
  /** Thousandths, by bucket. */
  readonly points: LedgerState['points'];
  readonly username: string | null;
  readonly premium: boolean;
}

export interface SentCredit {
  /** Sequence number of the event that causes it, in the sender's ledger. */
  readonly sourceSeq: number;
  readonly command: ReceiveCredit;
}

export interface ReferralMessage {
  readonly card: Card;
  /** Grows with every message of the sender: of two cards at the same event, the one with the greater number is newer. */
  readonly number: number;
  readonly credits: readonly SentCredit[];
}

/** Why a credit is refused where the receiver's ledger holds events of newer code: it waits for that code. */
export const OF_NEWER_CODE = 'ledger_newer';

/** The result of an accepted message: the receiver's ledger holds every credit except the refused ones. */
export interface Receipt {
  readonly refused: readonly { readonly sourceSeq: number; readonly error: string }[];
}
