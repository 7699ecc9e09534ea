/**
 * What a command becomes: facts with their awards, or why not. Pure: the time is handed in. That the event id is new is
 * for the ledger to judge beforehand (`eventIdOf`, `sameContent`).
 */
import {
  type Command,
  type Correct,
  eventIdOf,
  type ReceiveCredit,
  type RecordCalculation,
} from './commands.ts';
import { countOn, dayOf } from './days.ts';
import type { Bucket, CountReason, Decided, Fact } from './events.ts';
import { isDeleted, type LedgerState, type Registration, totalOf } from './evolve.ts';
import { RULES_V1, type Rules } from './rules.ts';
import { isClaimable, nextLabel } from './streak.ts';

/**
 * - `bad_amount`: a correction that is zero, no multiple of 10 thousandths or would take a bucket below zero; a credit whose
 *   basis has no exact tenth.
 * - `bad_reason`: a correction without a reason, or with one over 500 characters.
 */
export interface DecideError {
  readonly type:
    | 'not_registered'
    | 'already_registered'
    | 'already_claimed'
    | 'data_deleted'
    | 'bad_amount'
    | 'bad_reason';
}

export type DecideResult =
  | { readonly ok: true; readonly events: readonly Decided[] }
  | { readonly ok: false; readonly error: DecideError };

/**
 * Decides a command at a moment (UTC milliseconds) under some rules. At most one event; none where there is nothing to do
 * (onboarding completed again).
 */
export function decide(
  state: LedgerState,
  command: Command,
  at: number,
  rules: Rules = RULES_V1,
): DecideResult {
  const made = (fact: Fact, bucket: Bucket | null, award: number): DecideResult => ({
    ok: true,
    events: [{ ...fact, eventId: eventIdOf(state, command, at), rules: rules.version, at, bucket, award }],
  });
  if (command.type === 'register') {
    if (state.registered !== null) {
      return refuse('already_registered');
    }
    const { firstAuthDate, premium } = command;
    const referrer = command.referrer === state.userId ? null : command.referrer;
    const referrerRegistered = referrer !== null && command.referrerRegistered;
    return made(
      { type: 'Registered.v1', data: { firstAuthDate, premium, referrer, referrerRegistered } },
      null,
      0,
    );
  }
  const { registered } = state;
  if (registered === null) {
    return refuse('not_registered');
  }
  switch (command.type) {
    case 'receive_credit': {
      const credit = creditAward(command, rules);
      return credit === null
        ? refuse('bad_amount')
        : made({ type: 'CreditReceived.v1', data: creditData(command) }, credit.bucket, credit.award);
    }
    case 'correct': {
      const { bucket, amount, reason } = command;
      const refusal = refuseCorrection(state, command, rules);
      return refusal === null
        ? made({ type: 'Correction.v1', data: { reason } }, bucket, amount)
        : refuse(refusal);
    }
    case 'complete_onboarding':
      return state.onboarded
        ? { ok: true, events: [] }
        : made({ type: 'OnboardingCompleted.v1', data: {} }, null, 0);
  }
  if (isDeleted(state)) {
    return refuse('data_deleted');
  }
  switch (command.type) {
    case 'record_calculation': {
      const { calculationType, occurredAt, sentAt } = command;
      const { day, reason } = countRecord(state, registered, command, at, rules);
      return made(
        { type: 'CalculationRecorded.v1', data: { calculationType, occurredAt, sentAt, day, reason } },
        'activity',
        reason === 'counted' ? rules.activityAward : 0,
      );
    }
    case 'claim_check_in': {
      const day = dayOf(at);
      if (!isClaimable(state.streak, day)) {
        return refuse('already_claimed');
      }
      const label = nextLabel(state.streak, day, rules);
      return made({ type: 'CheckInClaimed.v1', data: { day, label } }, 'checkin', label * rules.checkInStep);
    }
    case 'delete_data':
      return made({ type: 'DataDeleted.v1', data: {} }, null, 0);
  }
}

/** When a record happened as far as points go: the device's clock put right where it is off, and never in the future. */
export function countedTime(
  record: { readonly occurredAt: number; readonly sentAt: number | null },
  at: number,
  rules: Rules = RULES_V1,
): number {
  const { occurredAt, sentAt } = record;
  const off = sentAt === null ? 0 : at - sentAt;
  return Math.min(at, Math.abs(off) > rules.clockTolerance ? occurredAt + off : occurredAt);
}

function countRecord(
  state: LedgerState,
  registered: Registration,
  command: RecordCalculation,
  at: number,
  rules: Rules,
): { day: number; reason: CountReason } {
  const time = countedTime(command, at, rules);
  const day = dayOf(time);
  const onDay = countOn(state.activityDays, day);
  if (time < registered.firstAuthDate * 1000 - rules.firstLaunchGrace) {
    return { day, reason: 'before_first_launch' };
  }
  if (at - time > rules.oldestRecord || onDay === Number.POSITIVE_INFINITY) {
    return { day, reason: 'too_old' };
  }
  if (onDay >= rules.activityPerDay) {
    return { day, reason: 'daily_limit' };
  }
  const received = countOn(state.receiptDays, dayOf(at));
  return { day, reason: received >= rules.activityPerReceiptDay ? 'receipt_limit' : 'counted' };
}

function creditAward(command: ReceiveCredit, rules: Rules): { bucket: Bucket; award: number } | null {
  const { cause, basis, premium } = command;
  if (cause === 'friend_registered') {
    const award = premium ? rules.friendRegisteredPremium : rules.friendRegistered;
    return { bucket: 'referral', award };
  }
  if (basis === 0 || basis % rules.creditDivisor !== 0) {
    return null;
  }
  const bucket = cause === 'friend_activity' ? 'referral_activity' : 'referral_referral';
  return { bucket, award: basis / rules.creditDivisor };
}

/** Basis belongs to tenths only, premium to registrations only. */
function creditData({ cause, source, basis, premium }: ReceiveCredit) {
  return cause === 'friend_registered'
    ? { cause, source, basis: 0, premium }
    : { cause, source, basis, premium: false };
}

function refuseCorrection(state: LedgerState, command: Correct, rules: Rules): DecideError['type'] | null {
  const { bucket, amount, reason } = command;
  if (reason.trim() === '' || reason.length > 500) {
    return 'bad_reason';
  }
  const isExact = Number.isSafeInteger(amount) && amount !== 0 && amount % rules.creditDivisor === 0;
  const isSafe = Number.isSafeInteger(totalOf(state.points) + amount);
  return isExact && isSafe && state.points[bucket] + amount >= 0 ? null : 'bad_amount';
}

function refuse(type: DecideError['type']): DecideResult {
  return { ok: false, error: { type } };
}
