/** What an audit finds wrong: the first of each kind, and how many there are. */
import type { FaultWord } from '#core/points/audit.ts';

/**
 * Beside the words of one ledger's own check (`FaultWord`):
 * - `credit_missing`: an event that causes a credit has none in the outbox.
 * - `credit_wrong`: the outbox says another credit than its event causes.
 * - `credit_without_source`: a credit in the outbox that no event causes.
 * - `credit_invented`: a credit in a ledger that no outbox row sent there.
 * - `credit_changed`: a credit in a ledger that says something else than what was sent.
 * - `credit_lost`: a credit marked as delivered that its ledger does not hold.
 * - `credit_waiting`: a credit that has not been delivered although nothing holds it up.
 * - `referrer_later`: a registration that counts its referrer as registered, whose ledger begins later or is not there. Only
 *   a note (`ExplainedByClock`) where a ledger shows that the clock was set back between the two.
 * - `no_user`: rows under a number that is no user id, which no ledger can own.
 * - `account_missing`, `account_wrong`, `account_without_events`: the projection is not what a replay gives.
 * - `wallet_twice`: a wallet that two ledgers say is theirs.
 * - `wallet_wrong`: the list of wallets is not what a replay gives.
 * - `wallet_address`: the address of a user is not that of the wallet that their ledger has linked.
 * - `wallet_unreserved`: a wallet of a ledger that is not reserved for its user: another could link it.
 * - `head_missing`, `head_cut`, `head_rewritten`: a saved head's ledger is gone, ends before it, or is another one.
 * - `user_unlisted`: somebody with a ledger whom the list of all users does not name.
 * - `schema`: a trigger, index or table of the ledger is gone or changed, or there is a trigger that no migration made.
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
  /** Whose ledger, or null where it is nobody's. */
  readonly userId: number | null;
  /** The sequence number in that ledger, or null where it is not about one event. */
  readonly seq: number | null;
  /** For the operator's eyes. */
  readonly detail: string;
  /** How many of this kind there are, this one included. */
  readonly count: number;
}

export interface Findings {
  add(kind: FindingKind, userId: number | null, seq: number | null, detail: string): void;
  /** Adds what was found elsewhere, after what was found here. */
  merge(others: readonly Finding[]): void;
  /** In the order in which each kind was first found. */
  list(): Finding[];
}

/** Two lists of findings as one: the first of each kind, and how many there are in both. */
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
