/** What the device says of published totals. */

import type { PassportJudged } from '#core/proof/check-passport.ts';
import type { Link, LinkVerdict, TotalVerdict } from '#core/proof/check-total.ts';
import type { VerifyResult } from './model.ts';

export type { Passport } from '#core/proof/check-passport.ts';
export type { Link, LinkVerdict, TotalVerdict } from '#core/proof/check-total.ts';

/** A check of a published total. Times by the device's clock, milliseconds. */
export interface CheckedTotal {
  readonly checkedAt: number;
  /** When the server was asked: earlier than `checkedAt` if what was kept was checked again. */
  readonly fetchedAt: number;
  readonly verdict: TotalVerdict;
  /**
   * How many days are missing after the newest published one, by the server's clock; without any, since this phone knew events
   * of its own.
   */
  readonly missingDays: number;
  /** By how many whole days the server's clock, which counts the missing days, is behind this phone's. */
  readonly daysBehind: number;
}

export interface TotalCheck {
  /** The user's own events. */
  readonly events: VerifyResult;
  /** Null if no build pins are set, or if nothing was ever fetched. */
  readonly total: CheckedTotal | null;
  /** Why it was not fetched now; null if it was. */
  readonly trouble: 'offline' | 'reopen' | 'failed' | null;
}

/** Told while a check runs. */
export type CheckProgress =
  | { readonly stage: 'sync' | 'fetch' }
  | { readonly stage: 'events'; readonly checked: number; readonly all: number }
  | { readonly stage: 'link'; readonly link: Link; readonly verdict: LinkVerdict };

export interface TotalWatch {
  /** Whether this build knows the keys of a log: without them nothing can be checked. */
  readonly isPinned: boolean;
  /** How many witnesses must have signed. */
  readonly quorum: number;
  /** When this phone first kept a checkpoint; null before. */
  readonly since: number | null;
  readonly last: CheckedTotal | null;
  /** The newest proof that was right, as a user saves it; null without one. */
  readonly proof: string | null;
  /** Two checkpoints of different logs, once seen; kept for good. */
  readonly fork: ForkSeen | null;
  /** Earlier totals that were signed and wrong: the first ones are kept for good. */
  readonly wrong: readonly { readonly at: number; readonly day: string }[];
}

export interface ForkSeen {
  readonly at: number;
  /** Where the later of the two came from. */
  readonly from: 'server' | 'friend';
  readonly notes: readonly [string, string];
  /** Hashes of the log's entries, which show that the larger one does not extend the other; empty for two of one size. */
  readonly hashes: Uint8Array;
}

/**
 * What a friend's checkpoint says: `agrees` with all that this phone has seen, is the `first` that it sees, `fork`,
 * `unsigned` by the pinned keys, or `later`: it is kept, and compared with the next check.
 */
export type Meeting = 'agrees' | 'first' | 'fork' | 'unsigned' | 'later';

/** A friend's passport; `unpinned`: this build knows no log. */
export type PassportRead = PassportJudged | { readonly ok: false; readonly fault: 'unpinned' };
