/** The journal in figures: what trades brought in, by week and by symbol. */
import { type Decimal, ZERO } from '../numbers.ts';
import type { Result } from './outcome.ts';

export interface JournalEntry {
  /** The whole day since 1970-01-01 on the user's own calendar. */
  readonly day: number;
  /** Empty if the trade has none. */
  readonly symbol: string;
  readonly result: Result | '';
  readonly r: Decimal | null;
}

export interface Tally {
  readonly sumOfR: Decimal;
  /** Won, lost or at break-even: open and skipped trades count nowhere. */
  readonly trades: number;
  readonly won: number;
}

export interface WeekTally extends Tally {
  /** The day it begins on. */
  readonly monday: number;
}

export interface SymbolTally extends Tally {
  readonly symbol: string;
}

export interface JournalSummary {
  /** Only weeks with trades, newest first. */
  readonly weeks: readonly WeekTally[];
  /** Most trades first; those without a symbol together, under the empty one. */
  readonly symbols: readonly SymbolTally[];
}

export const NO_TRADES: Tally = { sumOfR: ZERO, trades: 0, won: 0 };

/** The Monday of a day's week. 1970-01-01 was a Thursday. */
export function mondayOf(day: number): number {
  return day - ((((day + 3) % 7) + 7) % 7);
}

export function journalSummary(entries: readonly JournalEntry[]): JournalSummary {
  const weeks = new Map<number, Tally>();
  const symbols = new Map<string, Tally>();
  for (const entry of entries) {
    if (entry.result === '' || entry.result === 'skipped') continue;
    addTo(weeks, mondayOf(entry.day), entry);
    addTo(symbols, entry.symbol, entry);
  }
  return {
    weeks: [...weeks].map(([monday, tally]) => ({ monday, ...tally })).sort((a, b) => b.monday - a.monday),
    symbols: [...symbols]
      .map(([symbol, tally]) => ({ symbol, ...tally }))
      .sort((a, b) => b.trades - a.trades || (a.symbol < b.symbol ? -1 : 1)),
  };
}

/** Whole percent of the trades that were won, 0 and 100 only for none and all; null without trades. */
export function winPercent({ trades, won }: Tally): number | null {
  if (trades === 0) return null;
  const percent = Math.round((won * 100) / trades);
  return won === 0 || won === trades ? percent : Math.min(99, Math.max(1, percent));
}

function addTo<Key>(tallies: Map<Key, Tally>, key: Key, { result, r }: JournalEntry): void {
  const { sumOfR, trades, won } = tallies.get(key) ?? NO_TRADES;
  tallies.set(key, {
    sumOfR: sumOfR.plus(r ?? ZERO),
    trades: trades + 1,
    won: won + (result === 'won' ? 1 : 0),
  });
}
