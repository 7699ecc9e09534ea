/** The newest market overview on this device, and how old it is. */
import * as v from 'valibot';
import { MarketOverview } from '#core/contract/public.ts';
import { Lists } from '#core/market/list-changes.ts';
import { SNAPSHOT_LIFE_MS } from '#core/market/snapshot-life.ts';
import type { Device } from '#device/model.ts';
import { useLive } from '#ui/use-live.ts';

export interface MarketSnapshot {
  /** When the device fetched it, milliseconds. */
  readonly asOf: number;
  readonly overview: MarketOverview;
  /** The lists of the previous overview on this device; null if there was none. */
  readonly before: Lists | null;
}

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

/** Undefined while loading, null if this device has none that this version can read. */
export function useMarket(device: Device): MarketSnapshot | null | undefined {
  const snapshot = useLive(device.live.market);
  return snapshot ? readSnapshot(snapshot) : snapshot;
}

const read = new WeakMap<object, MarketSnapshot | null>();

function readSnapshot(snapshot: {
  readonly asOf: number;
  readonly overview: unknown;
  readonly before?: unknown;
}): MarketSnapshot | null {
  const known = read.get(snapshot);
  if (known !== undefined) return known;
  const parsed = v.safeParse(MarketOverview, snapshot.overview);
  if (!parsed.success) console.warn('the market snapshot is invalid', v.flatten(parsed.issues));
  const { asOf, before } = snapshot;
  const result = parsed.success
    ? { asOf, overview: parsed.output, before: v.is(Lists, before) ? before : null }
    : null;
  read.set(snapshot, result);
  return result;
}

/**
 * Whether a newer one should have arrived. If the clock was set back it would count as new for ever, so it counts as
 * old then.
 */
export function isOld(asOf: number, now: number): boolean {
  return now - asOf >= SNAPSHOT_LIFE_MS || asOf - now > SNAPSHOT_LIFE_MS;
}
