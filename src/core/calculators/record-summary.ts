/** A recorded calculation in one line: inputs and result. */
import { readOrZero, shownDigits } from '../numbers.ts';
import { readSymbol } from '../trade-symbol.ts';
import type { PositionType } from './outcome.ts';

/** As recorded; another version of the app may have written them. */
export type RecordedInputs = Readonly<Record<string, unknown>>;

export interface RecordSummary {
  readonly side: PositionType | null;
  /** Key of a text in the history's `line`, which contains the figures. */
  readonly line: 'prices' | 'percents' | 'position' | 'waves' | 'staking' | 'unknown';
  /** Plain digits, and the name of a wave. */
  readonly figures: Readonly<Record<string, string>>;
  /** The main result, plain digits or a ratio, or null. */
  readonly result: string | null;
}

/** The symbol of a record's coin; empty if it has none. */
export function recordedSymbol(inputs: RecordedInputs): string {
  const symbol = inputs['symbol'];
  return typeof symbol === 'string' ? readSymbol(symbol) : '';
}

/** For inputs without a result. */
export const UNKNOWN_SUMMARY: RecordSummary = { side: null, line: 'unknown', figures: {}, result: null };

/** An input as plain digits. */
export function inputDigits(text: string): string {
  return shownDigits(readOrZero(text), 8);
}
