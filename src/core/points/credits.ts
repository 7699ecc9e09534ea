/**
 * Credits: an event's effect one level up, in the referrer's ledger. Credits cause no further credits, with one
 * exception: the award for an invited user (bucket referral) is itself an award to a friend.
 */
import type { Bucket, CreditCause, Decided } from './events.ts';
import type { LedgerState } from './evolve.ts';

export interface CreditIntent {
  /** The referrer. */
  readonly target: number;
  readonly cause: CreditCause;
  /** The award, thousandths, of which the credit is a tenth; 0 for `friend_registered`. */
  readonly basis: number;
  readonly premium: boolean;
}

const NONE: readonly CreditIntent[] = [];
const CAUSES: Readonly<Partial<Record<Bucket, CreditCause>>> = {
  activity: 'friend_activity',
  referral: 'friend_referral',
};

/** The credits of an event, at most one. `before` is the state of its own ledger before it. */
export function creditsOf(before: Pick<LedgerState, 'registered'>, event: Decided): readonly CreditIntent[] {
  if (event.type === 'Registered.v1') {
    const { referrer, referrerRegistered, premium } = event.data;
    return referrer !== null && referrerRegistered
      ? [{ target: referrer, cause: 'friend_registered', basis: 0, premium }]
      : NONE;
  }
  const { registered } = before;
  if (
    event.award === 0 ||
    registered === null ||
    registered.referrer === null ||
    !registered.referrerRegistered
  ) {
    return NONE;
  }
  const cause = event.bucket === null ? undefined : CAUSES[event.bucket];
  return cause === undefined
    ? NONE
    : [{ target: registered.referrer, cause, basis: event.award, premium: false }];
}
