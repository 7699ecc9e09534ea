/** One row that a probe writes and reads back, to prove that the database can be written. */
import type { Sql } from '../sqlite/port.ts';

/** Writes the moment of a probe, UTC milliseconds. Throws if the database cannot be written. */
export function writeProbe(sql: Sql, at: number): void {
  sql.run('INSERT INTO probe (only, at) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET at = excluded.at', at);
}

/** The moment of the last probe; null if there is none. */
export function readProbe(sql: Sql): number | null {
  return sql.get<{ at: number }>('SELECT at FROM probe WHERE only = 1')?.at ?? null;
}
