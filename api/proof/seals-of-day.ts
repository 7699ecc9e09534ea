/** The hashes of a day's sealed plans, sorted as bytes, read in pages: the memory is the same for millions. */
import type { Sql } from '../runtime/sqlite/port.ts';

/** Seals of a page. */
const SEALS = 1_000;

export function* sealPages(sql: Sql, day: number): Generator<readonly Uint8Array[]> {
  // Below every hash.
  let after: Uint8Array = Uint8Array.of(0);
  for (;;) {
    const rows = sql.all<{ hash: Uint8Array }>(
      'SELECT hash FROM seals WHERE day = ? AND hash > ? ORDER BY hash LIMIT ?',
      day,
      after,
      SEALS,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ hash }) => hash);
    if (rows.length < SEALS) return;
    after = last.hash;
  }
}

export function* sealsOfDay(sql: Sql, day: number): Generator<Uint8Array> {
  for (const page of sealPages(sql, day)) yield* page;
}
