/** A sealed plan among those of its published day. */
import type { PublishedSeal } from '#core/contract/seals.ts';
import { DAY_MS } from '#core/points/days.ts';
import { toBase64 } from '#core/proof/base64.ts';
import { fromHex } from '#core/proof/bytes.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { entryOf, logRow, sizeOf } from './log-store.ts';
import { hashAllSeals, sealPlace } from './seal-tree.ts';

/** Null unless the published log has the day, and the day the seal. @param day YYYY-MM-DD @param seal hexadecimal */
export function publishedSeal(sql: Sql, day: string, seal: string): PublishedSeal | null {
  const bytes = fromHex(seal, 32);
  const entry = entryOf(sql, Date.parse(day) / DAY_MS);
  const newest = logRow(sql)?.newest ?? null;
  if (bytes === null || entry === null || newest === null || entry.place >= sizeOf(newest)) return null;
  // Only of a day that was published before groups were kept.
  hashAllSeals(sql, entry.day);
  const place = sealPlace(sql, entry.day, bytes);
  if (place === null) return null;
  const { index, size, path } = place;
  return { entry: entry.text, entryIndex: entry.place, index, size, path: path.map(toBase64) };
}
