/** Probes a machine's database: writes one row through the server's connection, and reads it back from the file by name. */
import type { Problem } from '#core/contract/public.ts';
import type { Sql } from '../sqlite/port.ts';
import { readProbe, writeProbe } from './probe-row.ts';

export interface MachineProbeDeps {
  /** The server's own connection. */
  readonly sql: Sql & { fileFault(): 'gone' | 'replaced' | null; damage(): string | null };
  /** Opens the configured file for reading. */
  readonly openByName: () => Sql & { close(): void };
  readonly clock: { now(): number };
  /** Free bytes on the disk of the database. */
  readonly freeBytes: () => number;
}

/** Below this the disk counts as nearly full, bytes. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;
/** Events read by one probe, so that the probes cover the whole ledger over time. */
const SAMPLE = 200;

/** Finds every problem of the database. Throws if it cannot be read or written. */
export function machineProbe({
  sql,
  openByName,
  clock,
  freeBytes,
}: MachineProbeDeps): () => readonly Problem[] {
  let cursor = { userId: 0, seq: 0 };

  /** Uses a new connection, because an open one would answer from cached pages. */
  function readByName(written: number): Problem | null {
    const fresh = openByName();
    try {
      const tables = fresh.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
      for (const { name } of tables) fresh.get(`SELECT * FROM "${name}" LIMIT 1`);
      const events = fresh.all<{ userId: number; seq: number; data: string }>(
        `SELECT user_id AS userId, seq, data FROM events WHERE (user_id, seq) > (?, ?)
         ORDER BY user_id, seq LIMIT ${SAMPLE}`,
        cursor.userId,
        cursor.seq,
      );
      cursor = (events.length === SAMPLE && events.at(-1)) || { userId: 0, seq: 0 };
      if (readProbe(fresh) === written) return null;
      return { code: 'database_replaced', message: 'The file at DATABASE_PATH lacks what was just written' };
    } finally {
      fresh.close();
    }
  }

  return () => {
    const fault = sql.fileFault();
    if (fault === 'gone') {
      return [{ code: 'database_gone', message: 'The database file was deleted: nothing more is written' }];
    }
    if (fault === 'replaced') {
      return [
        { code: 'database_replaced', message: 'The database file was replaced: nothing more is written' },
      ];
    }
    const problems: Problem[] = [];
    const damage = sql.damage();
    if (damage !== null)
      problems.push({ code: 'database_damaged', message: `The database is damaged: ${damage}` });
    const now = clock.now();
    writeProbe(sql, now);
    const unread = readByName(now);
    if (unread !== null) problems.push(unread);
    if (freeBytes() < LEAST_FREE_BYTES) {
      problems.push({ code: 'disk_nearly_full', message: 'The disk of the database is nearly full' });
    }
    return problems;
  };
}
