/** What a machine measures while it works, for Prometheus. `api/ops` has the alerts and the dashboard of these names. */
import { statSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { oldestPendingCredit } from '#api/ledger/credit-rows.ts';
import type { MarketProvider } from '#api/market/provider.ts';
import { callOf, type Measures } from '#api/measures.ts';
import { waitingDueAt } from '#api/notifications/sender/queue.ts';
import { newestEntry } from '#api/proof/log-store.ts';
import { isFailing, type ReadyReport } from '#api/runtime/health/readiness.ts';
import type { NodeSqlite } from '#api/runtime/sqlite/better-sqlite3.ts';
import { DAY_MS } from '#core/points/days.ts';
import { freeBytesOf } from './database.ts';
import { newestBackupAt } from './newest-backup.ts';

/** What is looked at when the metrics are read. */
export interface Measured {
  readonly version: string;
  readonly clock: { now(): number };
  readonly sql: NodeSqlite;
  /** The log of published totals; null if nothing is published. */
  readonly log: NodeSqlite | null;
  readonly market: MarketProvider;
  /** The folder of backups; null if it is not known. */
  readonly backups: string | null;
  readonly ready: () => ReadyReport;
}

export interface Metrics extends Measures {
  /** From now on these are read, too. */
  watch(measured: Measured): void;
  readonly contentType: string;
  text(): Promise<string>;
}

/** Seconds: a call that waits for nothing takes one or two milliseconds. */
const CALL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const COMMIT_WORKS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'irich_requests_total',
    help: 'Requests by call of the contract, method and status',
    labelNames: ['call', 'method', 'status'],
    registers,
  });
  const latency = new Histogram({
    name: 'irich_request_seconds',
    help: 'Time until a request was answered',
    labelNames: ['call'],
    buckets: CALL_SECONDS,
    registers,
  });
  const commits = new Histogram({
    name: 'irich_commit_seconds',
    help: 'Time of a commit of the ledger',
    buckets: COMMIT_SECONDS,
    registers,
  });
  const works = new Histogram({
    name: 'irich_commit_works',
    help: 'Works that shared a commit of the ledger',
    buckets: COMMIT_WORKS,
    registers,
  });
  const events = new Counter({
    name: 'irich_events_total',
    help: 'Events appended to ledgers since the start',
    registers,
  });
  const messages = new Counter({
    name: 'irich_messages_total',
    help: 'Messages of the bot by the outcome of their delivery',
    labelNames: ['outcome'],
    registers,
  });

  return {
    onRequest(line) {
      const call = callOf(line.path);
      requests.inc({ call, method: line.method, status: line.status });
      latency.observe({ call }, line.ms / 1000);
    },
    onCommit(commit) {
      commits.observe(commit.ms / 1000);
      works.observe(commit.works);
      events.inc(commit.events);
    },
    onDelivery: (outcome) => messages.inc({ outcome }),
    watch: (measured) => watch(registers, measured),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

function watch(registers: Registry[], { version, clock, sql, log, market, backups, ready }: Measured): void {
  /** Absent where there is no figure: an alert for an age must not take that for zero. */
  function gauge(name: string, help: string, read: () => number | null | Promise<number | null>): void {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  }
  const ageOf = (at: number | null) => (at === null ? null : Math.max(0, clock.now() - at) / 1000);

  new Gauge({
    name: 'irich_build_info',
    help: 'Always 1, with the version of the server',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  gauge('irich_ready', '1 while the server can keep what it is sent', () => (isFailing(ready()) ? 0 : 1));
  new Gauge({
    name: 'irich_problem',
    help: '1 for each problem that readiness names',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const { code } of ready().problems) this.set({ code }, 1);
    },
  });
  gauge('irich_credits_waiting_seconds', 'Age of the oldest credit that was not delivered', () =>
    ageOf(oldestPendingCredit(sql)),
  );
  gauge('irich_messages_waiting_seconds', 'How long the first due message of the bot has waited', () =>
    ageOf(waitingDueAt(sql, clock.now())),
  );
  gauge('irich_market_age_seconds', 'Age of the newest market figures', async () => {
    const overview = await market.overview();
    return ageOf(overview === null ? null : Date.parse(overview.date));
  });
  if (log !== null) {
    gauge('irich_checkpoint_age_seconds', 'Time since the end of the newest published day', () => {
      const newest = newestEntry(log);
      return ageOf(newest === null ? null : (newest.day + 1) * DAY_MS);
    });
  }
  if (backups !== null) {
    gauge('irich_backup_age_seconds', 'Age of the newest good backup; infinite where there is none', () => {
      const at = newestBackupAt(backups);
      return at === null ? Number.POSITIVE_INFINITY : ageOf(at);
    });
  }
  for (const [file, { path }] of Object.entries({ ledgers: sql, ...(log === null ? {} : { log }) })) {
    const of = `of the database of ${file === 'log' ? 'the log' : file}`;
    gauge(`irich_${file}_database_bytes`, `Size ${of}`, () => sizeOf(path));
    gauge(`irich_${file}_wal_bytes`, `Size of the write-ahead log ${of}`, () => sizeOf(`${path}-wal`));
    gauge(`irich_${file}_free_disk_bytes`, `Free bytes on the disk ${of}`, () => freeBytesOf(path));
  }
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
