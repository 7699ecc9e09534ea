/**
 * Turns a command into facts with their awards, or a refusal. Pure: the caller passes the time, and checks beforehand
 * that the event id is new (`eventIdOf`, `sameContent`).
 */
import {
  type Command,
  type Correct,
  eventIdOf,
  type ReceiveCredit,
  type RecordCalculation,
  type Register,
} from './commands.ts';
import { countOn, dayOf } from './days.ts';
import type { Bucket, CountReason, Decided, Fact } from './events.ts';
import { isDeleted, type LedgerState, type Registration } from './evolve.ts';
import { decidedOf } from './facts.ts';
import { totalOf } from './levels.ts';
import { CURRENT_RULES, type Rules } from './rules.ts';
import { isClaimable, nextLabel } from './streak.ts';

/** A user seals at most so many plans on a UTC day of receipt, under all rules. */
export const MOST_SEALS_PER_DAY = 20;

/**
 * - `bad_amount`: a correction that is zero, no multiple of 10 thousandths or would take a bucket below zero; a credit
 *   whose basis has no exact tenth.
 * - `bad_reason`: a correction, or the unlinking of a wallet, without a reason, or with one over 500 characters.
 * - `wallet_already_linked`: another wallet is bound to this user.
 * - `no_wallet`: no wallet is bound to this user.
 * - `too_many_seals`: the user has sealed as many plans on this UTC day as they may.
 * - `not_sealed`: the user has revealed as many plans as they have sealed.
 */
export interface DecideError {
  readonly type:
    | 'not_registered'
    | 'already_registered'
    | 'already_claimed'
    | 'data_deleted'
    | 'bad_amount'
    | 'bad_reason'
    | 'wallet_already_linked'
    | 'no_wallet'
    | 'too_many_seals'
    | 'not_sealed';
}

export type DecideResult =
  | { readonly ok: true; readonly events: readonly Decided[] }
  | { readonly ok: false; readonly error: DecideError };

/**
 * Decides a command at a time (UTC milliseconds) under the given rules. At most one event; none if nothing changes
 * (onboarding completed again).
 */
export function decide(
  state: LedgerState,
  command: Command,
  at: number,
  rules: Rules = CURRENT_RULES,
): DecideResult {
  const verdict = judge(state, command, at, rules);
  if (verdict === null) {
    return { ok: true, events: [] };
  }
  if (typeof verdict === 'string') {
    return { ok: false, error: { type: verdict } };
  }
  const { fact, bucket, award } = verdict;
  const eventId = eventIdOf(state, command, at);
  return { ok: true, events: [decidedOf(fact, { eventId, rules: rules.version, at, bucket, award })] };
}

interface Awarded {
  readonly fact: Fact;
  readonly bucket: Bucket | null;
  readonly award: number;
}

function unawarded(fact: Fact): Awarded {
  return { fact, bucket: null, award: 0 };
}

/** A fact with its award, the name of a refusal, or null if nothing changes. */
function judge(
  state: LedgerState,
  command: Command,
  at: number,
  rules: Rules,
): Awarded | DecideError['type'] | null {
  if (command.type === 'register') {
    return state.registered === null ? registration(state, command) : 'already_registered';
  }
  const { registered } = state;
  if (registered === null) {
    return 'not_registered';
  }
  switch (command.type) {
    case 'receive_credit':
      return credit(command, rules);
    case 'correct':
      return correction(state, command, rules);
    case 'unlink_wallet':
      return unlink(state, command.reason);
    case 'complete_onboarding':
      return state.onboarded ? null : unawarded({ type: 'OnboardingCompleted.v1', data: {} });
  }
  if (isDeleted(state)) {
    return 'data_deleted';
  }
  switch (command.type) {
    case 'record_calculation':
      return calculation(state, registered, command, at, rules);
    case 'claim_check_in':
      return checkIn(state, at, rules);
    case 'delete_data':
      return unawarded({ type: 'DataDeleted.v1', data: {} });
    case 'link_wallet':
      return link(state, command.wallet);
    case 'seal_plan': {
      const { hash, sealedAt, sentAt } = command;
      return countOn(state.sealDays, dayOf(at)) < MOST_SEALS_PER_DAY
        ? unawarded({ type: 'PlanSealed.v1', data: { hash, sealedAt, sentAt } })
        : 'too_many_seals';
    }
    case 'reveal_plan':
      return state.revealed < state.sealed
        ? unawarded({ type: 'PlanRevealed.v1', data: { hash: command.hash } })
        : 'not_sealed';
  }
}

/**
 * The time of a record for points: the claimed time, corrected if the device's clock is off, and never in the future.
 */
export function countedTime(
  record: { readonly occurredAt: number; readonly sentAt: number | null },
  at: number,
  rules: Rules = CURRENT_RULES,
): number {
  const { occurredAt, sentAt } = record;
  const off = sentAt === null ? 0 : at - sentAt;
  return Math.min(at, Math.abs(off) > rules.clockTolerance ? occurredAt + off : occurredAt);
}

function registration(state: LedgerState, command: Register): Awarded {
  const { firstAuthDate, premium } = command;
  const referrer = command.referrer === state.userId ? null : command.referrer;
  const referrerRegistered = referrer !== null && command.referrerRegistered;
  return unawarded({ type: 'Registered.v1', data: { firstAuthDate, premium, referrer, referrerRegistered } });
}

function calculation(
  state: LedgerState,
  registered: Registration,
  command: RecordCalculation,
  at: number,
  rules: Rules,
): Awarded {
  const { calculationType, occurredAt, sentAt } = command;
  const time = countedTime(command, at, rules);
  const day = dayOf(time);
  const reason = countReason(state, registered, time, at, rules);
  return {
    fact: { type: 'CalculationRecorded.v1', data: { calculationType, occurredAt, sentAt, day, reason } },
    bucket: 'activity',
    award: reason === 'counted' ? rules.activityAward : 0,
  };
}

function countReason(
  state: LedgerState,
  registered: Registration,
  time: number,
  at: number,
  rules: Rules,
): CountReason {
  if (time < registered.firstAuthDate * 1000 - rules.firstLaunchGrace) {
    return 'before_first_launch';
  }
  const onDay = countOn(state.activityDays, dayOf(time));
  if (at - time > rules.oldestRecord || onDay === Number.POSITIVE_INFINITY) {
    return 'too_old';
  }
  if (onDay >= rules.activityPerDay) {
    return 'daily_limit';
  }
  return countOn(state.receiptDays, dayOf(at)) >= rules.activityPerReceiptDay ? 'receipt_limit' : 'counted';
}

function checkIn(state: LedgerState, at: number, rules: Rules): Awarded | 'already_claimed' {
  const day = dayOf(at);
  if (!isClaimable(state.streak, day)) {
    return 'already_claimed';
  }
  const label = nextLabel(state.streak, day, rules);
  return {
    fact: { type: 'CheckInClaimed.v1', data: { day, label } },
    bucket: 'checkin',
    award: label * rules.checkInStep,
  };
}

/** May take a bucket below zero: it takes back exactly what a correction took one level down, whatever is left. */
function credit(command: ReceiveCredit, rules: Rules): Awarded | 'bad_amount' {
  const { cause, source, basis, premium } = command;
  if (cause === 'friend_registered') {
    return {
      fact: { type: 'CreditReceived.v1', data: { cause, source, basis: 0, premium } },
      bucket: 'referral',
      award: premium ? rules.friendRegisteredPremium : rules.friendRegistered,
    };
  }
  if (!Number.isSafeInteger(basis) || basis === 0 || basis % rules.creditDivisor !== 0) {
    return 'bad_amount';
  }
  return {
    fact: { type: 'CreditReceived.v1', data: { cause, source, basis, premium: false } },
    bucket: cause === 'friend_activity' ? 'referral_activity' : 'referral_referral',
    award: basis / rules.creditDivisor,
  };
}

function correction(
  state: LedgerState,
  command: Correct,
  rules: Rules,
): Awarded | 'bad_amount' | 'bad_reason' {
  const { bucket, amount, reason } = command;
  if (!isReason(reason)) {
    return 'bad_reason';
  }
  const isExact = Number.isSafeInteger(amount) && amount !== 0 && amount % rules.creditDivisor === 0;
  const isSafe = Number.isSafeInteger(totalOf(state.points) + amount);
  return isExact && isSafe && state.points[bucket] + amount >= 0
    ? { fact: { type: 'Correction.v1', data: { reason } }, bucket, award: amount }
    : 'bad_amount';
}

/** A wallet is bound for good: linking the same one again changes nothing, and another one is refused. */
function link({ wallet: bound }: LedgerState, wallet: string): Awarded | 'wallet_already_linked' | null {
  if (bound !== null) {
    return bound === wallet ? null : 'wallet_already_linked';
  }
  return unawarded({ type: 'WalletLinked.v1', data: { wallet } });
}

function unlink({ wallet }: LedgerState, reason: string): Awarded | 'no_wallet' | 'bad_reason' {
  if (!isReason(reason)) {
    return 'bad_reason';
  }
  return wallet === null ? 'no_wallet' : unawarded({ type: 'WalletUnlinked.v1', data: { reason, wallet } });
}

function isReason(text: string): boolean {
  return text.trim() !== '' && text.length <= 500;
}
