import { describe, expect, it } from 'vitest';
import { type Command, eventIdOf, momentOf, sameContent } from '#core/points/commands.ts';
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
const link = { type: 'link_wallet', wallet: 'ab'.repeat(32) } as const satisfies Command;
const unlink = { type: 'unlink_wallet', reason: 'The key was lost' } as const satisfies Command;

describe('the event id of a command', () => {
  it("is its event's id", () => {
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

describe('a repeated command', () => {
  const ledger = onboarded();
  const [registered, completed] = ledger.events;
  const recorded = ledger.must(record, START);
  const claimed = ledger.must({ type: 'claim_check_in' }, START);
  const credited = ledger.must(credit, START);
  const corrected = ledger.must(correction, START);
  const linked = ledger.must(link, START);
  const unlinked = ledger.must(unlink, START);
  const deleted = ledger.must({ type: 'delete_data' }, START);

  it('is the same with the same content', () => {
    expect(registered && sameContent(registered, { ...REGISTER, referrer: 5 })).toBe(true);
    expect(completed && sameContent(completed, { type: 'complete_onboarding' })).toBe(true);
    expect(sameContent(recorded, { ...record, sentAt: START + HOUR })).toBe(true);
    expect(sameContent(claimed, { type: 'claim_check_in' })).toBe(true);
    expect(sameContent(credited, credit)).toBe(true);
    expect(sameContent(corrected, correction)).toBe(true);
    expect(sameContent(linked, link)).toBe(true);
    expect(sameContent(unlinked, { ...unlink, reason: 'Asked again' })).toBe(true);
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
    ['another wallet', linked, { ...link, wallet: 'cd'.repeat(32) }],
  ] as const)('is a conflict with %s', (_name, event, command) => {
    expect(sameContent(event, command)).toBe(false);
  });

  it.each([
    REGISTER,
    { type: 'complete_onboarding' },
    record,
    { type: 'claim_check_in' },
    credit,
    correction,
    link,
    unlink,
    { type: 'delete_data' },
  ] as const)('is a conflict with any other event, and with one of a newer version: $type', (command) => {
    const same = ledger.events.filter((event) => sameContent(event, command));
    expect(same).toHaveLength(1);
    const [event] = same;
    expect(event && sameContent({ ...event, type: `${event.type}0` }, command)).toBe(false);
  });
});

describe('the time of a command', () => {
  const invited = { ...REGISTER, referrer: 5, referrerRegistered: true, referrerSince: START };

  it('is now', () => {
    expect(momentOf(record, START)).toBe(START);
    expect(momentOf({ ...invited, referrerSince: START - 1 }, START)).toBe(START);
    expect(momentOf({ ...REGISTER, referrer: 5, referrerRegistered: true }, START)).toBe(START);
  });

  it("is never before the start of the referrer's ledger", () => {
    expect(momentOf(invited, START - HOUR)).toBe(START);
    expect(momentOf({ ...invited, referrerRegistered: false }, START - HOUR)).toBe(START - HOUR);
  });
});
