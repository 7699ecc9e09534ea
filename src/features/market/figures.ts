/** Market figures as text, in the current language. */
import type { MarketOverview } from '#core/contract/public.ts';
import { marketAmountShort, usdPriceDigits, usdText } from '#core/market/format.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { shownNumber } from '#i18n/numbers.ts';

/** "$64,120.50"; in Russian "$64 120,50". */
export function usdPrice(price: string): string {
  return usdText(usdPriceDigits(price), shownLanguage());
}

/** "$3.41T" */
export function usdAmount(amount: string): string {
  return `$${marketAmountShort(amount, shownLanguage())}`;
}

export interface ShownChange {
  readonly tone: 'gain' | 'loss' | 'even';
  /** Without a sign: the caret shows it. */
  readonly text: string;
}

/** A change in percent; "0.00" is neither a gain nor a loss. */
export function changeOf(text: string): ShownChange {
  const digits = text.replace(/^[+-]/, '');
  const shown = `${shownNumber(digits)}\u00a0%`;
  if (!/[1-9]/.test(digits)) return { tone: 'even', text: shown };
  return { tone: text.startsWith('-') ? 'loss' : 'gain', text: shown };
}

export interface Share {
  /** Null for all the others together. */
  readonly symbol: string | null;
  /** Percent, in tenths: the three make 100. */
  readonly share: number;
}

/** The first two coins, truncated to tenths of a percent, and 100 minus these two. Empty if nothing is known. */
export function dominanceOf(shares: MarketOverview['marketCapPercentage']): readonly Share[] {
  const first = Object.entries(shares)
    .filter(([, share]) => share > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 2)
    // In floating point 57.3 * 10 is a little less than 573.
    .map(([symbol, share]) => ({ symbol: symbol.toUpperCase(), tenths: Math.trunc(share * 10 + 1e-6) }));
  if (first.length === 0) return [];
  const rest = Math.max(0, 1000 - first.reduce((sum, { tenths }) => sum + tenths, 0));
  return [...first, { symbol: null, tenths: rest }].map(({ symbol, tenths }) => ({
    symbol,
    share: tenths / 10,
  }));
}

/** "57.3 %" */
export function percent(share: number): string {
  return `${shownNumber(share.toFixed(1))}\u00a0%`;
}

/** Angle of the dial's pointer: -90 at 0, upright at 50, 90 at 100. */
export function pointerDegrees(value: number): number {
  return (value / 100) * 180 - 90;
}
