import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/points/days.ts';
import { countedTime } from '#core/points/decide.ts';
import type { CountReason, StoredEvent } from '#core/points/events.ts';
import {
  correctionOf,
  creditOf,
  HOUR,
  Ledger,
  MINUTE,
  onboarded,
  REGISTER,
  recordAt,
  START,
  START_DAY,
} from './ledgers.ts';

const DATA = (event: StoredEvent) => JSON.parse(event.data) as Record<string, unknown>;
const NOON = START + 12 * HOUR;

describe('registration', () => {
  it('creates the ledger and awards nothing', () => {
    const event = new Ledger(7).must(
      { ...REGISTER, premium: true, referrer: 5, referrerRegistered: true },
      NOON,
    );
    expect(event).toMatchObject({
      seq: 1,
      eventId: 'registered',
      type: 'Registered.v1',
      bucket: null,
      award: 0,
      at: NOON,
    });
    expect(DATA(event)).toEqual({
      firstAuthDate: START / 1000,
      premium: true,
      referrer: 5,
      referrerRegistered: true,
    });
  });

  it('happens once: only the first can name a referrer', () => {
    const ledger = onboarded();
    expect(ledger.run({ ...REGISTER, referrer: 5, referrerRegistered: true }, NOON)).toBe(
      'already_registered',
    );
    expect(ledger.state.registered?.referrer).toBeNull();
  });

  it('allows no self-referral', () => {
    const event = new Ledger(7).must({ ...REGISTER, referrer: 7, referrerRegistered: true }, NOON);
    expect(DATA(event)).toMatchObject({ referrer: null, referrerRegistered: false });
  });

  it('keeps a referrer without a ledger, who earns nothing', () => {
    const event = new Ledger(7).must({ ...REGISTER, referrer: 5, referrerRegistered: false }, NOON);
    expect(DATA(event)).toMatchObject({ referrer: 5, referrerRegistered: false });
  });

  it('comes before anything else', () => {
    const ledger = new Ledger();
    for (const command of [
      recordAt(NOON),
      creditOf('friend_registered'),
      correctionOf('activity', 10),
      { type: 'complete_onboarding' },
      { type: 'claim_check_in' },
      { type: 'delete_data' },
    ] as const) {
      expect(ledger.run(command, NOON)).toBe('not_registered');
    }
    expect(ledger.events).toEqual([]);
  });
});

describe('onboarding', () => {
  it('earns lev_1, once', () => {
    const ledger = onboarded();
    expect(ledger.state.badges).toEqual([{ id: 'lev_1', at: START }]);
    expect(ledger.events[1]?.eventId).toBe('onboarded:0');
    expect(ledger.run({ type: 'complete_onboarding' }, NOON)).toBeNull();
    expect(ledger.events).toHaveLength(2);
  });

  it('may come after records were counted', () => {
    const ledger = new Ledger();
    ledger.must(REGISTER, START);
    expect(ledger.must(recordAt(NOON), NOON).award).toBe(1000);
    expect(ledger.state.badges).toEqual([]);
  });
});

describe('a recorded calculation', () => {
  it('earns 1 iRICH and keeps the claimed time', () => {
    const event = onboarded().must(
      {
        type: 'record_calculation',
        recordId: 'one',
        calculationType: 'Staking',
        occurredAt: NOON - 5,
        sentAt: NOON - 1,
      },
      NOON,
    );
    expect(event).toMatchObject({ eventId: 'one', bucket: 'activity', award: 1000, rules: 2, at: NOON });
    expect(event.data).toBe(
      `{"calculationType":"Staking","day":${START_DAY},"occurredAt":${NOON - 5},"reason":"counted","sentAt":${NOON - 1}}`,
    );
  });

  it('counts 30 times a day, then is recorded with 0', () => {
    const ledger = onboarded();
    const reasons = Array.from({ length: 32 }, () => reasonOf(ledger, NOON, NOON));
    expect(reasons).toEqual([...Array<CountReason>(30).fill('counted'), 'daily_limit', 'daily_limit']);
    expect(ledger.state.points.activity).toBe(30_000);
    expect(reasonOf(ledger, NOON + DAY_MS, NOON + DAY_MS)).toBe('counted');
  });

  it('counts for the day it was made, up to 7 days back', () => {
    const ledger = onboarded();
    const later = NOON + 8 * DAY_MS;
    const event = ledger.must(recordAt(later - 7 * DAY_MS), later);
    expect(DATA(event)).toMatchObject({ day: START_DAY + 1, reason: 'counted' });
    expect(reasonOf(ledger, later - 7 * DAY_MS - 1, later)).toBe('too_old');
  });

  it('pays a device that was offline for a week for every day', () => {
    const ledger = onboarded();
    const back = START + 7 * DAY_MS;
    for (let day = 0; day < 7; day += 1) {
      for (let index = 0; index < 30; index += 1) {
        ledger.must(recordAt(START + day * DAY_MS + index * MINUTE, back), back);
      }
    }
    expect(ledger.state.points.activity).toBe(210_000);
  });

  it('counts 210 times per day of receipt', () => {
    const ledger = onboarded();
    const back = NOON + 7 * DAY_MS;
    for (let day = 0; day < 7; day += 1) {
      for (let index = 0; index < 30; index += 1) {
        ledger.must(recordAt(NOON + day * DAY_MS), back);
      }
    }
    expect(reasonOf(ledger, back, back)).toBe('receipt_limit');
    expect(reasonOf(ledger, back, back + DAY_MS)).toBe('counted');
  });

  it('earns 0 from before the first launch, less 10 minutes', () => {
    const ledger = onboarded();
    expect(reasonOf(ledger, START - 10 * MINUTE, NOON)).toBe('counted');
    expect(reasonOf(ledger, START - 10 * MINUTE - 1, NOON)).toBe('before_first_launch');
    // Both too old and before the first launch: the latter never changes, so it is the reason.
    expect(reasonOf(ledger, START - 30 * DAY_MS, NOON)).toBe('before_first_launch');
  });

  it('is never later than now', () => {
    const event = onboarded().must(recordAt(NOON + 3 * DAY_MS), NOON);
    expect(DATA(event)).toMatchObject({ day: START_DAY, reason: 'counted', occurredAt: NOON + 3 * DAY_MS });
  });

  it('is corrected for a clock that is off by more than 2 minutes', () => {
    const day = DAY_MS;
    expect(countedTime({ occurredAt: NOON - HOUR, sentAt: NOON - 2 * MINUTE }, NOON)).toBe(NOON - HOUR);
    expect(countedTime({ occurredAt: NOON - HOUR, sentAt: NOON - 2 * MINUTE - 1 }, NOON)).toBe(
      NOON - HOUR + 2 * MINUTE + 1,
    );
    expect(countedTime({ occurredAt: NOON + 3 * day, sentAt: NOON + 4 * day }, NOON)).toBe(NOON - day);
    expect(countedTime({ occurredAt: NOON - 400 * day, sentAt: NOON - 399 * day }, NOON)).toBe(NOON - day);
    expect(countedTime({ occurredAt: NOON + 3 * day, sentAt: null }, NOON)).toBe(NOON);
    expect(countedTime({ occurredAt: NOON + 1, sentAt: NOON + 1 }, NOON)).toBe(NOON);
  });

  it('gains nothing from a clock that is ahead', () => {
    const ledger = onboarded();
    for (let index = 0; index < 40; index += 1) {
      const ahead = NOON + index * DAY_MS;
      ledger.must(recordAt(ahead, ahead), NOON);
    }
    expect(ledger.state.points.activity).toBe(30_000);
  });

  it('gains nothing from many claimed days under a moving server clock', () => {
    const ledger = onboarded();
    // 40 later days evict the first ones from memory; going back must not reopen them.
    for (let day = 0; day < 40; day += 1) {
      const at = NOON + day * DAY_MS;
      ledger.must(recordAt(at), at);
    }
    expect(reasonOf(ledger, NOON + DAY_MS, NOON + DAY_MS)).toBe('too_old');
    expect(reasonOf(ledger, NOON + 39 * DAY_MS, NOON + 39 * DAY_MS)).toBe('counted');
  });

  function reasonOf(ledger: Ledger, occurredAt: number, at: number): unknown {
    return DATA(ledger.must(recordAt(occurredAt), at))['reason'];
  }
});

describe('a check-in', () => {
  it('pays 10 times its label, up to 10', () => {
    const ledger = onboarded();
    const awards = Array.from({ length: 12 }, (_, day) =>
      ledger.must({ type: 'claim_check_in' }, NOON + day * DAY_MS),
    );
    expect(awards.map((event) => event.award / 1000)).toEqual([
      10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 100, 100,
    ]);
    expect(awards[11]).toMatchObject({ eventId: `checkin:${START_DAY + 11}`, bucket: 'checkin' });
    expect(awards[11]?.data).toBe(`{"day":${START_DAY + 11},"label":10}`);
    expect(ledger.state.streak).toEqual({ lastDay: START_DAY + 11, current: 12, longest: 12, freezes: 1 });
  });

  it('is paid once a day, and not again after a clock went back', () => {
    const ledger = onboarded();
    ledger.must({ type: 'claim_check_in' }, NOON);
    expect(ledger.run({ type: 'claim_check_in' }, START + DAY_MS - 1)).toBe('already_claimed');
    expect(ledger.run({ type: 'claim_check_in' }, NOON - DAY_MS)).toBe('already_claimed');
    expect(ledger.run({ type: 'claim_check_in' }, START + DAY_MS)).toBeNull();
  });

  it('starts over after a missed day', () => {
    const ledger = onboarded();
    for (const day of [0, 1, 2, 4]) {
      ledger.must({ type: 'claim_check_in' }, NOON + day * DAY_MS);
    }
    expect(ledger.events.at(-1)?.award).toBe(10_000);
    expect(ledger.state.streak).toEqual({ lastDay: START_DAY + 4, current: 1, longest: 3, freezes: 0 });
  });
});

describe('a credit', () => {
  it.each([
    [creditOf('friend_registered'), 'referral', 50_000],
    [creditOf('friend_registered', 0, true), 'referral', 75_000],
    [creditOf('friend_activity', 1000), 'referral_activity', 100],
    [creditOf('friend_referral', 50_000), 'referral_referral', 5_000],
    [creditOf('friend_referral', 75_000), 'referral_referral', 7_500],
  ] as const)('%o', (command, bucket, award) => {
    const ledger = onboarded();
    expect(ledger.must(command, NOON)).toMatchObject({ type: 'CreditReceived.v1', bucket, award });
    expect(ledger.state.friends).toBe(bucket === 'referral' ? 1 : 0);
  });

  it('is an exact tenth', () => {
    for (const basis of [0, 5, 1001, 0.5, Number.NaN, 2 ** 60]) {
      expect(onboarded().run(creditOf('friend_activity', basis), NOON)).toBe('bad_amount');
    }
  });

  it('takes back even more than is left, so that both ledgers stay balanced', () => {
    const ledger = onboarded();
    ledger.must(creditOf('friend_activity', -1000), NOON);
    expect(ledger.state.points.referral_activity).toBe(-100);
    expect(ledger.state.level).toBe(1);
  });
});

describe('a correction', () => {
  it('adds or takes back points with a reason', () => {
    const ledger = onboarded();
    expect(ledger.must(correctionOf('checkin', 500_000, 'Outage on 1 March — “sorry”'), NOON)).toMatchObject({
      type: 'Correction.v1',
      bucket: 'checkin',
      award: 500_000,
      data: '{"reason":"Outage on 1 March — “sorry”"}',
    });
    expect(ledger.state.level).toBe(2);
    ledger.must(correctionOf('checkin', -500_000), NOON);
    expect(ledger.state.points.checkin).toBe(0);
    expect(ledger.state.level).toBe(2);
  });

  it.each([0, 5, 10.5, -10, Number.NaN, 2 ** 53])('refuses %s', (amount) => {
    expect(onboarded().run(correctionOf('activity', amount), NOON)).toBe('bad_amount');
  });

  it('refuses an amount beyond exact integers', () => {
    const ledger = onboarded();
    ledger.must(correctionOf('checkin', 9_000_000_000_000_000), NOON);
    expect(ledger.run(correctionOf('activity', 9_000_000_000_000_000), NOON)).toBe('bad_amount');
    expect(ledger.run(correctionOf('checkin', -9_000_000_000_000_000), NOON)).toBeNull();
  });

  it('accepts a reason of up to 500 characters', () => {
    expect(onboarded().run(correctionOf('activity', 10, 'x'.repeat(500)), NOON)).toBeNull();
  });

  it.each(['', '  ', 'x'.repeat(501)])('refuses the reason "%s"', (reason) => {
    expect(onboarded().run(correctionOf('activity', 10, reason), NOON)).toBe('bad_reason');
  });
});

describe('deleting my data', () => {
  it('stops everything but credits, corrections and a return', () => {
    const ledger = onboarded();
    ledger.must({ type: 'claim_check_in' }, NOON);
    expect(ledger.must({ type: 'delete_data' }, NOON).eventId).toBe('deleted:0');
    for (const command of [recordAt(NOON), { type: 'claim_check_in' }, { type: 'delete_data' }] as const) {
      expect(ledger.run(command, NOON + DAY_MS)).toBe('data_deleted');
    }
    expect(ledger.run({ ...REGISTER, referrer: 5 }, NOON)).toBe('already_registered');
    ledger.must(creditOf('friend_activity', 1000), NOON);
    ledger.must(correctionOf('activity', 10), NOON);
    expect(ledger.must({ type: 'complete_onboarding' }, NOON).eventId).toBe('onboarded:1');
    ledger.must(recordAt(NOON), NOON);
    expect(ledger.state).toMatchObject({ deletions: 1, onboarded: true });
    expect(ledger.state.points.checkin).toBe(10_000);
    expect(ledger.state.badges).toEqual([{ id: 'lev_1', at: START }]);
    expect(ledger.must({ type: 'delete_data' }, NOON).eventId).toBe('deleted:1');
  });

  it('is possible before onboarding was ever completed', () => {
    const ledger = new Ledger();
    ledger.must(REGISTER, START);
    ledger.must({ type: 'delete_data' }, START);
    expect(ledger.run(recordAt(NOON), NOON)).toBe('data_deleted');
  });
});
