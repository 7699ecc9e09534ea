/** One seed: an operator, a few traders and their phones, some days. In half of the seeds the operator is honest all the time. */

import { PROOF_PORTS } from '#api/proof/verify.ts';
import { createWitness } from '#api/proof/witness.ts';
import { checkLog } from '#core/proof/check-log.ts';
import type { Trusted } from '#core/proof/checkpoint.ts';
import { readPins } from '#core/proof/pins.ts';
import type { Pages } from '#tests/api/proof/mortal-databases.ts';
import { START } from '#tests/support/deployment.ts';
import { servedLog } from '#tests/support/proof/log-over-http.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { type Chance, chanceOf } from '../chance.ts';
import { ACTS, type Act, DAYS_MISSING, withLedgersOf } from './acts.ts';
import {
  LOG,
  type Operator,
  type OperatorOptions,
  ORIGIN,
  openOperator,
  pinsOf,
  WITNESS,
  type Witness,
} from './operator.ts';
import { createTrader, LOST_CALLS, type Trader, type TraderOptions } from './trader.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST = START - (START % DAY);
/** Of a day's end, when it is published. */
const DUE = 5 * MINUTE;

const RESTORED = 'ledgers were restored from a copy';
const FORGIVEN = 'a restore explained a loss';
const DEATH = 'the process is to die';
const foundOf = (act: string) => `found: ${act}`;

/** What some seeds of a long run must come to. */
export const RARE = [DEATH, RESTORED, FORGIVEN, ...ACTS.map(({ name }) => foundOf(name))];

/** What may come before a user does something. Some operators restore again and again, from copies of any age. */
const QUIET = ['none', 'none', 'none', 'copy', 'copy', 'death', 'death', 'restore'] as const;
const RESTLESS = ['none', 'copy', 'copy', 'death', 'restore', 'restore', 'restore'] as const;

export interface World {
  readonly chance: Chance;
  readonly operator: Operator;
  readonly traders: readonly Trader[];
  /** Whom the act is about. */
  readonly victim: Trader;
  /** When the day of the act is published, milliseconds. */
  readonly due: number;
  /** The phones ask for the signature of a witness. */
  readonly isWitnessed: boolean;
  readonly checkAll: () => Promise<void>;
  /** All databases at the first copy that was made. */
  readonly oldestCopy: () => Pages;
  /** All databases as they are before the day of the act is published. */
  readonly beforeDay: () => Pages;
}

export interface ProofResult {
  readonly seed: number;
  /** The dishonest act; null for an honest operator. */
  readonly act: string | null;
  readonly violations: readonly string[];
  readonly story: readonly string[];
  readonly checks: number;
  /** How often something rare happened. */
  readonly reached: Readonly<Record<string, number>>;
}

/** Mistakes that the simulation must notice. */
export interface ProofBreakage {
  readonly verifier?: NonNullable<TraderOptions['verifier']>;
  /** How an operator who means well restores a copy of the ledgers. */
  readonly restore?: (now: Pages, copy: Pages) => Pages;
  readonly sql?: NonNullable<OperatorOptions['breakSql']>;
}

export async function runProofSeed(seed: number, breakage: ProofBreakage = {}): Promise<ProofResult> {
  const chance = chanceOf(seed);
  // By themselves, so that an older seed still tells its story.
  const losses = chanceOf(seed + 1_000_000_000);
  const troubles = chanceOf(seed + 3_000_000_000).happens(0.2) ? RESTLESS : QUIET;
  const story: string[] = [];
  const violations: string[] = [];
  const reached: Record<string, number> = {};
  const clock: TestClock = { at: FIRST + chance.between(0, 20) * HOUR, now: () => clock.at };
  const tell = (line: string) => void story.push(`${new Date(clock.at).toISOString().slice(5, 16)} ${line}`);
  const reach = (what: string) => {
    reached[what] = (reached[what] ?? 0) + 1;
    tell(what);
  };
  const isWitnessed = chance.happens(0.5);
  const act = seed % 2 === 0 ? null : (ACTS[((seed - 1) / 2) % ACTS.length] ?? null);
  const days = chance.between(2, 3);
  const actDay = chance.between(1, 2);
  const operator = await openOperator({
    clock,
    chance,
    witness: isWitnessed ? newWitness(clock) : null,
    ...(breakage.sql === undefined ? {} : { breakSql: breakage.sql }),
  });
  const pins = pinsOf(isWitnessed);
  const traders = Array.from({ length: chance.between(2, 3) }, (_, at) =>
    createTrader({
      userId: 42 + at,
      chance,
      pins,
      server: operator,
      ahead: chance.happens(0.3) ? chance.between(-3 * HOUR, 3 * HOUR) : 0,
      ...(breakage.verifier === undefined ? {} : { verifier: breakage.verifier }),
    }),
  );
  const [victim] = traders;
  if (victim === undefined) throw new Error('No trader');
  const copies: Pages[] = [];

  /** An honest operator is never accused; after an act only its own findings may come. */
  let isHonest = true;
  async function check(trader: Trader): Promise<void> {
    const { faults, open, isForgiven } = await trader.check();
    tell(`${trader.userId} checks: ${[...faults, ...open].join(', ') || 'right'}`);
    if (isForgiven) reach(FORGIVEN);
    if (!isHonest) return;
    for (const fault of faults) violations.push(`user ${trader.userId} accuses an honest operator: ${fault}`);
  }

  async function live(trader: Trader): Promise<void> {
    const what = chance.pick(['calculates', 'calculates', 'checks in', 'checks', 'checks'] as const);
    if (what === 'checks') {
      if (act === null && losses.happens(0.3)) trader.network.loses = losses.pick(LOST_CALLS);
      if (trader.network.loses !== null) tell(`${trader.userId} loses ${trader.network.loses}`);
      await check(trader);
      trader.network.loses = null;
      return;
    }
    tell(`${trader.userId} ${what}`);
    if (what === 'calculates') await trader.calculate();
    else await trader.checkIn();
  }

  async function trouble(): Promise<void> {
    const what = chance.pick(troubles);
    if (what === 'copy') copies.push(operator.pages());
    if (what === 'death') {
      reach(DEATH);
      operator.dieAfter(chance.pick(['proof', 'ledgers']), chance.between(0, 100));
    }
    if (what === 'restore' && copies.length > 0 && act === null) {
      reach(RESTORED);
      const restore = breakage.restore ?? withLedgersOf;
      await operator.begin({ pages: restore(operator.pages(), chance.pick(copies)) });
    }
  }

  async function passDay(day: number): Promise<void> {
    const end = FIRST + (day + 1) * DAY;
    if (clock.at > end - HOUR) return;
    // Around midnight a day is over and not published yet.
    const isAtMidnight = () => act === null && chance.happens(0.25);
    const times = Array.from({ length: chance.between(1, 3) }, () =>
      isAtMidnight() ? end + chance.between(-12, 4) * MINUTE : chance.between(clock.at, end - 1),
    );
    for (const at of times.toSorted((a, b) => a - b)) {
      await operator.until(at);
      await trouble();
      if (chance.happens(0.3)) await meetSomebody();
      await live(chance.pick(traders));
    }
  }

  async function meetSomebody(): Promise<void> {
    const [one, other] = [chance.pick(traders), chance.pick(traders)];
    const text = await one.passport();
    if (text === null || one === other) return;
    const met = await other.meet(text);
    reach(`a passport was met: ${met}`);
    const isFine = met === 'agrees' || met === 'first' || met === 'later';
    if (isHonest && !isFine) violations.push(`user ${other.userId} says "${met}" of an honest passport`);
  }

  const checkAll = async () => {
    for (const trader of traders) await check(trader);
  };

  // The others join on a later day, or never.
  for (const trader of traders.slice(0, 2)) await trader.calculate();
  copies.push(operator.pages());
  for (let day = 0; day < (act === null ? days : actDay + 1); day += 1) {
    await passDay(day);
    const due = FIRST + (day + 1) * DAY + DUE;
    if (act === null || day !== actDay) {
      // At times no process is there when a day ends.
      if (chance.happens(0.15)) clock.at = due + chance.between(1, 20) * HOUR;
      await operator.until(Math.max(clock.at, due) + chance.between(0, 30) * MINUTE);
      continue;
    }
    await operator.until(due - DUE - MINUTE);
    // No death comes in between.
    await operator.begin();
    await checkAll();
    await commit(act, due);
    break;
  }

  async function commit({ name, days: enough = 2, commit: run }: Act, due: number): Promise<void> {
    const before = operator.pages();
    isHonest = false;
    tell(`act: ${name}`);
    const mustFind = await run({
      chance,
      operator,
      traders,
      victim: victim as Trader,
      due,
      isWitnessed,
      checkAll,
      oldestCopy: () => copies[0] ?? before,
      beforeDay: () => before,
    });
    const already = new Map(traders.map((trader) => [trader, trader.findings.length]));
    await operator.until(due + MINUTE);
    await checkAll();
    const passport = victim === undefined ? null : await victim.passport();
    const meetings = new Map<Trader, string>();
    for (const trader of traders)
      if (passport !== null && trader !== victim) meetings.set(trader, await trader.meet(passport));
    for (let day = 1; day < enough; day += 1) {
      await operator.until(due + day * DAY + MINUTE);
      await checkAll();
    }
    for (const trader of traders) {
      const must = mustFind(trader);
      const met = meetings.get(trader);
      const since = trader.findings.slice(already.get(trader));
      const found = [...since.flatMap(({ faults }) => faults), ...(met === 'fork' ? ['passport fork'] : [])];
      const isLate = must === DAYS_MISSING && since.some(({ missingDays }) => missingDays > 0);
      if (must === null || must === DAYS_MISSING)
        for (const fault of found)
          violations.push(`user ${trader.userId} is told of another's trouble: ${fault}`);
      if (must === null) continue;
      if (must !== 'any' && !isLate && !found.some((fault) => must.test(fault)))
        violations.push(`user ${trader.userId} does not find that ${name}: ${found.join(', ') || 'right'}`);
      else if (must !== 'any') reach(foundOf(name));
    }
  }

  if (act === null) {
    // Calm: two more days without trouble, after which every phone finds its total published and right.
    await operator.begin();
    await operator.until(FIRST + (days + 1) * DAY + DUE + MINUTE);
    await checkAll();
    await operator.until(FIRST + (days + 2) * DAY + DUE + MINUTE);
    for (const trader of traders) {
      await check(trader);
      const last = trader.findings.at(-1);
      if (last?.isRight !== true)
        violations.push(`user ${trader.userId} has no right total in the end: ${last?.open.join(', ')}`);
      if (await trader.hasSeenFork())
        violations.push(`user ${trader.userId} has seen a fork of an honest log`);
    }
    const log = await checkLog(
      servedLog({ fetch: (request) => operator.fetch(new URL(request.url).pathname, {}) }),
      readPins(pins, PROOF_PORTS.hash) as Trusted,
      PROOF_PORTS,
    );
    if (!log.ok) violations.push(`the log does not hold: ${log.error.fault}`);
    else {
      const { entries } = log.value;
      if (entries.length !== days + 2) violations.push(`${entries.length} of ${days + 2} days are published`);
      if (reached[RESTORED] === undefined && entries.some(({ restored }) => restored !== undefined))
        violations.push('the log tells of a restore that never was');
    }
  }
  for (const trader of traders) trader.close();
  const checks = traders.reduce((sum, { findings }) => sum + findings.length, 0);
  return { seed, act: act?.name ?? null, violations, story, checks, reached };
}

function newWitness(clock: TestClock): Witness {
  const memory = { note: null as string | null };
  return {
    newest: () => memory.note,
    ask: createWitness({
      logs: [{ origin: ORIGIN, keys: [LOG.key] }],
      signer: WITNESS,
      memory: {
        newest: () => memory.note,
        keep(_, note) {
          memory.note = note;
        },
      },
      now: clock.now,
    }),
  };
}
