/** What the market shows where the device has no overview, and when one is old. */
import type { MarketOverview } from '#core/contract/public.ts';
import { SNAPSHOT_LIFE_MS } from '#core/market/snapshot-life.ts';

/** Shown if there never was a snapshot. */
export const NO_OVERVIEW = {
  date: '',
  sample: false,
  stale: false,
  marketCap: { value: '0', change: '+0' },
  totalVolume: '0',
  fearGreedIndex: { value: null, classification: 'No Data' },
  marketCapPercentage: {},
  tonData: null,
  topCoins: [],
  topGainers: [],
  topLosers: [],
  sources: [],
} as const satisfies MarketOverview;

/**
 * Whether a newer one should have arrived. If the clock was set back it would count as new for ever, so it counts as
 * old then.
 */
export function isOld(asOf: number, now: number): boolean {
  return now - asOf >= SNAPSHOT_LIFE_MS || asOf - now > SNAPSHOT_LIFE_MS;
}
