/** A chain of waves as a draft: typed and chosen values, the last calculation, and its record. */
import {
  calculateElliottWave,
  type ElliottWaveInput,
  INVALID_WAVE_2,
  WAVES,
  type Wave,
  type WaveChoice,
  type WaveName,
} from '#core/calculators/elliott-wave.ts';
import type { PositionType } from '#core/calculators/outcome.ts';
import { plainNumber } from '#core/number-input.ts';
import type { Calculated } from '../shared/calculated.ts';
import { sameInputs } from '../shared/inputs.ts';

/** A wave's level counted from 0, and its actual price as typed. */
export interface TypedChoice {
  readonly level: number | null;
  readonly actualPrice: string;
}

/** The choice of one tap or keystroke. */
export type OneChoice = { readonly level: number } | { readonly actualPrice: string };

export type Choices<C> = Readonly<Partial<Record<WaveName, C>>>;

export interface ChainInputs {
  readonly symbol?: string;
  readonly positionType: PositionType;
  readonly startPrice: string;
  readonly endPrice: string;
  readonly choices: Choices<WaveChoice>;
}

export interface ChainState {
  /** The record that was opened from the history, or null. */
  readonly openedId: string | null;
  /** Of the coin; empty if it has none. */
  readonly symbol: string;
  readonly positionType: PositionType;
  readonly startPrice: string;
  readonly endPrice: string;
  readonly choices: Choices<TypedChoice>;
  /** Its `id` is null if wave 1 was invalid. */
  readonly calculated: Calculated<ChainInputs> | null;
}

export interface ChainStep {
  readonly state: ChainState;
  readonly write: 'record' | 'revision' | null;
}

const NO_CHOICE: TypedChoice = { level: null, actualPrice: '' };

export function emptyChain(openedId: string | null): ChainState {
  return {
    openedId,
    symbol: '',
    positionType: 'LONG',
    startPrice: '',
    endPrice: '',
    choices: {},
    calculated: null,
  };
}

export function choiceOf(state: ChainState, wave: WaveName): TypedChoice {
  return state.choices[wave] ?? NO_CHOICE;
}

/** A level replaces an actual price, and the other way round; emptying the price does not restore the level. */
export function withChoice(state: ChainState, wave: WaveName, choice: OneChoice): ChainState {
  const { level } = choiceOf(state, wave);
  const typed: TypedChoice =
    'level' in choice
      ? { level: choice.level, actualPrice: '' }
      : { level: choice.actualPrice === '' ? level : null, actualPrice: choice.actualPrice };
  return { ...state, choices: { ...state.choices, [wave]: typed } };
}

/** The visible waves: none before the first Calculate. */
export function shownWaves(state: ChainState): readonly Wave[] {
  if (state.calculated === null) return [];
  const outcome = calculateElliottWave(state.calculated.inputs);
  return outcome.ok ? outcome.waves : [INVALID_WAVE_2];
}

/**
 * Calculate in wave 1. The same wave 1 continues its chain; another one begins a new chain, and with it a new record;
 * an invalid one ends the chain.
 */
export function calculateWave1(state: ChainState, newId: () => string): ChainStep {
  const inputs = withSymbol({ ...wave1Of(state), choices: {} }, state.symbol);
  const before = state.calculated;
  if (before !== null && before.id !== null && sameInputs(wave1Of(before.inputs), wave1Of(state))) {
    const named = withSymbol(before.inputs, state.symbol);
    if (!before.kept) return { state, write: 'record' };
    if (sameInputs(named, before.inputs)) return { state, write: null };
    return { state: { ...state, calculated: { ...before, inputs: named } }, write: 'revision' };
  }
  const isValid = calculateElliottWave(inputs).ok;
  const calculated = { inputs, id: isValid ? newId() : null, kept: false };
  return { state: { ...state, choices: {}, calculated }, write: isValid ? 'record' : null };
}

/** Calculate in a later wave: its choice joins the chain, and the following waves are recalculated. */
export function calculateWave(state: ChainState, wave: WaveName): ChainStep {
  const before = state.calculated;
  if (before === null) return { state, write: null };
  const choices = { ...before.inputs.choices, [wave]: plainChoice(choiceOf(state, wave)) };
  const inputs = { ...before.inputs, choices };
  if (sameInputs(inputs, before.inputs)) return { state, write: null };
  return { state: { ...state, calculated: { ...before, inputs } }, write: 'revision' };
}

/** Whether the wave 1 in the form differs from the calculated one. */
export function isWave1Stale(state: ChainState): boolean {
  const calculated = state.calculated?.inputs;
  return calculated !== undefined && !sameInputs(wave1Of(calculated), wave1Of(state));
}

/** Whether the choice in a wave's form differs from the one used for the later waves. */
export function isChoiceStale(state: ChainState, wave: WaveName): boolean {
  const chosen = state.calculated?.inputs.choices[wave];
  return chosen !== undefined && !sameInputs(chosen, plainChoice(choiceOf(state, wave)));
}

/** Whether a wave's shown levels depend on a wave 1 or an earlier choice that has changed since. */
export function areLevelsStale(state: ChainState, wave: WaveName): boolean {
  const earlier = WAVES.slice(0, WAVES.indexOf(wave));
  return isWave1Stale(state) || earlier.some((one) => isChoiceStale(state, one));
}

/** The chain as last recorded. */
export function openedChain(id: string, inputs: ChainInputs): ChainState {
  const typed = WAVES.flatMap((wave) => {
    const choice = inputs.choices[wave];
    const { level = null, actualPrice = '' } = choice ?? {};
    return choice === undefined ? [] : [[wave, { level, actualPrice }]];
  });
  return {
    openedId: id,
    symbol: inputs.symbol ?? '',
    positionType: inputs.positionType,
    startPrice: inputs.startPrice,
    endPrice: inputs.endPrice,
    choices: Object.fromEntries(typed) as Choices<TypedChoice>,
    calculated: { inputs, id, kept: true },
  };
}

function withSymbol({ symbol: _, ...inputs }: ChainInputs, symbol: string): ChainInputs {
  return symbol === '' ? inputs : { ...inputs, symbol };
}

function wave1Of(chain: Pick<ElliottWaveInput, 'positionType' | 'startPrice' | 'endPrice'>) {
  return {
    positionType: chain.positionType,
    startPrice: plainNumber(chain.startPrice),
    endPrice: plainNumber(chain.endPrice),
  };
}

function plainChoice({ level, actualPrice }: TypedChoice): WaveChoice {
  const price = plainNumber(actualPrice);
  return price === '' ? { level } : { level, actualPrice: price };
}
