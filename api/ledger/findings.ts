/** The findings of an audit: the first of each kind, and how many there are. */
import type { FaultWord } from '#core/points/audit.ts';

/**
 * Beside the faults of a single ledger (`FaultWord`):
 * - `credit_missing`: an event causes a credit that is not in the outbox.
 * - `credit_wrong`: a credit in the outbox differs from the one that its event causes.
 * - `credit_without_source`: no event causes this credit in the outbox.
 * - `credit_invented`: no outbox row sent this credit to its ledger.
 * - `credit_changed`: a received credit differs from the sent one.
 * - `credit_lost`: a ledger does not hold a credit that is marked as delivered to it.
 * - `credit_waiting`: a credit was not delivered although nothing prevents it.
 * - `referrer_later`: a registration counts its referrer as registered, whose ledger begins later or does not exist. Only a
 *   note (`ExplainedByClock`) if a ledger shows that the clock was set back between the two.
 * - `no_user`: rows under a number that is not a user id, so no ledger can own them.
 * - `account_missing`, `account_wrong`, `account_without_events`: the projection differs from a replay.
 * - `wallet_twice`: two ledgers claim the same wallet.
 * - `wallet_wrong`: the list of wallets differs from a replay.
 * - `wallet_address`: a user's stored address does not match the wallet linked in their ledger.
 * - `wallet_unreserved`: a linked wallet is not reserved for its user, so another user could link it.
 * - `head_missing`, `head_cut`, `head_rewritten`: the ledger of a saved head is gone, ends before it, or has other content.
 * - `user_unlisted`: a user with a ledger is missing from the list of all users.
 * - `schema`: a trigger, index or table of the ledger is missing or changed, or a trigger exists that no migration made.
 */
export type FindingKind =
  | FaultWord
  | 'credit_missing'
  | 'credit_wrong'
  | 'credit_without_source'
  | 'credit_invented'
  | 'credit_changed'
  | 'credit_lost'
  | 'credit_waiting'
  | 'referrer_later'
  | 'no_user'
  | 'account_missing'
  | 'account_wrong'
  | 'account_without_events'
  | 'wallet_twice'
  | 'wallet_wrong'
  | 'wallet_address'
  | 'wallet_unreserved'
  | 'head_missing'
  | 'head_cut'
  | 'head_rewritten'
  | 'user_unlisted'
  | 'schema';

export interface Finding {
  readonly kind: FindingKind;
  /** The user whose ledger it concerns; null if it belongs to no user. */
  readonly userId: number | null;
  /** The sequence number in that ledger; null if it does not concern a single event. */
  readonly seq: number | null;
  /** For the operator. */
  readonly detail: string;
  /** How many of this kind there are, including this one. */
  readonly count: number;
}

export interface Findings {
  add(kind: FindingKind, userId: number | null, seq: number | null, detail: string): void;
  /** Appends findings of another report. */
  merge(others: readonly Finding[]): void;
  /** In the order in which each kind was first found. */
  list(): Finding[];
}

/** Merges two lists of findings: the first of each kind, and the sum of their counts. */
export function mergedFindings(earlier: readonly Finding[], later: readonly Finding[]): Finding[] {
  const findings = startFindings();
  findings.merge(earlier);
  findings.merge(later);
  return findings.list();
}

export function startFindings(): Findings {
  const found = new Map<FindingKind, Finding>();
  return {
    add(kind, userId, seq, detail) {
      const first = found.get(kind) ?? { kind, userId, seq, detail, count: 0 };
      found.set(kind, { ...first, count: first.count + 1 });
    },
    merge(others) {
      for (const other of others) {
        const first = found.get(other.kind) ?? { ...other, count: 0 };
        found.set(other.kind, { ...first, count: first.count + other.count });
      }
    },
    list: () => [...found.values()],
  };
}
