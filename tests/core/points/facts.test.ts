/** Facts as text and back: only text that core itself would write is accepted. */
import { describe, expect, it } from 'vitest';
import type { Fact, StoredEvent } from '#core/points/events.ts';
import { dataText, isFactType, isStoredEvent, readDecided, readFact, sameFact } from '#core/points/facts.ts';
import { at, withOneOfEach } from './attacks.ts';
import { START, START_DAY } from './ledgers.ts';

/** Sixteen digits, and no safe integer. */
const HUGE = 9_999_999_999_999_999n;
const WALLET = 'ab'.repeat(32);

describe('the text of a fact', () => {
  it('reads back unchanged for every type', () => {
    for (const event of withOneOfEach().events) {
      const decided = readDecided(event);
      expect(decided, event.type).not.toBeNull();
      expect(decided && dataText(decided)).toBe(event.data);
    }
  });

  it('reads back the largest and smallest integers of a record', () => {
    for (const size of [0, -1, 10, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]) {
      const fact: Fact = {
        type: 'CalculationRecorded.v1',
        data: {
          calculationType: 'Staking',
          day: size,
          occurredAt: size,
          reason: 'receipt_limit',
          sentAt: size,
        },
      };
      expect(readFact(fact.type, dataText(fact))).toEqual(fact);
    }
  });

  it.each([
    [
      'CalculationRecorded.v1',
      '{"calculationType":"Staking","day":-0,"occurredAt":1,"reason":"counted","sentAt":1}',
    ],
    [
      'CalculationRecorded.v1',
      '{"calculationType":"Staking","day":1,"occurredAt":01,"reason":"counted","sentAt":1}',
    ],
    [
      'CalculationRecorded.v1',
      '{"calculationType":"Staking","day":1,"occurredAt":1,"reason":"counted","sentAt":1.5}',
    ],
    [
      'CalculationRecorded.v1',
      `{"calculationType":"Staking","day":${HUGE},"occurredAt":1,"reason":"counted","sentAt":1}`,
    ],
    [
      'CalculationRecorded.v1',
      `{"calculationType":"Staking","day":1,"occurredAt":${HUGE},"reason":"counted","sentAt":1}`,
    ],
    [
      'CalculationRecorded.v1',
      `{"calculationType":"Staking","day":1,"occurredAt":1,"reason":"counted","sentAt":${HUGE}}`,
    ],
    [
      'CalculationRecorded.v1',
      '{"calculationType":"Mining","day":1,"occurredAt":1,"reason":"counted","sentAt":null}',
    ],
    [
      'CalculationRecorded.v1',
      '{"calculationType":"Staking","day":1,"occurredAt":1,"reason":"liked","sentAt":null}',
    ],
    ['CalculationRecorded.v1', '{}'],
    ['CreditReceived.v1', `{"basis":${HUGE},"cause":"friend_activity","premium":false,"source":"friend"}`],
    ['CreditReceived.v1', '{"basis":1,"cause":"friend_gift","premium":false,"source":"friend"}'],
    ['CheckInClaimed.v1', `{"day":${HUGE},"label":1}`],
    ['CheckInClaimed.v1', `{"day":1,"label":${HUGE}}`],
    ['Registered.v1', `{"firstAuthDate":${HUGE},"premium":true,"referrer":5,"referrerRegistered":true}`],
    ['Registered.v1', `{"firstAuthDate":1,"premium":true,"referrer":${HUGE},"referrerRegistered":true}`],
    ['Registered.v1', '{}'],
    ['Correction.v1', '{"reason":1}'],
    ['Correction.v1', '{"reason":'],
    ['Correction.v1', 'null'],
    ['WalletLinked.v1', `{"wallet":"x${WALLET}"}`],
    ['WalletLinked.v1', `{"wallet":"${WALLET}x"}`],
    ['WalletLinked.v1', `{"wallet":["${WALLET}"]}`],
    ['WalletUnlinked.v1', `{"reason":null,"wallet":"${WALLET}"}`],
    ['WalletUnlinked.v1', '{"reason":"Lost","wallet":"AB"}'],
    ['PlanSealed.v1', `{"hash":"${WALLET}","sealedAt":${HUGE},"sentAt":null}`],
    ['PlanSealed.v1', `{"hash":"${WALLET}","sealedAt":1,"sentAt":${HUGE}}`],
    ['PlanSealed.v1', `{"hash":"${WALLET.toUpperCase()}","sealedAt":1,"sentAt":null}`],
    ['PlanSealed.v1', `{"hash":"${WALLET}0","sealedAt":1,"sentAt":null}`],
    ['PlanSealed.v1', `{"hash":"${WALLET}","sealedAt":1}`],
    ['PlanRevealed.v1', `{"hash":"${WALLET}","plan":"x"}`],
    ['PlanRevealed.v1', '{}'],
    ['Gift.v1', '{}'],
  ])('is refused for %s: %s', (type, data) => {
    expect(readFact(type, data)).toBeNull();
  });

  it('of an unknown event has no effect', () => {
    expect([isFactType('Correction.v1'), isFactType('Gift.v1')]).toEqual([true, false]);
    expect(readDecided({ ...at(withOneOfEach().events, 0), type: 'Gift.v1' })).toBeNull();
  });
});

describe('two facts', () => {
  const data = {
    calculationType: 'Staking',
    day: START_DAY,
    occurredAt: START,
    reason: 'counted',
    sentAt: START,
  } as const;
  const record: Fact = { type: 'CalculationRecorded.v1', data };

  it('are the same if each field is', () => {
    expect(sameFact(record, { ...record, data: { ...data } })).toBe(true);
  });

  it.each([
    { calculationType: 'RiskMoney' },
    { day: START_DAY + 1 },
    { occurredAt: START + 1 },
    { reason: 'daily_limit' },
    { sentAt: null },
  ] as const)('differ with %o', (change) => {
    expect(sameFact(record, { ...record, data: { ...data, ...change } })).toBe(false);
  });

  it('of any other type are the same only with the same text', () => {
    const correction = (reason: string): Fact => ({ type: 'Correction.v1', data: { reason } });
    expect(sameFact(correction('Outage'), correction('Outage'))).toBe(true);
    expect(sameFact(correction('Outage'), correction('Paid twice'))).toBe(false);
  });

  it('differ with the same text if their types differ', () => {
    const [onboarded, deleted] = [
      { type: 'OnboardingCompleted.v1', data: {} },
      { type: 'DataDeleted.v1', data: {} },
    ] as const satisfies readonly Fact[];
    expect(sameFact(onboarded, deleted)).toBe(false);
    expect(sameFact(record, onboarded)).toBe(false);
    expect(sameFact(onboarded, record)).toBe(false);
  });
});

describe('a stored event', () => {
  const event: StoredEvent = at(withOneOfEach().events, 2);

  it('has every field in its own type', () => {
    expect(isStoredEvent(event)).toBe(true);
    expect(isStoredEvent({ ...event, bucket: null })).toBe(true);
    expect(isStoredEvent(null)).toBe(false);
    expect(isStoredEvent(undefined)).toBe(false);
  });

  it.each([
    { userId: '7' },
    { seq: 1.5 },
    { rules: null },
    { at: Number.NaN },
    { award: '1000' },
    { eventId: 7 },
    { eventId: '' },
    { eventId: 'a b' },
    { eventId: 'a'.repeat(101) },
    { type: 7 },
    { type: ['CalculationRecorded.v1'] },
    { type: 'a\nb' },
    { bucket: 'savings' },
    { bucket: undefined },
    { data: {} },
    { hash: 7 },
  ])('is refused with %o', (change) => {
    expect(isStoredEvent({ ...event, ...change })).toBe(false);
  });
});
