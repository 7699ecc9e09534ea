/** Shared by several routes: whether a device may use an account, and the profile record. */
import type { ErrorCode } from '#core/contract/errors.ts';
import type { ProfileRecord } from '#core/contract/user.ts';
import { nextDayAt } from '#core/points/admission.ts';
import { isDeleted, type LedgerState } from '#core/points/evolve.ts';
import { pointsToWire } from '#core/points/format.ts';
import { totalOf } from '#core/points/levels.ts';
import { standingOf } from '#core/points/standing.ts';
import type { LaunchData } from '../auth/launch-data.ts';
import { lastChange } from '../edits/edits.ts';
import type { CommitError, Committed } from '../ledger/types.ts';
import { type Answer, type ApiError, fail, ok } from '../runtime/http/answer.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { findPerson } from './users.ts';

/**
 * The account that a device may use: registered, and not deleted since the device last synced.
 * @param generation how many deletions the device knows of, or null.
 */
export function gate(state: LedgerState | null, generation: number | null): Answer<LedgerState> {
  if (state === null || state.registered === null) return fail('unknown_user');
  if (isDeleted(state) || isBehind(state, generation)) return fail('data_deleted');
  return ok(state);
}

/** The greatest age of launch data for irreversible actions, milliseconds. */
const LAUNCHED_WITHIN_MS = 60 * 60 * 1000;

export function isRecentLaunch({ authDate }: Pick<LaunchData, 'authDate'>, now: number): boolean {
  return now - authDate * 1000 < LAUNCHED_WITHIN_MS;
}

/** Whether a device missed a deletion. */
export function isBehind(state: LedgerState, generation: number | null): boolean {
  return generation !== null && generation < state.deletions;
}

export function profileRecord(
  sql: Sql,
  state: LedgerState,
  links: { referralLink(userId: number): string },
  now: number,
): ProfileRecord {
  const person = findPerson(sql, state.userId);
  const { points, badges, level, friends, streak, head } = standingOf(state, now);
  return {
    id: state.userId,
    ...pointFields(points),
    balance: pointsToWire(totalOf(points)),
    badges: badges.length === 0 ? null : badges.map((badge) => badge.id).join(','),
    earned: badges.map((badge) => ({ id: badge.id, at: new Date(badge.at).toISOString() })),
    level: `${level}`,
    is_premium: person?.premium === true ? 1 : 0,
    wallet_address: person?.walletAddress ?? null,
    friends,
    referral_link: links.referralLink(state.userId),
    streak: {
      current: streak.current,
      longest: streak.longest,
      last_day: streak.lastDay,
      freezes: streak.freezes,
    },
    head: { seq: head.seq, hash: head.hash },
    generation: state.deletions,
    onboarded: state.onboarded,
    edits: lastChange(sql, state.userId),
  };
}

/** The five buckets under their wire names. */
export function pointFields(points: LedgerState['points']) {
  return {
    activity_points: pointsToWire(points.activity),
    referral_points: pointsToWire(points.referral),
    referral_activity_points: pointsToWire(points.referral_activity),
    referral_referral_points: pointsToWire(points.referral_referral),
    checkin_points: pointsToWire(points.checkin),
  };
}

/** The answer when admission control has refused: nothing was appended, and the next UTC day is the time to try again. */
export function tooManyToday(now: number): { readonly ok: false; readonly error: ApiError } {
  return fail('too_many_today', { retryAfterS: Math.ceil((nextDayAt(now) - now) / 1000) });
}

/** The answer of a commit: that of the work, or the reason why nothing was written. */
export function committed<T>(result: Committed<Answer<T>>): Answer<T> {
  if (result.ok) return result.value;
  const { type } = result.error;
  return type === 'storage_gone'
    ? fail('unavailable', { message: 'The database file was deleted or replaced: nothing is written.' })
    : fail(CODES[type]);
}

const CODES: Readonly<Record<Exclude<CommitError['type'], 'storage_gone'>, ErrorCode>> = {
  storage_full: 'storage_full',
  storage_busy: 'unavailable',
  read_only: 'moving',
  ledger_newer: 'server_older',
};

/**
 * When a choice counts as made, by the server's clock and never in the future: its age is the time that passed on the device's
 * clock. The device's clock counts for nothing else, because choices are often seconds apart.
 */
export function chosenTime(chosenAt: string | null, sentAt: string | null, now: number): number {
  if (chosenAt === null) return now;
  const sent = sentAt === null ? now : Date.parse(sentAt);
  return Math.min(now, now - sent + Date.parse(chosenAt));
}
