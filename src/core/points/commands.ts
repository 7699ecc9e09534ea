/** The commands of a ledger, and the event id of each command's fact: unique in the ledger, so each has one effect. */

import type { CalculationType } from '../calculators/catalogue.ts';
import { dayOf } from './days.ts';
import type { Bucket, CreditCause, StoredEvent } from './events.ts';
import type { LedgerState } from './evolve.ts';
import { readFact } from './facts.ts';

export interface Register {
  readonly type: 'register';
  /** `auth_date` of the first launch data, whole seconds. */
  readonly firstAuthDate: number;
  readonly premium: boolean;
  /** The user who invited this one; the user's own id counts as null. */
  readonly referrer: number | null;
  /** Whether the referrer has a ledger at this moment. */
  readonly referrerRegistered: boolean;
  /**
   * When the referrer's ledger began, UTC milliseconds. This ledger never begins earlier, whatever the clock shows, so
   * that an audit can tell whether the referrer came first.
   */
  readonly referrerSince?: number;
}

/** The time of a command's event, by a clock that shows `now`; both UTC milliseconds. */
export function momentOf(command: Command, now: number): number {
  return command.type === 'register' && command.referrerRegistered
    ? Math.max(now, command.referrerSince ?? now)
    : now;
}

export interface CompleteOnboarding {
  readonly type: 'complete_onboarding';
}

export interface RecordCalculation {
  readonly type: 'record_calculation';
  readonly recordId: string;
  readonly calculationType: CalculationType;
  /** As the device claimed, UTC milliseconds. */
  readonly occurredAt: number;
  /** The device's clock when it sent the request, UTC milliseconds, or null. */
  readonly sentAt: number | null;
}

export interface ClaimCheckIn {
  readonly type: 'claim_check_in';
}

export interface ReceiveCredit {
  readonly type: 'receive_credit';
  readonly creditId: string;
  readonly cause: CreditCause;
  readonly source: string;
  /** Thousandths; 0 for `friend_registered`. Negative for a correction that takes points back. */
  readonly basis: number;
  readonly premium: boolean;
  /** The friend's user id, for notices only: no event holds it. */
  readonly friend?: number;
}

export interface Correct {
  readonly type: 'correct';
  /** Chosen by the operator, at most 80 characters of `[A-Za-z0-9_-]`. */
  readonly correctionId: string;
  readonly bucket: Bucket;
  /** Thousandths, a multiple of 10, positive or negative. */
  readonly amount: number;
  /** 1 to 500 characters; stays in the ledger for ever, so it must not name a person. */
  readonly reason: string;
}

export interface DeleteData {
  readonly type: 'delete_data';
}

export interface LinkWallet {
  readonly type: 'link_wallet';
  /** The keyed hash of a wallet that the user has proved to own. */
  readonly wallet: string;
}

export interface UnlinkWallet {
  readonly type: 'unlink_wallet';
  /** 1 to 500 characters; stays in the ledger for ever, so it must not name a person. */
  readonly reason: string;
}

export interface SealPlan {
  readonly type: 'seal_plan';
  /** 64 lower-case hex digits. */
  readonly hash: string;
  /** As the device claimed, UTC milliseconds. */
  readonly sealedAt: number;
  /** The device's clock when it sent the request, UTC milliseconds, or null. */
  readonly sentAt: number | null;
}

export interface RevealPlan {
  readonly type: 'reveal_plan';
  /** The hash of a plan that is sealed in this ledger: the caller has checked that. */
  readonly hash: string;
}

export type Command =
  | Register
  | CompleteOnboarding
  | RecordCalculation
  | ClaimCheckIn
  | ReceiveCredit
  | Correct
  | DeleteData
  | LinkWallet
  | UnlinkWallet
  | SealPlan
  | RevealPlan;

/** The id of the event that a command would become in this ledger at this time (UTC milliseconds). */
export function eventIdOf(state: LedgerState, command: Command, at: number): string {
  switch (command.type) {
    case 'register':
      return 'registered';
    case 'complete_onboarding':
      return `onboarded:${state.deletions}`;
    case 'record_calculation':
      return command.recordId;
    case 'claim_check_in':
      return `checkin:${dayOf(at)}`;
    case 'receive_credit':
      return command.creditId;
    case 'correct':
      return `correction:${command.correctionId}`;
    case 'delete_data':
      return `deleted:${state.deletions}`;
    case 'link_wallet':
      return `wallet_linked:${state.unlinked}`;
    case 'unlink_wallet':
      return `wallet_unlinked:${state.unlinked}`;
    case 'seal_plan':
      return sealId(command.hash);
    case 'reveal_plan':
      return `revealed:${command.hash}`;
  }
}

/** The event id of a sealed plan. */
export function sealId(hash: string): string {
  return `sealed:${hash}`;
}

/**
 * Whether a stored event of the same id matches a command: if so the command was done before (a duplicate), otherwise
 * it is a conflict. Records compare by type and claimed time, sealed plans by
 * claimed time; the sending time does not matter.
 */
export function sameContent(event: StoredEvent, command: Command): boolean {
  const fact = readFact(event.type, event.data);
  switch (command.type) {
    case 'register':
      return fact?.type === 'Registered.v1';
    case 'complete_onboarding':
      return fact?.type === 'OnboardingCompleted.v1';
    case 'claim_check_in':
      return fact?.type === 'CheckInClaimed.v1';
    case 'delete_data':
      return fact?.type === 'DataDeleted.v1';
    case 'link_wallet':
      return fact?.type === 'WalletLinked.v1' && fact.data.wallet === command.wallet;
    case 'unlink_wallet':
      return fact?.type === 'WalletUnlinked.v1';
    case 'seal_plan':
      return fact?.type === 'PlanSealed.v1' && fact.data.sealedAt === command.sealedAt;
    case 'reveal_plan':
      return fact?.type === 'PlanRevealed.v1';
    case 'record_calculation':
      return (
        fact?.type === 'CalculationRecorded.v1' &&
        fact.data.calculationType === command.calculationType &&
        fact.data.occurredAt === command.occurredAt
      );
    case 'receive_credit':
      return (
        fact?.type === 'CreditReceived.v1' &&
        fact.data.cause === command.cause &&
        fact.data.source === command.source &&
        fact.data.basis === command.basis &&
        fact.data.premium === command.premium
      );
    case 'correct':
      return (
        fact?.type === 'Correction.v1' &&
        event.bucket === command.bucket &&
        event.award === command.amount &&
        fact.data.reason === command.reason
      );
  }
}
