/** Sealed plans in a ledger, in the form given, when, then. */
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/points/days.ts';
import { MOST_SEALS_PER_DAY } from '#core/points/decide.ts';
import { check, found, replaced } from './attacks.ts';
import { Ledger, onboarded, rehashed, START } from './ledgers.ts';

const hash = (number: number) => number.toString(16).padStart(64, '0');
const seal = (number: number, sealedAt = START) =>
  ({ type: 'seal_plan', hash: hash(number), sealedAt, sentAt: START }) as const;
const reveal = (number: number) => ({ type: 'reveal_plan', hash: hash(number) }) as const;

describe('a sealed plan', () => {
  it('is an event of its hash, its claimed and its sending time, and awards nothing', () => {
    const ledger = onboarded();
    const before = ledger.state;
    ledger.must(seal(1, START - 5), START);
    expect(ledger.events.at(-1)).toMatchObject({
      type: 'PlanSealed.v1',
      eventId: `sealed:${hash(1)}`,
      at: START,
      bucket: null,
      award: 0,
      data: `{"hash":"${hash(1)}","sealedAt":${START - 5},"sentAt":${START}}`,
    });
    expect(ledger.state).toMatchObject({
      sealed: 1,
      revealed: 0,
      points: before.points,
      level: before.level,
    });
  });

  it('is counted when it is revealed, which awards nothing either', () => {
    const ledger = onboarded();
    for (const number of [1, 2]) ledger.must(seal(number), START);
    ledger.must(reveal(1), START + DAY_MS);
    expect(ledger.events.at(-1)).toMatchObject({
      type: 'PlanRevealed.v1',
      eventId: `revealed:${hash(1)}`,
      bucket: null,
      award: 0,
      data: `{"hash":"${hash(1)}"}`,
    });
    expect(ledger.state).toMatchObject({ sealed: 2, revealed: 1 });
    expect(check(ledger.events)).toBeNull();
  });

  it('is one of at most 20 of a UTC day of receipt, whatever the device claims', () => {
    const ledger = onboarded();
    for (let number = 1; number <= MOST_SEALS_PER_DAY; number += 1)
      ledger.must(seal(number, START - number * DAY_MS), START);
    expect(MOST_SEALS_PER_DAY).toBe(20);
    expect(ledger.run(seal(99), START)).toBe('too_many_seals');
    ledger.must(seal(99), START + DAY_MS);
    expect(ledger.state.sealed).toBe(21);
    // A clock that was set back never opens a full day again.
    expect(ledger.run(seal(100), START)).toBe('too_many_seals');
  });

  it('belongs to a registered user who has not erased their data', () => {
    expect(new Ledger().run(seal(1), START)).toBe('not_registered');
    const ledger = onboarded();
    expect(ledger.run(reveal(1), START)).toBe('not_sealed');
    ledger.must({ type: 'delete_data' }, START);
    expect([ledger.run(seal(1), START), ledger.run(reveal(1), START)]).toEqual([
      'data_deleted',
      'data_deleted',
    ]);
  });

  it('that an attacker adds, with every later hash anew, breaks the rules of the day or of revealing', () => {
    const ledger = onboarded();
    for (let number = 1; number <= MOST_SEALS_PER_DAY; number += 1) ledger.must(seal(number), START);
    ledger.must(reveal(1), START);
    const [first] = ledger.events.slice(2);
    if (first === undefined) throw new Error('No seal');
    const added = replaced(ledger.events, 2, { ...first, data: first.data.replace(hash(1), hash(77)) });
    expect(found(rehashed(added))).toEqual([expect.arrayContaining(['event_id']), 3]);
  });
});
