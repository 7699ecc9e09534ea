/**
 * The public snapshots on the device. Each is checked when it arrives; one that an earlier version of the contract checked
 * is checked again when it is read, until the next answer replaces it.
 */
import * as v from 'valibot';
import { Calendar } from '#core/contract/calendar.ts';
import { CoinList } from '#core/contract/coins.ts';
import { MarketOverview } from '#core/contract/public.ts';
import { CONTRACT_VERSION } from '#core/contract/version.ts';
import { type KeptCoins, keptCoins } from '#core/market/kept-coins.ts';
import type { KeptCalendar, KeptMarket } from '../model.ts';
import type { Reading } from './port.ts';
import type { SnapshotRow } from './rows.ts';

const FORMS = { market: MarketOverview, coins: CoinList, calendar: Calendar } as const;

export type SnapshotName = keyof typeof FORMS;

/** A row whose content has the form of this version. */
export interface CheckedRow<Name extends SnapshotName> extends SnapshotRow {
  readonly overview: v.InferOutput<(typeof FORMS)[Name]>;
}

/** Null if it was never fetched, or has another form: the next answer then replaces it. */
export async function readSnapshot<Name extends SnapshotName>(
  reading: Reading,
  name: Name,
): Promise<CheckedRow<Name> | null> {
  const row = await reading.get('snapshots', name);
  if (row === undefined) return null;
  const isChecked = row.tagged?.contract === CONTRACT_VERSION || v.is(FORMS[name], row.overview);
  return isChecked ? (row as CheckedRow<Name>) : null;
}

export async function marketOf(reading: Reading): Promise<KeptMarket | null> {
  const row = await readSnapshot(reading, 'market');
  return row === null ? null : { asOf: row.asOf, overview: row.overview, before: row.before ?? null };
}

export async function coinsOf(reading: Reading): Promise<KeptCoins | null> {
  const market = await readSnapshot(reading, 'market');
  const list = await readSnapshot(reading, 'coins');
  return keptCoins(market?.overview ?? null, list?.overview ?? null);
}

export async function calendarOf(reading: Reading): Promise<KeptCalendar | null> {
  const row = await readSnapshot(reading, 'calendar');
  return row === null ? null : { asOf: row.asOf, calendar: row.overview };
}
