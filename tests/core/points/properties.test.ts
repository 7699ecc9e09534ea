/** Properties of every ledger, for any events in any order under any clock. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startCheck } from '#core/points/audit.ts';
import type { Command } from '#core/points/commands.ts';
import { creditsOf } from '#core/points/credits.ts';
import { DAY_MS, dayOf } from '#core/points/days.ts';
import { BUCKETS, type StoredEvent } from '#core/points/events.ts';
import { evolve, initialState, type LedgerState } from '#core/points/evolve.ts';
import { execute } from '#core/points/execute.ts';
import { readDecided } from '#core/points/facts.ts';
import { levelOf, totalOf } from '#core/points/levels.ts';
import { ledgers, play, steps } from './arbitraries.ts';
import {
  correctionOf,
  creditOf,
  Ledger,
  onboarded,
  REGISTER,
  recordAt,
  START,
  sha256,
  World,
} from './ledgers.ts';

describe('a ledger', () => {
  it('is the same for the same commands', () => {
    fc.assert(
      fc.property(steps(), (all) => {
        const [one, two] = [play(all), play(all)];
        expect(two.events).toEqual(one.events);
        expect(two.state).toEqual(one.state);
      }),
    );
  });

  it('is the fold of its events, and its check finds nothing', () => {
    fc.assert(
      fc.property(ledgers(), ({ state, events }) => {
        expect(fold(events)).toEqual(state);
        const check = startCheck(state.userId, sha256);
        for (const event of events) {
          expect(check.next(event)).toBeNull();
        }
        expect(check.state).toEqual(state);
      }),
    );
  });

  it('continues from a state that went through JSON without a difference', () => {
    fc.assert(
      fc.property(steps(), (all) => {
        const kept = play(all);
        let at = START;
        const restored = new Ledger();
        for (const { elapsed, command } of all) {
          at += elapsed;
          restored.state = JSON.parse(JSON.stringify(restored.state)) as LedgerState;
          restored.run(command, at);
        }
        expect(restored.events).toEqual(kept.events);
      }),
    );
  });

  it('has in every bucket the sum of its awards', () => {
    fc.assert(
      fc.property(ledgers(), ({ state, events }) => {
        for (const bucket of BUCKETS) {
          const awards = events.filter((event) => event.bucket === bucket).map(({ award }) => award);
          expect(state.points[bucket]).toBe(awards.reduce((sum, award) => sum + award, 0));
        }
        expect(events.every(({ bucket, award }) => bucket !== null || award === 0)).toBe(true);
      }),
    );
  });

  it('has every event id once, in unbroken order', () => {
    fc.assert(
      fc.property(ledgers(), ({ events }) => {
        expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      }),
    );
  });
});

describe('levels and badges', () => {
  it('never go down', () => {
    fc.assert(
      fc.property(steps(), (all) => {
        let level = 1;
        let badges: readonly { id: string; at: number }[] = [];
        play(all, ({ state }) => {
          expect(state.level).toBeGreaterThanOrEqual(Math.max(level, levelOf(totalOf(state.points))));
          expect(state.badges.slice(0, badges.length)).toEqual(badges);
          expect(new Set(state.badges.map(({ id }) => id)).size).toBe(state.badges.length);
          ({ level, badges } = state);
        });
      }),
    );
  });
});

describe('caps', () => {
  /** Bursts of records: the server's clock, how many, and how many days back each claims to be. */
  const bursts = fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 50 }),
      hour: fc.nat(23),
      ages: fc.array(fc.integer({ min: -1, max: 9 }), { minLength: 1, maxLength: 60 }),
      error: fc.constantFrom(0, 0, 0, -30, 30),
    }),
    { minLength: 1, maxLength: 20 },
  );

  it('are never exceeded, in any order and with any jump of the clock', () => {
    fc.assert(
      fc.property(bursts, (all) => {
        const ledger = new Ledger();
        ledger.must(REGISTER, START);
        for (const { day, hour, ages, error } of all) {
          const at = START + day * DAY_MS + (hour * DAY_MS) / 24;
          for (const age of ages) {
            const off = error * DAY_MS;
            ledger.must(recordAt(at - age * DAY_MS + off, at + off), at);
          }
        }
        expectCaps(ledger.events);
      }),
      { numRuns: 60 },
    );
  });

  it('of a day of receipt hold while counted days have room', () => {
    const ledger = new Ledger();
    ledger.must({ ...REGISTER, firstAuthDate: START / 1000 - 30 * 86_400 }, START);
    const at = START + DAY_MS - 1;
    for (let index = 0; index < 300; index += 1) {
      ledger.must(recordAt(at - (index % 8) * (DAY_MS - 1)), at);
    }
    expectCaps(ledger.events);
    expect(ledger.state.points.activity).toBe(210_000);
  });

  it('are filled only by records that count', () => {
    fc.assert(
      fc.property(ledgers(), ({ events }) => {
        expectCaps(events);
      }),
    );
  });

  it('allow one check-in per day, each later than the previous', () => {
    fc.assert(
      fc.property(ledgers(), ({ state, events }) => {
        const claims = events
          .filter(({ type }) => type === 'CheckInClaimed.v1')
          .map((event) => ({ ...event, ...(JSON.parse(event.data) as { day: number; label: number }) }));
        let [last, streak, longest] = [Number.NEGATIVE_INFINITY, 0, 0];
        for (const { day, label, award, at } of claims) {
          expect(day).toBe(dayOf(at));
          expect(day).toBeGreaterThan(last);
          streak = day === last + 1 ? streak + 1 : 1;
          longest = Math.max(longest, streak);
          expect(label).toBe(Math.min(streak, 10));
          expect(award).toBe(label * 10_000);
          last = day;
        }
        expect(state.streak.longest).toBe(longest);
      }),
    );
  });

  function expectCaps(events: readonly StoredEvent[]) {
    const counted = new Map<string, number>();
    for (const event of events.filter(({ type }) => type === 'CalculationRecorded.v1')) {
      const { day, reason } = JSON.parse(event.data) as { day: number; reason: string };
      expect(event.award).toBe(reason === 'counted' ? 1000 : 0);
      expect(day).toBeLessThanOrEqual(dayOf(event.at));
      if (event.award !== 0) {
        expect(dayOf(event.at) - day).toBeLessThanOrEqual(8);
        for (const key of [`day ${day}`, `receipt ${dayOf(event.at)}`]) {
          counted.set(key, (counted.get(key) ?? 0) + 1);
        }
      }
    }
    for (const [key, count] of counted) {
      expect(count, key).toBeLessThanOrEqual(key.startsWith('day') ? 30 : 210);
    }
  }
});

describe('credits', () => {
  it('are at most one, one level up, and an exact tenth', () => {
    fc.assert(
      fc.property(ledgers(), ({ events }) => {
        let state = initialState(7);
        for (const event of events) {
          const decided = readDecided(event);
          if (decided === null) {
            throw new Error('unreadable');
          }
          const credits = creditsOf(state, decided);
          expect(credits.length).toBeLessThanOrEqual(1);
          for (const credit of credits) {
            const referrer = events[0] && (JSON.parse(events[0].data) as { referrer: number });
            expect(credit.target).toBe(referrer?.referrer);
            expect(credit.basis).toBe(event.award);
            expect(Number.isInteger(credit.basis / 10)).toBe(true);
            expect(['activity', 'referral', null]).toContain(event.bucket);
          }
          state = evolve(state, decided, event);
        }
      }),
    );
  });

  it('never go to a referrer who was not registered when this user was, then or later', () => {
    for (const [referrer, referrerRegistered, expected] of [
      [5, true, [5, 5]],
      [5, false, []],
      [null, false, []],
    ] as const) {
      const ledger = new Ledger();
      const caused = [{ ...REGISTER, referrer, referrerRegistered }, recordAt(START)].flatMap((command) => {
        const result = execute(ledger.state, command, START, sha256);
        ledger.must(command, START);
        return result.ok ? result.credits : [];
      });
      expect(caused.map(({ target }) => target)).toEqual(expected);
    }
  });

  it('name the event that causes them', () => {
    const ledger = onboarded(7, { ...REGISTER, referrer: 5, referrerRegistered: true });
    const result = execute(ledger.state, correctionOf('referral', -50_000), START, sha256);
    expect(result.ok).toBe(false);
    ledger.must(creditOf('friend_registered'), START);
    const taken = execute(ledger.state, correctionOf('referral', -50_000), START, sha256);
    expect(taken).toMatchObject({
      ok: true,
      credits: [{ target: 5, cause: 'friend_referral', basis: -50_000, premium: false }],
    });
    expect(taken.ok && taken.credits[0]?.eventId).toBe(taken.ok && taken.events[0]?.eventId);
  });

  it('of all users add up and stop after one level', () => {
    const deed = fc.record({
      user: fc.integer({ min: 1, max: 6 }),
      kind: fc.constantFrom('record', 'check', 'correct'),
    });
    const parents = fc.array(fc.nat(5), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(parents, fc.array(deed, { maxLength: 80 }), fc.boolean(), (chain, deeds, premium) => {
        const world = new World();
        chain.forEach((parent, index) => {
          const referrer = parent === 0 ? null : parent;
          const known = referrer !== null && referrer <= index;
          world.run(
            index + 1,
            { ...REGISTER, referrer, referrerRegistered: known, premium } as Command,
            START,
          );
        });
        deeds.forEach(({ user, kind }, index) => {
          const at = START + index * DAY_MS * 0.3;
          if (kind === 'record') {
            world.run(user, recordAt(at), at);
          } else if (kind === 'check') {
            world.run(user, { type: 'claim_check_in' }, at);
          } else {
            const amount = index % 2 === 0 ? 1_230 : -1_000;
            const bucket = index % 3 === 0 ? 'referral' : 'activity';
            world.run(user, { type: 'correct', correctionId: `${index}`, bucket, amount, reason: 'x' }, at);
          }
        });
        for (const [userId, { state, events }] of world.ledgers) {
          const friends = [...world.ledgers.values()].filter(
            ({ state: { registered } }) => registered?.referrer === userId && registered.referrerRegistered,
          );
          const sum = (bucket: 'activity' | 'referral') =>
            friends.reduce((total, friend) => total + friend.state.points[bucket], 0);
          expect(state.points.referral_activity).toBe(sum('activity') / 10);
          expect(state.points.referral_referral).toBe(sum('referral') / 10);
          expect(state.friends).toBe(friends.length);
          const corrected = events
            .filter(({ type, bucket }) => type === 'Correction.v1' && bucket === 'referral')
            .reduce((total, { award }) => total + award, 0);
          expect(state.points.referral - corrected).toBe(friends.length * (premium ? 75_000 : 50_000));
        }
      }),
    );
  });
});

function fold(events: readonly StoredEvent[]): LedgerState {
  return events.reduce((state, event) => {
    const decided = readDecided(event);
    if (decided === null) {
      throw new Error(`unreadable: ${event.data}`);
    }
    return evolve(state, decided, event);
  }, initialState(7));
}
