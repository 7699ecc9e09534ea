/** The server under test: the real app on a database in memory, which can die, come back, and be set back to a backup. */
import { createHmac, hash } from 'node:crypto';
import { createApp } from '#api/app.ts';
import { sampleCalendar } from '#api/calendar/sample.ts';
import { noLimits } from '#api/http/limits.ts';
import { openLedger } from '#api/ledger/ledger.ts';
import { sampleMarket } from '#api/market/sample.ts';
import { migrations } from '#api/migrations.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import { migrate } from '#api/sqlite/migrations.ts';
import type { Sql, SqlValue } from '#api/sqlite/port.ts';
import type { Chance } from './chance.ts';
import { type FragileSql, fragileSql } from './fragile-sql.ts';
import type { VirtualTime } from './virtual-time.ts';

export const BOT_TOKEN = '1234567890:simulated-token-of-no-bot';

export interface Reply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: string;
}

export interface ServerOptions {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly trace: (line: string) => void;
  /** A deliberately broken database, to see that the simulation notices. */
  readonly breakSql?: (sql: Sql) => Sql;
  /** A deliberately broken keyed hash, likewise. */
  readonly breakHmac?: (hmac: (key: string, text: string) => string) => (key: string, text: string) => string;
}

export interface SimulatedServer {
  /** What the server answers; null where it is down, or died on the way. */
  handle(
    method: string,
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<Reply | null>;
  /** Dies a few statements from now, and comes back later. */
  crashSoon(): void;
  backUp(): void;
  /** Goes down and comes back with an earlier backup. False where there is none. */
  restoreBackup(): boolean;
  setClock(offsetMs: number): void;
  /** Up, with the right time, and no fault planned. */
  heal(): void;
  /** The database as it is committed. */
  database(): Sql;
  /** Newest sequence numbers by user, of the backup that was restored last. */
  restoredHeads(): ReadonlyMap<number, number>;
  /** Messages of the ledger about what nobody waits for, and of requests that failed inside. */
  readonly faults: string[];
  close(): void;
}

interface Process {
  readonly sql: FragileSql;
  readonly app: ReturnType<typeof createApp>;
  /** Settles when the process dies: then nothing it still does reaches anybody. */
  readonly death: Promise<null>;
}

interface Backup {
  readonly rows: ReadonlyMap<string, readonly Record<string, SqlValue>[]>;
}

const DOWN_MS = 20_000;

export function simulatedServer(options: ServerOptions): SimulatedServer {
  const { time, chance, trace } = options;
  const faults: string[] = [];
  const backups: Backup[] = [];
  let base = openDatabase(time.now());
  let offset = 0;
  let process: Process | null = null;
  let restored: ReadonlyMap<number, number> = new Map();
  let tokens = 0;
  const clock = { now: () => time.now() + offset };

  function start(): void {
    if (process !== null) return;
    const guarded = options.breakSql === undefined ? base : options.breakSql(base);
    let onDeath: (nothing: null) => void = () => {};
    const death = new Promise<null>((resolve) => {
      onDeath = resolve;
    });
    const sql = fragileSql(guarded, () => {
      trace('server died');
      process = null;
      onDeath(null);
      time.after(chance.wait(DOWN_MS), start);
    });
    // At times even the start does not succeed.
    if (chance.happens(0.05)) sql.dieAfter(chance.between(0, 5));
    const plainHmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');
    try {
      const ledger = openLedger({
        sql,
        clock,
        sha256: (text) => hash('sha256', text),
        hmac: options.breakHmac?.(plainHmac) ?? plainHmac,
        schedule: (flush) => {
          // Whoever asks within these milliseconds shares the commit.
          time.after(chance.between(0, 2), () => {
            if (!sql.isDead()) flush();
          });
        },
        onFault: (message, cause) => {
          if (!sql.isDead()) faults.push(`${message}: ${cause}`);
        },
      });
      const app = createApp({
        config: {
          botToken: BOT_TOKEN,
          previousToken: null,
          botUsername: 'simulated_bot',
          appShortName: 'app',
          publicUrl: 'https://irich.test',
          initDataMaxAgeS: 86_400,
          trustedProxies: [],
        },
        ledger,
        sql,
        clock,
        limiter: noLimits,
        market: sampleMarket(),
        calendar: sampleCalendar(clock),
        hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
        sha256: (text) => hash('sha256', text),
        randomToken: () => `token${tokens++}`.padEnd(32, 'x'),
        newRecordId: () => chance.uuid(),
        requestId: () => `${tokens++}`,
        socketAddress: () => '192.0.2.1',
        onRequest: (line) => {
          if (line.fault !== undefined && !sql.isDead()) faults.push(line.fault);
        },
        version: '0.0.0',
      });
      process = { sql, app, death };
      trace('server up');
    } catch (cause) {
      if (!sql.isDead()) throw cause;
    }
  }

  start();
  return {
    faults,
    async handle(method, url, headers, content) {
      const serving = process;
      if (serving === null) return null;
      const request = new Request(`https://irich.test${url}`, {
        method,
        headers,
        ...(content === undefined ? {} : { body: content }),
      });
      const answering = Promise.resolve(serving.app.fetch(request, {}));
      const response = await Promise.race([answering, serving.death]);
      const body = response === null ? '' : await response.text();
      if (response === null || serving.sql.isDead()) return null;
      return { status: response.status, headers: response.headers, body };
    },
    crashSoon() {
      process?.sql.dieAfter(chance.between(0, 40));
    },
    backUp() {
      backups.push({ rows: copyRows(base) });
    },
    restoreBackup() {
      if (backups.length === 0) return false;
      const which = chance.between(0, backups.length - 1);
      const backup = backups[which];
      if (backup === undefined) return false;
      // Later backups are of a history that never was.
      backups.length = which + 1;
      process?.sql.die();
      base.close();
      base = openDatabase(time.now());
      base.run('DELETE FROM meta');
      for (const [table, rows] of backup.rows) insertRows(base, table, rows);
      restored = headsOf(base);
      trace('server restored');
      return true;
    },
    setClock(offsetMs) {
      offset = offsetMs;
    },
    heal() {
      offset = 0;
      process?.sql.dieAfter(Number.POSITIVE_INFINITY);
    },
    database: () => base,
    restoredHeads: () => restored,
    close: () => base.close(),
  };
}

function openDatabase(now: number): NodeSqlite {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, migrations, now);
  // The same secret every time: a seed replays to the byte.
  sql.run("INSERT INTO meta (name, value) VALUES ('credit_secret', 'simulated')");
  return sql;
}

function tablesOf(sql: Sql): string[] {
  return sql
    .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migrations'")
    .map(({ name }) => name);
}

function copyRows(sql: Sql): Backup['rows'] {
  return new Map(
    tablesOf(sql).map((table) => [table, sql.all<Record<string, SqlValue>>(`SELECT * FROM ${table}`)]),
  );
}

function insertRows(sql: Sql, table: string, rows: readonly Record<string, SqlValue>[]): void {
  for (const row of rows) {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join(', ');
    sql.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`, ...Object.values(row));
  }
}

function headsOf(sql: Sql): Map<number, number> {
  const rows = sql.all<{ user_id: number; seq: number }>(
    'SELECT user_id, max(seq) AS seq FROM events GROUP BY user_id',
  );
  return new Map(rows.map(({ user_id, seq }) => [user_id, seq]));
}
