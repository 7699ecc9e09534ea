/** The machine: the real app on one database of all ledgers, which can die, come back, and be set back to a backup. */

import { type Machine, openMachine } from '#api/deployments/machine/open-machine.ts';
import { saveHeads } from '#api/ledger/admission.ts';
import type { Ledger } from '#api/ledger/types.ts';
import type { NodeSqlite } from '#api/runtime/sqlite/better-sqlite3.ts';
import { type Sql, type SqlValue, StorageFullError } from '#api/runtime/sqlite/port.ts';
import { walletAddresses } from '#api/wallet/addresses.ts';
import { unlinkWallet } from '#api/wallet/unlink.ts';
import type { Notice } from '#core/points/notices.ts';
import { audit } from '#tests/support/audit.ts';
import { migratedDatabase } from '#tests/support/migrated-database.ts';
import { type FragileSql, fragileSql } from './fragile-sql.ts';
import { noticesWitness } from './notices-witness.ts';
import { hasUserOfNewer, newerUserViolations, runOtherVersion, USER_OF_NEWER } from './other-version.ts';
import { referralWitness } from './referral-witness.ts';
import {
  appParts,
  hmacHex,
  NOTHING_OUTSIDE,
  requestOf,
  type ServerOptions,
  type SimulatedServer,
  sha256,
} from './server.ts';
import { exportLedgers, importLedgers, type LedgersFile } from './transfer.ts';

interface Process {
  readonly sql: FragileSql;
  readonly app: Machine['app'];
  readonly ledger: Ledger;
  /** Settles when the process dies: then nothing it still does reaches anybody. */
  readonly death: Promise<null>;
}

interface Backup {
  readonly rows: ReadonlyMap<string, readonly Record<string, SqlValue>[]>;
}

const DOWN_MS = 20_000;

/** The notifier does not answer. */
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
      const machine = openMachine({
        ...parts,
        ...NOTHING_OUTSIDE,
        config: { ...parts.config, ...NOTHING_OUTSIDE.config, botWebhookSecret: null, readOnly: false },
        sql,
        hmacHex: options.breakHmac?.(hmacHex) ?? hmacHex,
        schedule: (flush) => {
          // Calls within these milliseconds share the commit.
          time.after(chance.between(0, 2), () => {
            if (!sql.isDead()) flush();
          });
        },
        after: (ms, run) => time.after(ms, () => !sql.isDead() && run()),
        onFault: (message, cause) => {
          if (message.startsWith('Accounts') && cause instanceof StorageFullError) {
            // Where the disk is full the server is restarted in the end.
            time.after(chance.wait(DOWN_MS), sql.die);
          } else if (!(cause instanceof Unreachable)) onFault(message, cause);
        },
        botApi: null,
        notifier: { tell },
        openReadiness: () => ({ report: () => ({ problems: [], checkedAt: clock.now() }), stop() {} }),
        onRequest: (line) => {
          if (line.fault !== undefined && !sql.isDead()) faults.push(line.fault);
        },
        // Nothing writes beside it, and a look every minute would take most of a seed's time.
        longestMs: 3_600_000,
        betweenSteps: (step) => betweenSteps(sql, step),
        onRebuilt: ({ skipped }) => {
          reach('the accounts of another version were rebuilt');
          if (skipped > 0) reach('a ledger with unknown events was left alone');
        },
      });
      const { app, ledger } = machine;
      machine.start();
      process = { sql, app, ledger, death };
      trace('server up');
    } catch (cause) {
      if (!sql.isDead()) throw cause;
    }
  }

  /** Requests come between the steps of a rebuild. */
  function betweenSteps(sql: FragileSql, step: () => void): void {
    const before = countEvents();
    time.after(chance.wait(chance.pick([10, 2_000, 60_000])), () => {
      if (sql.isDead()) return;
      if (countEvents() > before) reach('an event was appended during a rebuild');
      step();
    });
  }

  const countEvents = () => base.get<{ n: number }>('SELECT count(*) AS n FROM events')?.n ?? 0;

  /** Answers late, fails, or takes the news and loses the answer. */
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
  const sql = migratedDatabase(now);
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
