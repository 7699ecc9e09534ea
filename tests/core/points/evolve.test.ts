/** The fold: what it refuses, and what it leaves unchanged. */
import { describe, expect, it } from 'vitest';
import { evolve } from '#core/points/evolve.ts';
import { decidedOf } from '#core/points/facts.ts';
import { correctionOf, creditOf, onboarded, recordAt, START } from './ledgers.ts';

describe('the fold', () => {
  it('refuses an event of unknown rules and names both', () => {
    const { state } = onboarded(7);
    const event = { eventId: 'x', rules: 99, at: START, bucket: null, award: 0 };
    const decided = decidedOf({ type: 'DataDeleted.v1', data: {} }, event);
    expect(() => evolve(state, decided, { seq: 3, hash: 'a' })).toThrow(
      'Event 3 of user 7 uses unknown rules 99',
    );
  });

  it('shares unchanged parts of the state', () => {
    const ledger = onboarded();
    const before = ledger.state;
    ledger.must(recordAt(START), START);
    expect(ledger.state.badges).toBe(before.badges);
    expect(ledger.state.streak).toBe(before.streak);
    const counted = ledger.state;
    expect(ledger.run({ type: 'complete_onboarding' }, START)).toBeNull();
    expect(ledger.state).toBe(counted);
  });

  it('adds an award to its own bucket only', () => {
    const ledger = onboarded();
    const empty = ledger.state.points;
    ledger.must(correctionOf('checkin', 10), START);
    expect(ledger.state.points).toEqual({ ...empty, checkin: 10 });
    ledger.must(creditOf('friend_activity', 100), START);
    ledger.must(creditOf('friend_referral', 200), START);
    ledger.must(creditOf('friend_registered'), START);
    ledger.must(recordAt(START), START);
    expect(ledger.state.points).toEqual({
      activity: 1_000,
      referral: 50_000,
      referral_activity: 10,
      referral_referral: 20,
      checkin: 10,
    });
    expect(ledger.state.friends).toBe(1);
  });
});
