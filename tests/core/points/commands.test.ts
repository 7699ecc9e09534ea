import { describe, expect, it } from 'vitest';
import { type Command, eventIdOf, sameContent } from '#core/points/commands.ts';
import { HOUR, onboarded, REGISTER, START, START_DAY } from './ledgers.ts';

const record = {
  type: 'record_calculation',
  recordId: '01955115-5e40-7c3a-9d1f-0a1b2c3d4e5f',
  calculationType: 'RiskMoney',
  occurredAt: START,
  sentAt: START,
} as const satisfies Command;
const credit = {
  type: 'receive_credit',
  creditId: 'abc',
  cause: 'friend_activity',
  source: 'friend',
  basis: 1000,
  premium: false,
} as const satisfies Command;
const correction = {
  type: 'correct',
  correctionId: 'one',
  bucket: 'activity',
  amount: 1000,
  reason: 'Outage',
} as const satisfies Command;

describe('the event id of a command', () => {
  it('is the one that its event gets', () => {
    const ledger = onboarded();
    for (const command of [
      record,
      { type: 'claim_check_in' },
      credit,
      correction,
      { type: 'delete_data' },
    ] as const) {
      const expected = eventIdOf(ledger.state, command, START);
      expect(ledger.must(command, START).eventId).toBe(expected);
    }
    expect(ledger.events.map(({ eventId }) => eventId)).toEqual([
      'registered',
      'onboarded:0',
      record.recordId,
      `checkin:${START_DAY}`,
      'abc',
      'correction:one',
      'deleted:0',
    ]);
  });
});

describe('a command that comes again', () => {
  const ledger = onboarded();
  const [registered, completed] = ledger.events;
  const recorded = ledger.must(record, START);
  const claimed = ledger.must({ type: 'claim_check_in' }, START);
  const credited = ledger.must(credit, START);
  const corrected = ledger.must(correction, START);
  const deleted = ledger.must({ type: 'delete_data' }, START);

  it('is the same where it says the same', () => {
    expect(registered && sameContent(registered, { ...REGISTER, referrer: 5 })).toBe(true);
    expect(completed && sameContent(completed, { type: 'complete_onboarding' })).toBe(true);
    expect(sameContent(recorded, { ...record, sentAt: START + HOUR })).toBe(true);
    expect(sameContent(claimed, { type: 'claim_check_in' })).toBe(true);
    expect(sameContent(credited, credit)).toBe(true);
    expect(sameContent(corrected, correction)).toBe(true);
    expect(sameContent(deleted, { type: 'delete_data' })).toBe(true);
  });

  it.each([
    ['another type of calculation', recorded, { ...record, calculationType: 'Staking' }],
    ['another claimed time', recorded, { ...record, occurredAt: START + 1 }],
    ['another basis', credited, { ...credit, basis: 2000 }],
    ['another cause', credited, { ...credit, cause: 'friend_referral' }],
    ['another friend', credited, { ...credit, source: 'other' }],
    ['another premium', credited, { ...credit, premium: true }],
    ['another amount', corrected, { ...correction, amount: 2000 }],
    ['another bucket', corrected, { ...correction, bucket: 'checkin' }],
    ['another reason', corrected, { ...correction, reason: 'None' }],
    ['another event altogether', claimed, record],
  ] as const)('is a conflict with %s', (_name, event, command) => {
    expect(sameContent(event, command)).toBe(false);
  });
});
