/** Effects of an event in the referrer's ledger: at most one credit, and none without an award. */
import { describe, expect, it } from 'vitest';
import { creditsOf } from '#core/points/credits.ts';
import type { Decided } from '#core/points/events.ts';
import { initialState, type LedgerState } from '#core/points/evolve.ts';
import { decidedOf } from '#core/points/facts.ts';
import { START, START_DAY } from './ledgers.ts';

const REFERRER = 5;

function invited(registered: Partial<NonNullable<LedgerState['registered']>> = {}): LedgerState {
  const at = START;
  const firstAuthDate = START / 1000;
  const defaults = { at, firstAuthDate, premium: false, referrer: REFERRER, referrerRegistered: true };
  return { ...initialState(7), registered: { ...defaults, ...registered } };
}

function recorded(award: number): Decided {
  const data = {
    calculationType: 'Staking',
    day: START_DAY,
    occurredAt: START,
    reason: 'counted',
    sentAt: null,
  } as const;
  return decidedOf(
    { type: 'CalculationRecorded.v1', data },
    { eventId: 'one', rules: 1, at: START, bucket: 'activity', award },
  );
}

function registration(data: {
  premium: boolean;
  referrer: number | null;
  referrerRegistered: boolean;
}): Decided {
  return decidedOf(
    { type: 'Registered.v1', data: { firstAuthDate: START / 1000, ...data } },
    { eventId: 'registered', rules: 1, at: START, bucket: null, award: 0 },
  );
}

describe('a registration', () => {
  const none = initialState(7);

  it.each([true, false])(
    'credits a registered referrer and stores whether the friend is premium: %s',
    (premium) => {
      expect(
        creditsOf(none, registration({ premium, referrer: REFERRER, referrerRegistered: true })),
      ).toEqual([{ target: REFERRER, cause: 'friend_registered', basis: 0, premium }]);
    },
  );

  it('credits neither an unregistered referrer nor a missing one', () => {
    for (const data of [
      { referrer: REFERRER, referrerRegistered: false },
      { referrer: null, referrerRegistered: false },
      // The rules never decide this, but a foreign one must not become a credit to user null.
      { referrer: null, referrerRegistered: true },
    ]) {
      expect(creditsOf(none, registration({ premium: true, ...data }))).toEqual([]);
    }
  });
});

describe('an award', () => {
  it('of activity or of a referral credits the referrer with its basis, also if negative', () => {
    for (const award of [1_000, 10, -1_000]) {
      expect(creditsOf(invited(), recorded(award))).toEqual([
        { target: REFERRER, cause: 'friend_activity', basis: award, premium: false },
      ]);
    }
    expect(creditsOf(invited({ premium: true }), { ...recorded(50_000), bucket: 'referral' })).toEqual([
      { target: REFERRER, cause: 'friend_referral', basis: 50_000, premium: false },
    ]);
  });

  it('of zero has no effect: a record beyond the daily limit pays no credit', () => {
    expect(creditsOf(invited(), recorded(0))).toEqual([]);
  });

  it('in any other bucket has no effect, since credits go one level up', () => {
    for (const bucket of ['referral_activity', 'referral_referral', 'checkin', null] as const) {
      expect(creditsOf(invited(), { ...recorded(1_000), bucket }), `${bucket}`).toEqual([]);
    }
  });

  it('has no effect without a registered referrer', () => {
    expect(creditsOf(initialState(7), recorded(1_000))).toEqual([]);
    expect(creditsOf(invited({ referrer: null }), recorded(1_000))).toEqual([]);
    expect(creditsOf(invited({ referrerRegistered: false }), recorded(1_000))).toEqual([]);
  });
});
