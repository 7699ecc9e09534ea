/**
 * The fold: a user's state, computed from their events and nothing else. Pure; unchanged parts are shared, not copied.
 */
import { type Badge, badgesEarned } from './badges.ts';
import { addOn, type DayCounts, dayOf } from './days.ts';
import type { Bucket, Decided, Head, Registered } from './events.ts';
import { levelOf, totalOf } from './levels.ts';
import { type Rules, rulesOf } from './rules.ts';
import { claimed, NO_STREAK, type Streak } from './streak.ts';
import { ZERO_HASH } from './zero-hash.ts';

export type Points = Readonly<Record<Bucket, number>>;

/** A user's ledger, folded. Plain data: it survives JSON unchanged. */
export interface LedgerState {
  readonly userId: number;
  /** The newest event. */
  readonly head: Head;
  /** Null before the first registration. */
  readonly registered: Registration | null;
  /** False before onboarding, and from a deletion until onboarding is completed again. */
  readonly onboarded: boolean;
  /** How often the user deleted their data. */
  readonly deletions: number;
  /** Thousandths of an iRICH. */
  readonly points: Points;
  /** The highest level ever reached, 1 to 20. */
  readonly level: number;
  /** Oldest first; badges are never lost. */
  readonly badges: readonly Badge[];
  /** Invited users who registered. */
  readonly friends: number;
  readonly streak: Streak;
  /** Awarded calculations per counted day. */
  readonly activityDays: DayCounts;
  /** Awarded calculations per UTC day of receipt. */
  readonly receiptDays: DayCounts;
  /** The keyed hash of the wallet bound to this user, which outlasts data deletions; null if there is none. */
  readonly wallet: string | null;
  /** How often a wallet was unlinked. */
  readonly unlinked: number;
  /** How many plans were sealed, and how many of them revealed. */
  readonly sealed: number;
  readonly revealed: number;
  /** Sealed plans per UTC day of receipt. */
  readonly sealDays: DayCounts;
}

/** @property at UTC milliseconds. */
export type Registration = Registered['data'] & { readonly at: number };

export function initialState(userId: number): LedgerState {
  return {
    userId,
    head: { seq: 0, hash: ZERO_HASH },
    registered: null,
    onboarded: false,
    deletions: 0,
    points: { activity: 0, referral: 0, referral_activity: 0, referral_referral: 0, checkin: 0 },
    level: 1,
    badges: [],
    friends: 0,
    streak: NO_STREAK,
    activityDays: [],
    receiptDays: [],
    wallet: null,
    unlinked: 0,
    sealed: 0,
    revealed: 0,
    sealDays: [],
  };
}

/** Whether the user erased their data and has not completed onboarding since. */
export function isDeleted(state: LedgerState): boolean {
  return state.deletions > 0 && !state.onboarded;
}

/**
 * The state after one more event. `head` is that event's place in the chain (a stored event will do). Throws on rules
 * that this code does not know: for foreign events, call `rulesOf` first.
 * @param isOwn whether the counts per day may be changed in place: no one else holds them (see `withOwnCounts`).
 */
export function evolve(state: LedgerState, event: Decided, head: Head, isOwn = false): LedgerState {
  const rules = rulesOf(event.rules);
  if (rules === null) {
    throw new Error(`Event ${head.seq} of user ${state.userId} uses unknown rules ${event.rules}`);
  }
  const next = apply(state, event, rules, { seq: head.seq, hash: head.hash }, isOwn);
  return award(state, next, event, rules);
}

/** The same state with counts per day that no one else holds. */
export function withOwnCounts(state: LedgerState): LedgerState {
  const { activityDays, receiptDays, sealDays } = state;
  return {
    ...state,
    activityDays: activityDays.slice(),
    receiptDays: receiptDays.slice(),
    sealDays: sealDays.slice(),
  };
}

/** Everything but points, level and badges. */
function apply(state: LedgerState, event: Decided, rules: Rules, head: Head, isOwn: boolean): LedgerState {
  let { registered, onboarded, deletions, friends, streak, activityDays, receiptDays, wallet, unlinked } =
    state;
  let { sealed, revealed, sealDays } = state;
  switch (event.type) {
    case 'CalculationRecorded.v1':
      if (event.award !== 0) {
        activityDays = addOn(activityDays, event.data.day, isOwn);
        receiptDays = addOn(receiptDays, dayOf(event.at), isOwn);
      }
      break;
    case 'CreditReceived.v1':
      friends += event.data.cause === 'friend_registered' ? 1 : 0;
      break;
    case 'CheckInClaimed.v1':
      streak = claimed(streak, event.data.day, rules);
      break;
    case 'Registered.v1':
      registered = { at: event.at, ...event.data };
      break;
    case 'OnboardingCompleted.v1':
      onboarded = true;
      break;
    case 'DataDeleted.v1':
      onboarded = false;
      deletions += 1;
      break;
    case 'WalletLinked.v1':
      wallet = event.data.wallet;
      break;
    case 'WalletUnlinked.v1':
      wallet = null;
      unlinked += 1;
      break;
    case 'PlanSealed.v1':
      sealed += 1;
      sealDays = addOn(sealDays, dayOf(event.at), isOwn);
      break;
    case 'PlanRevealed.v1':
      revealed += 1;
      break;
    case 'Correction.v1':
      break;
  }
  const { userId, level, badges } = state;
  const points = event.award === 0 ? state.points : addTo(state.points, event.bucket, event.award);
  return {
    userId,
    head,
    registered,
    onboarded,
    deletions,
    points,
    level,
    badges,
    friends,
    streak,
    activityDays,
    receiptDays,
    wallet,
    unlinked,
    sealed,
    revealed,
    sealDays,
  };
}

/** Level and badges: derived from the rest, and never reduced. */
function award(before: LedgerState, after: LedgerState, event: Decided, rules: Rules): LedgerState {
  const level =
    after.points === before.points
      ? before.level
      : Math.max(before.level, levelOf(totalOf(after.points), rules.levels));
  const reached = level === after.level ? after : { ...after, level };
  const earned = badgesEarned(rules.badges, before, reached);
  if (earned.length === 0) {
    return reached;
  }
  const held = new Set(before.badges.map((badge) => badge.id));
  const added = earned.filter((id) => !held.has(id)).map((id) => ({ id, at: event.at }));
  return { ...reached, badges: [...before.badges, ...added] };
}

function addTo(points: Points, bucket: Bucket | null, amount: number): Points {
  return {
    activity: points.activity + (bucket === 'activity' ? amount : 0),
    referral: points.referral + (bucket === 'referral' ? amount : 0),
    referral_activity: points.referral_activity + (bucket === 'referral_activity' ? amount : 0),
    referral_referral: points.referral_referral + (bucket === 'referral_referral' ? amount : 0),
    checkin: points.checkin + (bucket === 'checkin' ? amount : 0),
  };
}
