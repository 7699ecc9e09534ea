/** Whether the ledgers are older than the log, as after a restore from a backup. */
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Remembered } from './leaf-source.ts';
import { entryOf, type KeptEntry, newestEntry } from './log-store.ts';

/** The log misses what the ledgers know as published. To sign anything now would fork it. */
export class LogIsOlder extends Error {
  override readonly name = 'LogIsOlder';
}

/**
 * The last day that the ledgers have in common with the log; null where they have all of it.
 * Throws `LogIsOlder`.
 */
export function commonDay(sql: Sql, told: Remembered | null): number | null {
  const newest = newestEntry(sql);
  const day = told?.day ?? null;
  if (day !== null && day > (newest?.day ?? Number.NEGATIVE_INFINITY))
    throw new LogIsOlder(
      'The log has lost days that were published. Import it from its public files: nothing is published meanwhile',
    );
  if (newest === null) return null;
  const same = day === null ? null : entryOf(sql, day);
  if (same !== null && same.text === told?.entry) return same.day === newest.day ? null : same.day;
  return before(sql, day ?? Number.NEGATIVE_INFINITY);
}

/** The last published day before another one; before the first entry its day before. */
export function before(sql: Sql, day: number): number {
  const entry = sql.get<Pick<KeptEntry, 'day'>>('SELECT max(day) AS day FROM entries WHERE day < ?', day);
  const first = sql.get<Pick<KeptEntry, 'day'>>('SELECT min(day) AS day FROM entries');
  return entry?.day ?? (first?.day ?? 0) - 1;
}
