/** Elliott wave chain: each wave's levels follow from the prices chosen before it. */
import { PRICE_DECIMALS } from '../number-input.ts';
import { Decimal as D, type Decimal, readOrZero, shownDigits, ZERO } from '../numbers.ts';
import { type Outcome, type PositionType, refused } from './outcome.ts';

/** The waves after the first, in order of appearance. */
export const WAVES = ['2', '3', '4', '5', 'A', 'B', 'C'] as const;
export type WaveName = (typeof WAVES)[number];

/** Levels of each wave, percent, with a decimal point. */
export const WAVE_PERCENTS: Readonly<Record<WaveName, readonly string[]>> = {
  '2': ['38.2', '61.8'],
  '3': ['161.8', '261.8'],
  '4': ['38.2', '50', '61.8'],
  '5': ['61.8', '100', '161.8', '261.8'],
  A: ['50', '61.8'],
  B: ['38.2', '50', '100', '161.8'],
  C: ['100', '161.8', '261.8'],
};

/** A level index of the wave, from 0, or a typed price. A price above 0 takes precedence. */
export interface WaveChoice {
  readonly level?: number | null;
  readonly actualPrice?: string;
}

export interface ElliottWaveInput {
  readonly positionType: PositionType;
  /** Texts as typed. */
  readonly startPrice: string;
  readonly endPrice: string;
  /** The choices in each wave so far. The chain ends at the first wave without a valid choice. */
  readonly choices: Readonly<Partial<Record<WaveName, WaveChoice>>>;
}

export interface WaveLevel {
  readonly percent: string;
  readonly value: Decimal;
  /** Plain digits. Null shows as a dash: the level is at or below 0. */
  readonly display: string | null;
  readonly selectable: boolean;
}

export interface Wave {
  readonly name: WaveName;
  readonly levels: readonly WaveLevel[];
  /** The exact price that the next waves build on; null while nothing valid is chosen. Always null for C. */
  readonly chosen: Decimal | null;
}

export interface ElliottWaveResult {
  /** Start and end of wave 1. */
  readonly start: Decimal;
  readonly end: Decimal;
  /** The waves shown so far, wave 2 first. All but the last have a chosen price. */
  readonly waves: readonly Wave[];
  /** Whether the share prompt may follow. */
  readonly shareable: boolean;
}

/** Decimals that each number field accepts. */
export const WAVE_DECIMALS = {
  startPrice: PRICE_DECIMALS,
  endPrice: PRICE_DECIMALS,
  actualPrice: PRICE_DECIMALS,
} as const;

/** Wave 2 while wave 1 is invalid: its levels are 0 and cannot be selected. */
export const INVALID_WAVE_2: Wave = {
  name: '2',
  levels: WAVE_PERCENTS['2'].map((percent) => ({ percent, value: ZERO, display: '0', selectable: false })),
  chosen: null,
};

/** `wave1`: start or end not above 0, or not in the direction (long upward, short downward). */
export function calculateElliottWave(input: ElliottWaveInput): Outcome<ElliottWaveResult, 'wave1'> {
  const start = readOrZero(input.startPrice);
  const end = readOrZero(input.endPrice);
  const inDirection = input.positionType === 'LONG' ? start.lt(end) : start.gt(end);
  if (start.lte(0) || end.lte(0) || !inDirection) return refused('wave1');

  const waves: Wave[] = [];
  const prices: Partial<Record<WaveName, Decimal>> = {};
  for (const name of WAVES) {
    const levels = levelsOf(name, start, end, prices);
    const chosen = name === 'C' ? null : chosenPrice(levels, input.choices[name]);
    waves.push({ name, levels, chosen });
    if (chosen === null) break;
    prices[name] = chosen;
  }
  return { ok: true, start, end, waves, shareable: true };
}

/** The exact price of a choice; null if nothing above 0 is chosen (Calculate is then disabled). */
export function chosenPrice(levels: readonly WaveLevel[], choice: WaveChoice | undefined): Decimal | null {
  const actual = readOrZero(choice?.actualPrice ?? '');
  if (actual.gt(0)) return actual;
  const level = levels[choice?.level ?? -1];
  return level?.selectable ? level.value : null;
}

/**
 * 2 retraces wave 1 from its end; 3 extends wave 1 from the end of 2; 4 retraces 3; 5 extends wave 1 from the end of 4;
 * A retraces 5; B retraces A; C extends A from the end of B. Lengths are signed, so a short chain mirrors by itself.
 */
function levelsOf(
  name: WaveName,
  start: Decimal,
  end: Decimal,
  prices: Readonly<Partial<Record<WaveName, Decimal>>>,
): WaveLevel[] {
  const price = (wave: WaveName): Decimal => prices[wave] ?? ZERO;
  const first = end.minus(start);
  switch (name) {
    case '2':
      return levels(name, end, first.neg());
    case '3':
      return levels(name, price('2'), first);
    case '4':
      return levels(name, price('3'), price('2').minus(price('3')));
    case '5':
      return levels(name, price('4'), first);
    case 'A':
      return levels(name, price('5'), price('4').minus(price('5')));
    case 'B':
      return levels(name, price('A'), price('5').minus(price('A')));
    case 'C':
      return levels(name, price('B'), price('A').minus(price('5')));
  }
}

function levels(name: WaveName, from: Decimal, length: Decimal): WaveLevel[] {
  return WAVE_PERCENTS[name].map((percent) => {
    const value = from.plus(length.times(new D(percent).div(100)));
    const selectable = value.gt(0);
    return { percent, value, display: selectable ? shownDigits(value, 8) : null, selectable };
  });
}
