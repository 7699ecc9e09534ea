/** The machine: the real app on one database of all ledgers, which can die, come back, and be set back to a backup. */

import { createApp } from '#api/app.ts';
import { neighboursInDatabase } from '#api/exchange/same-database.ts';
import { saveHeads } from '#api/ledger/admission.ts';
import { audit } from '#api/ledger/audit.ts';
import { openLedger } from '#api/ledger/ledger.ts';
import { needsRebuild, rebuild } from '#api/ledger/rebuild.ts';
import type { Ledger } from '#api/ledger/types.ts';
import { migrations } from '#api/migrations.ts';
import { noticesByTimer } from '#api/notices/by-timer.ts';
import { walletAddresses } from '#api/people/wallet-addresses.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import { migrate } from '#api/sqlite/migrations.ts';
import { type Sql, type SqlValue, StorageFullError } from '#api/sqlite/port.ts';
import { unlinkWallet } from '#api/wallet/unlink.ts';
import type { Notice } from '#core/points/notices.ts';
import { type FragileSql, fragileSql } from './fragile-sql.ts';
import { noticesWitness } from './notices-witness.ts';
import { hasUserOfNewer, newerUserViolations, runOtherVersion, USER_OF_NEWER } from './other-version.ts';
import { referralWitness } from './referral-witness.ts';
import { appParts, hmacHex, requestOf, type ServerOptions, type SimulatedServer, sha256 } from './server.ts';
import { exportLedgers, importLedgers, type LedgersFile } from './transfer.ts';

interface Process {
  readonly sql: FragileSql;
  readonly app: ReturnType<typeof createApp>;
  readonly ledger: Ledger;
  /** Settles when the process dies: then nothing it still does reaches anybody. */
  readonly death: Promise<null>;
}

interface Backup {
  readonly rows: ReadonlyMap<string, readonly Record<string, SqlValue>[]>;
}

const DOWN_MS = 20_000;

/** Whoever tells users does not answer. */
class Unreachable extends Error {}

export function simulatedMachine(options: ServerOptions): SimulatedServer {
  const { time, chance, trace, reach } = options;
  const faults: string[] = [];
  const backups: Backup[] = [];
  let exported: LedgersFile | null = null;
  let base = openDatabase(time.now());
  let offset = 0;
  let process: Process | null = null;
  let restored: ReadonlyMap<number, number> = new Map();
  let troubled = true;
  const told = noticesWitness();
  const clock = { now: () => time.now() + offset };
  const parts = appParts(options, clock);

  function start(): void {
    if (process !== null) return;
    const guarded = options.breakSql === undefined ? base : options.breakSql(base);
    let onDeath: (nothing: null) => void = () => {};
    const death = new Promise<null>((resolve) => {
      onDeath = resolve;
    });
    const sql = fragileSql(
      guarded,
      () => {
        trace('server died');
        process = null;
        onDeath(null);
        time.after(chance.wait(DOWN_MS), start);
      },
      reach,
    );
    // At times even the start does not succeed.
    if (chance.happens(0.05)) sql.dieAfter(chance.between(0, 5));
    try {
      const onFault = (message: string, cause: unknown) => {
        // A full disk is tried again, and what it held up must be done in the end.
        if (!sql.isDead() && !(cause instanceof StorageFullError)) faults.push(`${message}: ${cause}`);
      };
      const notices = noticesByTimer({
        sql,
        clock,
        notifier: { tell },
        readOnly: false,
        after: (ms, run) => time.after(ms, () => !sql.isDead() && run()),
        onFault: (message, cause) => cause instanceof Unreachable || onFault(message, cause),
      });
      const ledger = openLedger({
        ...notices.ofLedger,
        sql,
        clock,
        sha256,
        hmac: options.breakHmac?.(hmacHex) ?? hmacHex,
        schedule: (flush) => {
          // Whoever asks within these milliseconds shares the commit.
          time.after(chance.between(0, 2), () => {
            if (!sql.isDead()) flush();
          });
        },
        onFault,
      });
      const app = createApp({
        ...parts,
        ledger,
        neighbours: neighboursInDatabase(sql, ledger.read),
        sql,
        ready: () => ({ problems: [], checkedAt: clock.now() }),
        onRequest: (line) => {
          if (line.fault !== undefined && !sql.isDead()) faults.push(line.fault);
        },
      });
      notices.start();
      process = { sql, app, ledger, death };
      trace('server up');
      if (needsRebuild(sql)) rebuildMeanwhile(sql);
    } catch (cause) {
      if (!sql.isDead()) throw cause;
    }
  }

  /** As the server does, with requests between the steps. Where the disk is full it is restarted in the end. */
  function rebuildMeanwhile(sql: FragileSql): void {
    const steps = rebuild(sql);
    let before = countEvents();
    function step(): void {
      if (sql.isDead()) return;
      try {
        const now = countEvents();
        if (now > before) reach('an event was appended during a rebuild');
        before = now;
        const { done, value } = steps.next();
        if (done !== true) {
          if (value.skipped > 0) reach('a ledger with unknown events was left alone');
          time.after(chance.wait(chance.pick([10, 2_000, 60_000])), step);
        } else {
          reach('the accounts of another version were rebuilt');
        }
      } catch (cause) {
        if (cause instanceof StorageFullError) time.after(chance.wait(DOWN_MS), sql.die);
        else if (!sql.isDead()) faults.push(`the rebuild failed: ${cause}`);
      }
    }
    step();
  }

  const countEvents = () => base.get<{ n: number }>('SELECT count(*) AS n FROM events')?.n ?? 0;

  /** Late at times, in vain at times, and at times it is there and nobody hears of it. */
  async function tell(userId: number, notices: readonly Notice[]): ReturnType<typeof told.take> {
    await new Promise<void>((resolve) => {
      time.after(chance.wait(chance.pick([1, 50, 60_000])), resolve);
    });
    const outcome = troubled ? chance.pick(['taken', 'taken', 'later', 'unheard', 'lost']) : 'taken';
    if (outcome === 'later') return 'later';
    if (outcome !== 'lost') await told.take(userId, structuredClone(notices));
    if (outcome !== 'taken') throw new Unreachable();
    return 'taken';
  }

  start();
  return {
    faults,
    async handle(method, url, headers, content) {
      const serving = process;
      if (serving === null) return null;
      const answering = Promise.resolve(serving.app.fetch(requestOf(method, url, headers, content), {}));
      const response = await Promise.race([answering, serving.death]);
      const body = response === null ? '' : await response.text();
      if (response === null || serving.sql.isDead()) return null;
      return { status: response.status, headers: response.headers, body };
    },
    async unlinkWallet(userId) {
      const serving = process;
      if (serving === null) return;
      try {
        await Promise.race([unlinkWallet(serving.ledger, userId, 'asked for'), serving.death]);
      } catch (cause) {
        if (!serving.sql.isDead()) faults.push(`unlinking failed: ${cause}`);
      }
    },
    crashSoon() {
      process?.sql.dieAfter(chance.between(0, 40));
    },
    fillDisk() {
      process?.sql.failCommits(chance.between(1, 4));
    },
    runOtherVersion() {
      process?.sql.die();
      runOtherVersion(base, chance, clock.now());
      trace('another version ran');
    },
    async exportLedgers() {
      if (hasUserOfNewer(base)) return;
      exported = await exportLedgers(base, clock.now());
    },
    async moveLedgers() {
      // What a newer version wrote is refused: that has to be updated first.
      if (hasUserOfNewer(base)) return false;
      process?.sql.die();
      const last = await exportLedgers(base, clock.now());
      const files = exported === null ? [last] : [exported, last];
      const target = openDatabase(time.now());
      await importLedgers(target, files, {
        chance,
        reach,
        open: () => openDatabase(time.now()),
        onFault: (fault) => faults.push(fault),
      });
      // Not moved with the ledgers: the operator hands them over again.
      saveHeads(
        target,
        base.all<{ userId: number; seq: number }>('SELECT user_id AS userId, seq FROM saved_heads'),
      );
      base.close();
      base = target;
      exported = null;
      trace('ledgers moved');
      return true;
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
      const lost = headsOf(base);
      base.close();
      base = openDatabase(time.now());
      base.run('DELETE FROM meta');
      for (const [table, rows] of backup.rows) insertRows(base, table, rows);
      restored = headsOf(base);
      exported = null;
      if (options.savesHeads)
        saveHeads(
          base,
          [...lost].map(([userId, seq]) => ({ userId, seq })),
        );
      told.restored();
      trace('server restored');
      return true;
    },
    setClock(offsetMs) {
      offset = offsetMs;
    },
    heal() {
      troubled = false;
      offset = 0;
      process?.sql.dieAfter(Number.POSITIVE_INFINITY);
      process?.sql.failCommits(0);
    },
    // Credits are delivered in the commit that causes them, or with the next one.
    isSettled: () => base.get('SELECT 1 AS found FROM notices') === undefined,
    databases: () => [base],
    database: () => base,
    restoredHeads: () => restored,
    referrals: referralWitness(() => base),
    violations() {
      const report = audit({ sql: base, sha256, hmac: hmacHex, addresses: walletAddresses });
      const found = report.findings
        .filter(({ userId }) => userId !== USER_OF_NEWER)
        .map((finding) => `audit: ${JSON.stringify(finding)}`);
      if (report.stale > (hasUserOfNewer(base) ? 1 : 0))
        found.push(`${report.stale} accounts were never rebuilt`);
      if (report.pending > 0) found.push(`${report.pending} credits were never delivered`);
      return [...found, ...newerUserViolations(base), ...told.violations([base])];
    },
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
