/**
 * What one ledger tells the ledger of its user's referrer: how the user stands, and the credits that wait. Sent at
 * least once and in any order: a credit has an id of its own, and a card says how new it is.
 */
import type { ReceiveCredit } from '#core/points/commands.ts';
import type { LedgerState } from '#core/points/evolve.ts';

/** A friend as the list of friends shows them. */
export interface Card {
  readonly userId: number;
  /** The newest event of their ledger. */
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
  /** The event that causes it, by its sequence number in the sender's ledger. */
  readonly sourceSeq: number;
  readonly command: ReceiveCredit;
}

export interface Message {
  readonly card: Card;
  /** Grows with every message of the sender: of two cards with as many events, the greater is the newer. */
  readonly number: number;
  readonly credits: readonly SentCredit[];
}

/** What became of a message that was taken: every credit is in the ledger but those refused. */
export interface Receipt {
  readonly refused: readonly { readonly sourceSeq: number; readonly error: string }[];
}
