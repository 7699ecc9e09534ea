/** The database of a machine in a folder of its own, with three friends in it, at one fixed time, for the operator's commands. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { runInProcess, type Said } from '#tests/support/operator-command.ts';
import { type LedgerRig, ledgerRig, threeFriends } from '../../support/ledger.ts';

export interface MachineFile {
  readonly folder: string;
  /** Its path is `file('irich.sqlite')`. */
  readonly sql: NodeSqlite;
  readonly rig: LedgerRig;
  /** A path in the folder. */
  file(name: string): string;
  /** `npm run ledger -- …` on this database. */
  run(...args: string[]): Promise<Said>;
  /** The number of events in a database, by default this one. */
  events(path?: string): number;
  remove(): void;
}

/** Until `remove` the date is 2026-11-29, 03:00 UTC, and goes on only where a test sets it. */
export async function makeMachineFile(): Promise<MachineFile> {
  const folder = mkdtempSync(join(tmpdir(), 'backups-'));
  const file = (name: string) => join(folder, name);
  const path = file('irich.sqlite');
  const sql = openBetterSqlite3(path);
  migrate(sql, migrations, 0);
  const rig = ledgerRig(sql, undefined, migrations);
  await threeFriends(rig);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 29, 3) });
  return {
    folder,
    sql,
    rig,
    file,
    run: (...args) => runInProcess(runLedger, args, { env: { DATABASE_PATH: path } }),
    events(database = path) {
      const opened = openBetterSqlite3(database, { mustExist: true });
      const { n } = opened.get<{ n: number }>('SELECT count(*) AS n FROM events') ?? { n: -1 };
      opened.close();
      return n;
    },
    remove() {
      vi.useRealTimers();
      sql.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
