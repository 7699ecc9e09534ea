/** A sealed plan among those of its published day. */
import type { PublishedSeal } from '#core/contract/seals.ts';
import { DAY_MS } from '#core/points/days.ts';
import { toBase64 } from '#core/proof/base64.ts';
import { fromHex } from '#core/proof/bytes.ts';
import { sealPath } from '#core/proof/seal.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { entryOf, logRow, sizeOf } from './log-store.ts';
import { sealsOfDay } from './seals-of-day.ts';
import { PROOF_PORTS } from './verify.ts';

/** Null unless the published log has the day, and the day the seal. @param day YYYY-MM-DD @param seal hexadecimal */
export function publishedSeal(sql: Sql, day: string, seal: string): PublishedSeal | null {
  const bytes = fromHex(seal, 32);
  const entry = entryOf(sql, Date.parse(day) / DAY_MS);
  const newest = logRow(sql)?.newest ?? null;
  if (bytes === null || entry === null || newest === null || entry.place >= sizeOf(newest)) return null;
  const among = sql.get<{ size: number; below: number; found: number }>(
    'SELECT count(*) AS size, sum(hash < ?) AS below, sum(hash = ?) AS found FROM seals WHERE day = ?',
    bytes,
    bytes,
    entry.day,
  );
  if (among?.found !== 1) return null;
  const place = { index: among.below, size: among.size };
  const path = sealPath(sealsOfDay(sql, entry.day), place, PROOF_PORTS.hash);
  return { entry: entry.text, entryIndex: entry.place, ...place, path: path.map(toBase64) };
}
