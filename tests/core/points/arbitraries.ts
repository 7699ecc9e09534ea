/** Random commands, clocks and ledgers for the property tests of the points. */
import fc from 'fast-check';
import { CALCULATION_TYPES } from '#core/calculators/catalogue.ts';
import type { Command } from '#core/points/commands.ts';
import { DAY_MS } from '#core/points/days.ts';
import { BUCKETS } from '#core/points/events.ts';
import { HOUR, Ledger, MINUTE, REGISTER, START, sha256 } from './ledgers.ts';

/** A command and how far the server's clock moved before it; it may go back. */
export interface Step {
  readonly elapsed: number;
  readonly command: Command;
}

const elapsed = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 2 * HOUR }) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 2 * DAY_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: -60 * DAY_MS, max: 60 * DAY_MS }) },
);

/** How long ago a record was made, by a clock that may be wrong. */
const age = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: HOUR }) },
  { weight: 3, arbitrary: fc.integer({ min: -DAY_MS, max: 9 * DAY_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS }) },
);

const clockError = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.integer({ min: -3 * MINUTE, max: 3 * MINUTE }) },
  { weight: 2, arbitrary: fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS }) },
);

const tenths = fc
  .oneof(fc.integer({ min: -500, max: 5_000 }), fc.integer({ min: -50_000, max: 500_000 }))
  .map((amount) => amount * 10);

/** Commands whose times are relative to the server's clock; ids come from their position. */
type Draft = (at: number, id: string) => Command;

const record: fc.Arbitrary<Draft> = fc.tuple(fc.constantFrom(...CALCULATION_TYPES), age, clockError).map(
  ([calculationType, ago, error]) =>
    (at: number, id: string): Command => ({
      type: 'record_calculation',
      recordId: id,
      calculationType,
      occurredAt: at - ago,
      sentAt: error === null ? null : at + error,
    }),
);

const credit: fc.Arbitrary<Draft> = fc
  .tuple(
    fc.constantFrom('friend_registered', 'friend_activity', 'friend_referral'),
    tenths,
    fc.boolean(),
    fc.nat(3),
  )
  .map(
    ([cause, basis, premium, friend]) =>
      (_at: number, id: string): Command => ({
        type: 'receive_credit',
        creditId: `c-${id}`,
        cause,
        source: `friend-${friend}`,
        basis,
        premium,
      }),
  );

const correct: fc.Arbitrary<Draft> = fc
  .tuple(fc.constantFrom(...BUCKETS), tenths, fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }))
  .map(
    ([bucket, amount, reason]) =>
      (_at: number, id: string): Command => ({
        type: 'correct',
        correctionId: id,
        bucket,
        amount,
        reason,
      }),
  );

const wallet: fc.Arbitrary<Draft> = fc.tuple(fc.constantFrom('0a', '0b'), fc.boolean()).map(
  ([name, isLink]) =>
    (): Command =>
      isLink
        ? { type: 'link_wallet', wallet: name.repeat(32) }
        : { type: 'unlink_wallet', reason: 'asked for' },
);

const seal: fc.Arbitrary<Draft> = fc
  .tuple(age, clockError, fc.boolean())
  .map(([ago, error, isSeal]) => (at: number, id: string): Command => {
    const hash = sha256(id);
    return isSeal
      ? { type: 'seal_plan', hash, sealedAt: at - ago, sentAt: error === null ? null : at + error }
      : { type: 'reveal_plan', hash };
  });

const bare = (command: Command): fc.Arbitrary<Draft> => fc.constant(() => command);

const draft: fc.Arbitrary<Draft> = fc.oneof(
  { weight: 10, arbitrary: record },
  { weight: 5, arbitrary: credit },
  { weight: 4, arbitrary: bare({ type: 'claim_check_in' }) },
  { weight: 2, arbitrary: correct },
  { weight: 2, arbitrary: wallet },
  { weight: 2, arbitrary: seal },
  { weight: 2, arbitrary: bare({ type: 'complete_onboarding' }) },
  { weight: 1, arbitrary: bare({ type: 'delete_data' }) },
  { weight: 1, arbitrary: bare({ ...REGISTER, premium: true }) },
);

const registration: fc.Arbitrary<Command> = fc
  .record({
    premium: fc.boolean(),
    referrer: fc.option(fc.constantFrom(5, 7), { nil: null }),
    referrerRegistered: fc.boolean(),
    late: fc.integer({ min: 0, max: 10 * 24 * 60 * 60 }),
  })
  .map(({ late, ...rest }) => ({ type: 'register', firstAuthDate: START / 1000 - late, ...rest }));

type Timed = readonly [elapsed: number, make: Draft];

/** One command, or a burst of records within minutes, enough to fill a day. */
const block: fc.Arbitrary<Timed[]> = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(elapsed, draft).map((one): Timed[] => [one]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(elapsed, record, fc.integer({ min: 2, max: 40 }))
      .map(([first, make, count]): Timed[] =>
        Array.from({ length: count }, (_, at): Timed => [at === 0 ? first : 1000, make]),
      ),
  },
);

/** Steps that start with a registration and continue with anything in any order, in up to `maxLength` blocks. */
export function steps(maxLength = 40): fc.Arbitrary<Step[]> {
  const blocks = fc.array(block, { maxLength, size: 'max' });
  return fc.tuple(registration, blocks).map(([register, drafts]) => {
    let at = START;
    const later = drafts.flat().map(([moved, make], index): Step => {
      at += moved;
      return { elapsed: moved, command: make(at, `id-${index}`) };
    });
    return [{ elapsed: 0, command: register }, ...later];
  });
}

/** Runs steps on a new ledger, with a callback after each. */
export function play(all: readonly Step[], after?: (ledger: Ledger, at: number) => void): Ledger {
  const ledger = new Ledger();
  let at = START;
  for (const { elapsed: moved, command } of all) {
    at += moved;
    ledger.run(command, at);
    after?.(ledger, at);
  }
  return ledger;
}

export function ledgers(maxLength = 40): fc.Arbitrary<Ledger> {
  return steps(maxLength).map((all) => play(all));
}
