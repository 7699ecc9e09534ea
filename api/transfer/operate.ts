/** The questions that an operator asks one ledger, to move it or to audit it. The same in both deployments. */
import * as v from 'valibot';
import { saveHeads } from '../ledger/admission.ts';
import { type AuditDeps, auditRange, type RangeReport, wholeReport } from '../ledger/audit.ts';
import { type ClockStep, clockSteps } from '../ledger/clock-steps.ts';
import { newestHead } from '../ledger/event-rows.ts';
import { MOST_SEQ } from '../ledger/heads.ts';
import { ledgerReader } from '../ledger/reader.ts';
import { walletAddresses } from '../wallet/addresses.ts';
import { type AcceptDeps, type Accepted, acceptPiece } from './accept.ts';
import {
  deliveredBy,
  friendsOf,
  type Page,
  type ReceivedCredit,
  receivedBy,
  receivedCredits,
  type SentCredit,
  type Sum,
  sentCredits,
} from './credit-sums.ts';
import { Piece, type TransferHead, takePiece, transferHeadOf } from './piece.ts';

const whole = v.pipe(v.number(), v.safeInteger());
const page = { after: whole } as const;

export const Ask = v.variant('type', [
  v.strictObject({ type: v.literal('standing'), seq: whole }),
  v.strictObject({ type: v.literal('piece'), ...page }),
  v.strictObject({ type: v.literal('accept'), piece: Piece }),
  v.strictObject({ type: v.literal('audit') }),
  v.strictObject({ type: v.literal('heal'), seq: v.pipe(whole, v.minValue(0), v.maxValue(MOST_SEQ)) }),
  v.strictObject({ type: v.literal('sent'), to: whole, ...page }),
  v.strictObject({ type: v.literal('received'), ...page }),
  v.strictObject({ type: v.literal('friends'), ...page }),
]);
export type Ask = v.InferOutput<typeof Ask>;

/** The answer of one ledger that audits itself; its size does not depend on the length of the ledger. */
export interface OwnAudit extends Omit<RangeReport, 'users' | 'explained'> {
  /** When this user registered, UTC milliseconds; null if the ledger has no readable registration. */
  readonly registeredAt: number | null;
  /** Times at which this ledger shows that the server's clock was set back. */
  readonly clockSteps: readonly ClockStep[];
  /** Undelivered credits in the outbox. */
  readonly pending: number;
  /** The referrer who is credited for this user; null if there is none. */
  readonly target: number | null;
  /** The sum of the delivered credits for `target`. */
  readonly delivered: Sum;
  /** The sum of the credits in this ledger. */
  readonly received: Sum;
  /** The keyed hash of the linked wallet; null if none is linked. */
  readonly wallet: string | null;
  /** Wallets reserved for this user and not linked. */
  readonly reserved: number;
}

/** The answer to `heal`: devices may bring back every event up to the given head, see `admission.ts`. */
export interface Healed {
  /** The ledger ends before the head, so it has lost events. */
  readonly isBehind: boolean;
}

/** The answers by kind of question. Null if this user has no ledger. */
export interface Told {
  readonly standing: TransferHead | null;
  readonly piece: Piece | null;
  readonly accept: Accepted;
  readonly audit: OwnAudit | null;
  readonly heal: Healed | null;
  readonly sent: Page<SentCredit>;
  readonly received: Page<ReceivedCredit>;
  readonly friends: Page<number>;
}

/** Sent instead of an answer: this ledger still accepts writes, so it must not be moved yet. */
export const STILL_WRITTEN = 'still_written';

/** Whether the question needs a ledger that accepts no writes. */
export function isOfMoving({ type }: Ask): boolean {
  return type === 'piece' || type === 'accept';
}

export type Kind = Ask['type'];
export type AskOf<K extends Kind> = Extract<Ask, { readonly type: K }>;

/** @param sql a migrated database. */
export function operate(deps: AcceptDeps & Pick<AuditDeps, 'waiting'>, userId: number, ask: Ask): Told[Kind] {
  const { sql, sha256 } = deps;
  switch (ask.type) {
    case 'standing':
      return transferHeadOf(sql, userId, ask.seq, sha256);
    case 'piece':
      return takePiece(sql, userId, ask.after);
    case 'accept':
      return acceptPiece(deps, ask.piece);
    case 'audit':
      return auditOwn(deps, userId);
    case 'heal':
      return { isBehind: saveHeads(sql, [{ userId, seq: ask.seq }]).behind > 0 };
    case 'sent':
      return sentCredits(sql, userId, ask.to, ask.after, sha256);
    case 'received':
      return receivedCredits(sql, userId, ask.after, sha256);
    case 'friends':
      return friendsOf(sql, ask.after);
  }
}

/** The answer for a ledger whose database was never made. Accepting makes the database, so it is excluded here. */
export function nothingToTell(ask: Exclude<Ask, { readonly type: 'accept' }>): Told[Kind] {
  const { type } = ask;
  return type === 'sent' || type === 'received' || type === 'friends' ? { rows: [], next: null } : null;
}

function auditOwn(deps: AcceptDeps & Pick<AuditDeps, 'waiting'>, userId: number): OwnAudit | null {
  const { sql, sha256 } = deps;
  if (newestHead(sql, userId) === null) return null;
  const own = { from: userId - 1, to: userId };
  const elsewhere = { ...deps, credits: 'elsewhere', addresses: walletAddresses } as const;
  const { users: _, explained: __, ...report } = wholeReport(elsewhere, auditRange(elsewhere, own));
  const account = ledgerReader(sql).account(userId);
  const { registered, wallet } = account ?? { registered: null, wallet: null };
  const target = registered?.referrerRegistered === true ? registered.referrer : null;
  return {
    ...report,
    registeredAt: registered?.at ?? null,
    clockSteps: clockSteps(sql, own),
    target,
    delivered: deliveredBy(sql, userId, target, sha256),
    received: receivedBy(sql, userId, sha256),
    wallet,
    reserved: 0,
  };
}
