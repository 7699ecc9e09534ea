/**
 * The awards of events: every constant of the points rules, once, by version. A released version is never edited; a new
 * one is added beside it, and replay uses the version that each event names.
 */
import { BADGE_TIERS, type BadgeTiers } from './badges.ts';
import { LEVEL_BOUNDS } from './levels.ts';

/** Points in thousandths of an iRICH, times in milliseconds. */
export interface Rules {
  readonly version: number;
  /** Award for a recorded calculation. */
  readonly activityAward: number;
  /** Awarded calculations per user and counted day. */
  readonly activityPerDay: number;
  /** Awarded calculations per user and UTC day on which the server received them. */
  readonly activityPerReceiptDay: number;
  /** An older record gets no award. */
  readonly oldestRecord: number;
  /** How long before the first launch's `auth_date` a record may have been made. */
  readonly firstLaunchGrace: number;
  /** How far off the device's clock may be before its times are shifted. */
  readonly clockTolerance: number;
  readonly friendRegistered: number;
  readonly friendRegisteredPremium: number;
  /** A credit is its basis divided by this, exactly. */
  readonly creditDivisor: number;
  /** A check-in pays this times its day label. */
  readonly checkInStep: number;
  readonly checkInMaxLabel: number;
  /** Freezes, each of which keeps a streak over one missed day; null where there are none. */
  readonly freezes: FreezeRules | null;
  /** Lower bounds of the levels. */
  readonly levels: readonly number[];
  readonly badges: BadgeTiers;
}

export interface FreezeRules {
  /** Each time a streak reaches a multiple of this many days, it earns a freeze. */
  readonly every: number;
  /** A user keeps at most so many. */
  readonly most: number;
}

export const RULES_V1: Rules = {
  version: 1,
  activityAward: 1_000,
  activityPerDay: 30,
  activityPerReceiptDay: 210,
  oldestRecord: 7 * 24 * 60 * 60 * 1000,
  firstLaunchGrace: 10 * 60 * 1000,
  clockTolerance: 2 * 60 * 1000,
  friendRegistered: 50_000,
  friendRegisteredPremium: 75_000,
  creditDivisor: 10,
  checkInStep: 10_000,
  checkInMaxLabel: 10,
  freezes: null,
  levels: LEVEL_BOUNDS,
  badges: BADGE_TIERS,
};

/** Adds freezes. */
export const RULES_V2 = { ...RULES_V1, version: 2, freezes: { every: 7, most: 2 } } satisfies Rules;

/** Every version ever released. */
export const RULES: Readonly<Record<number, Rules>> = { 1: RULES_V1, 2: RULES_V2 };

/** The rules of new events. A build that only reads newer ones comes before the build that writes them. */
export const CURRENT_RULES = RULES_V2;

/** The rules of a version, or null if this code does not know it (an event of newer code). */
export function rulesOf(version: number): Rules | null {
  return version === 1 ? RULES_V1 : (RULES[version] ?? null);
}
