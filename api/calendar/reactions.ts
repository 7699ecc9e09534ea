/**
 * The market's reaction to an event, from stored prices. The window is one hour: the last price read before the event
 * against the price one hour later. Unknown if either price is missing.
 */
import type { Volatility } from '#core/contract/calendar.ts';
import { changeText } from '../market/decimal-text.ts';
import type { PriceAt } from '../market/history.ts';

export const WINDOW_MS = 60 * 60_000;
/** Thresholds for the range between the lowest and the highest price of the window, percent of the price at the event. */
const MEDIUM_FROM = 0.5;
const HIGH_FROM = 1.5;
/** A larger move within the hour means that one of the prices is wrong, percent. */
const MOST_MOVED = 1_000;

/** Percent with its sign, such as "+1.25". */
export function reactionOf(before: PriceAt | null, after: PriceAt | null): string | null {
  // Both prices come from the same reading, so they say nothing about the hour.
  if (before === null || after === null || after.at <= before.at) return null;
  const moved = (Number(after.price) / Number(before.price) - 1) * 100;
  return moved > MOST_MOVED ? null : changeText(moved);
}

/** @param prices those of the window, including the one at the event. */
export function volatilityOf(before: PriceAt | null, prices: readonly PriceAt[]): Volatility | null {
  if (before === null || prices.length < 2) return null;
  const figures = prices.map(({ price }) => Number(price));
  const range = ((Math.max(...figures) - Math.min(...figures)) / Number(before.price)) * 100;
  if (range < MEDIUM_FROM) return 'low';
  return range < HIGH_FROM ? 'medium' : 'high';
}
