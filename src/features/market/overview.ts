/** The newest market overview on this device, as screens show it. */
import type { MarketOverview } from '#core/contract/public.ts';
import { marketAmountShort, usdPriceDigits } from '#core/market/format.ts';
import type { Device } from '#data/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { useLive } from '#ui/use-live.ts';

export interface MarketSnapshot {
  /** When the device fetched it, milliseconds. */
  readonly asOf: number;
  readonly overview: MarketOverview;
}

/** Undefined while loading, null where this device has never seen one. */
export function useMarket(device: Device): MarketSnapshot | null | undefined {
  const snapshot = useLive(device.live.market);
  if (!snapshot) return snapshot;
  return { asOf: snapshot.asOf, overview: snapshot.overview as MarketOverview };
}

/** "$64,120.50": prices keep the decimal point in both languages, with groups from four digits on. */
export function usdPrice(price: string): string {
  const [whole = '0', fraction] = usdPriceDigits(price).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, shownLanguage() === 'ru' ? ' ' : ',');
  const point = shownLanguage() === 'ru' ? ',' : '.';
  return `$${grouped}${fraction === undefined ? '' : point + fraction}`;
}

/** "$3.41T" */
export function usdAmount(amount: string): string {
  return `$${marketAmountShort(amount, shownLanguage())}`;
}

/** A percentage with a caret for its sign; "0.00" counts as neither. */
export function changeOf(text: string): { readonly tone: 'gain' | 'loss' | 'even'; readonly text: string } {
  const digits = text.replace(/^[+-]/, '');
  const shown = shownLanguage() === 'ru' ? digits.replace('.', ',') : digits;
  if (!/[1-9]/.test(digits)) return { tone: 'even', text: `${shown} %` };
  return text.startsWith('-')
    ? { tone: 'loss', text: `▼ ${shown} %` }
    : { tone: 'gain', text: `▲ ${shown} %` };
}

/** "57.3 %", truncated. */
export function percent(share: number): string {
  const text = (Math.trunc(share * 10) / 10).toFixed(1);
  return `${shownLanguage() === 'ru' ? text.replace('.', ',') : text} %`;
}

/** The first two coins and the rest, percent of the whole market. */
export function dominanceOf(
  shares: Readonly<Record<string, number>>,
): { name: string | null; share: number }[] {
  const first = Object.entries(shares)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([name, share]) => ({ name: name.toUpperCase(), share }));
  const rest = 100 - first.reduce((sum, { share }) => sum + share, 0);
  return [...first, { name: null, share: Math.max(0, rest) }];
}
