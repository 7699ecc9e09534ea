/**
 * What the market did at an event, from the prices that were kept. The window is one hour: the price at the event, as it was
 * last read by then, against the price an hour after. Where either is not known, nothing is said.
 */
import type { Volatility } from '#core/contract/calendar.ts';
import { changeText } from '../market/decimal-text.ts';
import type { PriceAt } from '../market/history.ts';

export const WINDOW_MS = 60 * 60_000;
/** Between the lowest and the highest price of the window, percent of the price at the event. */
const MEDIUM_FROM = 0.5;
const HIGH_FROM = 1.5;
/** A move of more than this within the hour is a mistake of one of the prices, percent. */
const MOST_MOVED = 1_000;

/** Percent with its sign, such as "+1.25". */
export function reactionOf(before: PriceAt | null, after: PriceAt | null): string | null {
  // One and the same reading says nothing of an hour.
  if (before === null || after === null || after.at <= before.at) return null;
  const moved = (Number(after.price) / Number(before.price) - 1) * 100;
  return moved > MOST_MOVED ? null : changeText(moved);
}

/** @param prices of the window, with the one at the event. */
export function volatilityOf(before: PriceAt | null, prices: readonly PriceAt[]): Volatility | null {
  if (before === null || prices.length < 2) return null;
  const figures = prices.map(({ price }) => Number(price));
  const range = ((Math.max(...figures) - Math.min(...figures)) / Number(before.price)) * 100;
  if (range < MEDIUM_FROM) return 'low';
  return range < HIGH_FROM ? 'medium' : 'high';
}
