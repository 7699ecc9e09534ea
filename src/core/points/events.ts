/**
 * The facts that make up a ledger. Every point total, level and badge is a fold over these events and nothing else.
 * Points are integers of one thousandth of an iRICH; times are UTC milliseconds; days are whole days since 1970-01-01
 * UTC.
 */

import type { CalculationType } from '../calculators/catalogue.ts';

export const BUCKETS = ['activity', 'referral', 'referral_activity', 'referral_referral', 'checkin'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Why a recorded calculation got its award. Only `counted` awards points. */
export const COUNT_REASONS = [
  'counted',
  'daily_limit',
  'receipt_limit',
  'too_old',
  'before_first_launch',
] as const;
export type CountReason = (typeof COUNT_REASONS)[number];

/** The first registration of a user; opens the ledger, always with sequence number 1. */
export interface Registered {
  readonly type: 'Registered.v1';
  readonly data: {
    /** `auth_date` of the first launch data, seconds. Records from more than 10 minutes before it are awarded 0. */
    readonly firstAuthDate: number;
    readonly premium: boolean;
    /** The user who invited this one, or null. */
    readonly referrer: number | null;
    /** Whether that referrer had a ledger at this moment. If not, they never earn anything from this user. */
    readonly referrerRegistered: boolean;
  };
}

export interface OnboardingCompleted {
  readonly type: 'OnboardingCompleted.v1';
  readonly data: Readonly<Record<string, never>>;
}

/** One record, as the server received it. The event id is the record id. */
export interface CalculationRecorded {
  readonly type: 'CalculationRecorded.v1';
  readonly data: {
    readonly calculationType: CalculationType;
    /** The time the device claimed, milliseconds. */
    readonly occurredAt: number;
    /** The device's clock when it sent the request, milliseconds, or null if the request carried none. */
    readonly sentAt: number | null;
    /** The day on which it counts. */
    readonly day: number;
    readonly reason: CountReason;
  };
}

/** A daily check-in. The event id is `checkin:` and the day, so a day can be claimed once. */
export interface CheckInClaimed {
  readonly type: 'CheckInClaimed.v1';
  readonly data: { readonly day: number; readonly label: number };
}

/**
 * An award that one user's event caused in their referrer's ledger, which is this one. The event id is the credit id.
 */
export interface CreditReceived {
  readonly type: 'CreditReceived.v1';
  readonly data: {
    readonly cause: CreditCause;
    /** A keyed hash of the friend's id: distinguishes friends without naming them. */
    readonly source: string;
    /** The friend's award, thousandths, of which this credit is a tenth; 0 for `friend_registered`. */
    readonly basis: number;
    /** Only for `friend_registered`: whether the friend was premium at that moment. */
    readonly premium: boolean;
  };
}
/**
 * - `friend_registered`: bucket referral, 50 or 75 iRICH.
 * - `friend_activity`: bucket referral_activity, a tenth of `basis`.
 * - `friend_referral`: bucket referral_referral, a tenth of `basis`.
 */
export type CreditCause = 'friend_registered' | 'friend_activity' | 'friend_referral';

/** An operator's correction; the amount is the event's award and may be negative. */
export interface Correction {
  readonly type: 'Correction.v1';
  readonly data: { readonly reason: string };
}

/** The user erased all erasable data. The ledger continues when onboarding is completed again. */
export interface DataDeleted {
  readonly type: 'DataDeleted.v1';
  readonly data: Readonly<Record<string, never>>;
}

/**
 * The wallet that the user has proved to own. `wallet` is a keyed hash of its address, 64 lower-case hex digits. The
 * same wallet gives the same hash, so no other user can link it; without the key the hash reveals no address.
 */
export interface WalletLinked {
  readonly type: 'WalletLinked.v1';
  readonly data: { readonly wallet: string };
}

/** An operator unlinked the wallet; the user may link another, and others may link this one. */
export interface WalletUnlinked {
  readonly type: 'WalletUnlinked.v1';
  readonly data: { readonly reason: string; readonly wallet: string };
}

/** A plan that the user made known by its hash alone: plan and salt stay on the phone. The event id is `sealed:` and the hash. */
export interface PlanSealed {
  readonly type: 'PlanSealed.v1';
  readonly data: {
    /** Of salt and plan, 64 lower-case hex digits: see `proof/seal.ts`. */
    readonly hash: string;
    /** When the device claims to have sealed it, milliseconds. */
    readonly sealedAt: number;
    /** The device's clock when it sent the request, milliseconds, or null if the request carried none. */
    readonly sentAt: number | null;
  };
}

/** The user showed a sealed plan. Plan and salt stand in a table that can be erased. The event id is `revealed:` and the hash. */
export interface PlanRevealed {
  readonly type: 'PlanRevealed.v1';
  readonly data: { readonly hash: string };
}

export type Fact =
  | Registered
  | OnboardingCompleted
  | CalculationRecorded
  | CheckInClaimed
  | CreditReceived
  | Correction
  | DataDeleted
  | WalletLinked
  | WalletUnlinked
  | PlanSealed
  | PlanRevealed;
export type FactType = Fact['type'];

/** The result of `decide`: a fact with its award, not yet part of a ledger. */
export type Decided = Fact & {
  /** Unique in this user's ledger. At most 100 characters of `[A-Za-z0-9:_-]`. */
  readonly eventId: string;
  /** The version of the rules that decided the award. */
  readonly rules: number;
  /** When the server decided it, milliseconds. */
  readonly at: number;
  /** Null for exactly the facts that never award points (registration, onboarding, deletion, wallets, plans). */
  readonly bucket: Bucket | null;
  /** Thousandths of an iRICH; 0 if bucket is null. */
  readonly award: number;
};

/**
 * One event as it is stored, hashed, exported and shown to its owner. `data` is the hashed JSON text, byte for byte, so
 * verifying a chain needs no JSON writer.
 */
export interface StoredEvent {
  readonly userId: number;
  readonly seq: number;
  readonly eventId: string;
  readonly type: string;
  readonly rules: number;
  readonly at: number;
  readonly bucket: Bucket | null;
  readonly award: number;
  readonly data: string;
  /** SHA-256 of this event and the previous hash, 64 lower-case hex digits. See `chain.ts`. */
  readonly hash: string;
}

/** The newest event of a ledger. An empty ledger has seq 0 and the hash of 64 zeros. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}
