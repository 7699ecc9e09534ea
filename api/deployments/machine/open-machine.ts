/** The one wiring of a machine: every subject over one database of all ledgers. The server, tests and the simulation open it. */
import type { Api } from 'grammy';
import type { Hono } from 'hono';
import { type AppConfig, type AppDeps, appLinkOf, createApp } from '#api/app.ts';
import { type BotConfig, openBot } from '#api/bot/bot.ts';
import { openLedger } from '#api/ledger/ledger.ts';
import { ledgerReader } from '#api/ledger/reader.ts';
import { needsRebuild, type Rebuilt, rebuild } from '#api/ledger/rebuild.ts';
import type { Ledger, LedgerDeps } from '#api/ledger/types.ts';
import {
  openPublicData,
  type PublicConfig,
  type PublicDataDeps,
  refreshPublicData,
} from '#api/market/data.ts';
import type { MarketProvider } from '#api/market/provider.ts';
import type { Measures } from '#api/measures.ts';
import { migrations } from '#api/migrations.ts';
import { tellNews } from '#api/notifications/duties.ts';
import { type Notifications, openNotifications } from '#api/notifications/on-machine.ts';
import type { Notifier } from '#api/notifications/pending/notifier.ts';
import { keepNotice, sayNoticesKept } from '#api/notifications/pending/waiting.ts';
import { ledgerLeaves, type ReadLeaves } from '#api/proof/ledger-leaves.ts';
import { openPublishing, type ProofDeps } from '#api/proof/open.ts';
import { neighboursInDatabase } from '#api/referrals/same-database.ts';
import {
  createScheduler,
  type Duty,
  oneAtATime,
  type Scheduler,
  timerAlarm,
} from '#api/runtime/scheduler.ts';
import { migrationGap } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { dropImages } from '#api/shared-images/pictures.ts';
import { createPrepare } from '#api/shared-images/prepare.ts';
import { truncateLogAfterErasure } from './log-truncation.ts';

type Wired =
  | 'config'
  | 'ledger'
  | 'neighbours'
  | 'onErased'
  | 'ready'
  | 'market'
  | 'webhook'
  | 'prepare'
  | 'reveals'
  | 'proofLog';

export interface MachineDeps
  extends Omit<AppDeps, Wired>,
    Pick<PublicDataDeps, 'fetch' | 'userAgent'>,
    Pick<LedgerDeps, 'schedule'> {
  readonly config: AppConfig & PublicConfig & BotConfig & { readonly readOnly: boolean };
  /** A database with every migration applied. */
  readonly sql: Sql;
  /** Text in, lower-case hex out. */
  readonly hmacHex: LedgerDeps['hmac'];
  /** Runs `run` once after `ms` milliseconds; the answer cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onFault: (message: string, cause: unknown) => void;
  /** What has failed works again. */
  readonly onRecovered?: (message: string) => void;
  /** Something rightly waits, such as for a newer version. */
  readonly onWait?: (message: string) => void;
  readonly measures?: Pick<Measures, 'onCommit' | 'onDelivery'>;
  /** The log of published totals; without it nothing is published. */
  readonly proof?: FileOfLog | null;
  /** The Bot API; null where the bot is off. */
  readonly botApi: Api | null;
  /** Receives the news of users in place of the bot. */
  readonly notifier?: Notifier;
  /** Where the database is a file: moves its log into it. False where a reader still needs the log. */
  readonly truncateLog?: () => boolean;
  /** From the start on that log may hold bytes of deleted rows. */
  readonly isLogDue?: boolean;
  readonly openReadiness: (watched: Watched) => { readonly report: AppDeps['ready']; stop(): void };
  /** The longest until it looks for work again, milliseconds: the command line may have written, or the clock been set. */
  readonly longestMs?: number;
  /** Runs the next step of a rebuild of accounts, with time for requests in between. */
  readonly betweenSteps?: (step: () => void) => void;
  /** All accounts that another version derived have been derived anew. */
  readonly onRebuilt?: (rebuilt: Rebuilt) => void;
}

/** A log of published totals, in a file where it can be truncated. */
interface FileOfLog extends ProofDeps {
  /** Reads leaves elsewhere than on the thread that answers requests. */
  readonly readLeaves?: ReadLeaves;
  /** Moves its write-ahead log into it. False where a reader still needs that. */
  readonly truncateLog?: () => boolean;
}

/** What readiness looks at beside the database. */
export interface Watched {
  readonly market: MarketProvider;
  /** Whether this machine sends messages. */
  readonly isSending: boolean;
}

export interface Machine {
  readonly app: Hono;
  readonly ledger: Ledger;
  readonly market: MarketProvider;
  /** Null where the bot is off. */
  readonly notifications: Notifications | null;
  /** Begins all work that no request asks for. */
  start(): void;
  /** Something may be due now. */
  wake(): void;
  /** When there is work that no request asks for, UTC milliseconds; null where nothing waits. */
  nextAt(): number | null;
  /** Ends it. Settles when nothing is being written or sent; the database may then be closed. */
  stop(): Promise<void>;
  /** Ends it as a crash does: works under way leave the database alone. */
  halt(): void;
}

const LONGEST_MS = 60_000;
/** Steps of the publishing in one work: it ends long before it would count as lost. */
const PROOF_STEPS = 64;
/** How long a duty rests after a failure, milliseconds. */
const PAUSE_MS = 60_000;
/** After this a work that has not settled counts as lost, milliseconds: every call outside has a shorter limit. */
const WATCH_MS = 5 * 60_000;

export function openMachine(deps: MachineDeps): Machine {
  const { sql, clock, config, after, onFault, botApi } = deps;
  const { readOnly } = config;
  const appLink = appLinkOf(config);
  const market = openPublicData({ ...deps, onFault });
  const account = ledgerReader(sql).account;
  const notifications =
    botApi === null
      ? null
      : openNotifications({
          sql,
          clock,
          onFault,
          account,
          appLink,
          api: botApi,
          calendar: market,
          readOnly,
          ...(deps.onRecovered && { onRecovered: deps.onRecovered }),
          ...(deps.measures && { onDelivery: deps.measures.onDelivery }),
        });
  const bot = notifications === null ? null : openBot(config, appLink, notifications.hosts, onFault);
  const notifier = deps.notifier ?? notifications?.notifier ?? null;
  const log = deps.truncateLog && truncateLogAfterErasure(deps.truncateLog, clock);
  const { proof = null } = deps;
  const logOfProof = proof?.truncateLog && truncateLogAfterErasure(proof.truncateLog, clock);
  if (deps.isLogDue === true) log?.request();
  // The process before may have been killed in between.
  logOfProof?.request();
  const onErasedPaths = () => logOfProof?.request();
  const published =
    proof === null
      ? null
      : openPublishing(
          { ...proof, onErased: onErasedPaths },
          ledgerLeaves(sql, proof.origin, proof.readLeaves),
          clock,
          PROOF_STEPS,
        );
  const written: readonly Duty[] = [
    ...(published === null ? [] : [published.duty]),
    ...(notifier === null ? [] : [tellNews({ sql, clock, notifier, onFault }, 1)]),
    ...(notifications?.duties ?? []),
    dropImages(sql, clock),
  ];
  const scheduler: Scheduler = createScheduler({
    alarm: timerAlarm(clock, after, () => void scheduler.ring()),
    duties: [
      ...(readOnly ? [] : written),
      refreshPublicData(market),
      ...[log, logOfProof].flatMap((one) => one?.duty ?? []),
    ].map((duty) => oneAtATime(duty, clock, WATCH_MS)),
    clock,
    pauseMs: PAUSE_MS,
    longestMs: deps.longestMs ?? LONGEST_MS,
    onFault,
    ...(deps.onRecovered && { onRecovered: deps.onRecovered }),
  });
  if (!readOnly) sayNoticesKept(sql, notifier !== null);
  const ledger = openLedger({
    ...(notifier === null ? {} : { onNotice: (notice) => keepNotice(sql, notice) }),
    onCommit(commit) {
      deps.measures?.onCommit(commit);
      scheduler.wake();
    },
    sql,
    clock,
    sha256: deps.sha256,
    hmac: deps.hmacHex,
    schedule: deps.schedule,
    readOnly,
    isNewer: migrationGap(sql, migrations).newer.length > 0,
    ...(deps.rules && { rules: deps.rules }),
    onFault,
    ...(deps.onWait && { onWait: deps.onWait }),
  });
  const readiness = deps.openReadiness({ market, isSending: botApi !== null && !readOnly });
  const app = createApp({
    ...deps,
    ledger,
    neighbours: neighboursInDatabase(sql, ledger.read),
    ...(log === undefined ? {} : { onErased }),
    proofLog: published?.peer ?? null,
    ready: readiness.report,
    market,
    calendar: market,
    reveals: {
      published: async (day, hash) => published?.peer.seal(day, hash) ?? null,
      prices: market.prices,
    },
    ...(bot === null ? {} : { webhook: bot }),
    ...(botApi === null ? {} : { prepare: createPrepare({ api: botApi, appName: config.appName, onFault }) }),
  });

  function rebuildAccounts(): void {
    const steps = rebuild(sql);
    const next = deps.betweenSteps ?? setImmediate;
    let rebuilt: Rebuilt = { events: 0, users: 0, changed: 0, removed: 0, skipped: 0 };
    function step(): void {
      try {
        const { done, value } = steps.next();
        if (done === true) {
          deps.onRebuilt?.(rebuilt);
          return;
        }
        rebuilt = value;
        next(step);
      } catch (cause) {
        onFault('Accounts could not be rebuilt', cause);
      }
    }
    step();
  }

  function onErased(): void {
    log?.request();
    scheduler.wake();
  }

  return {
    app,
    ledger,
    market,
    notifications,
    wake: scheduler.wake,
    nextAt: scheduler.nextAt,
    start() {
      scheduler.wake();
      if (needsRebuild(sql)) rebuildAccounts();
    },
    async stop() {
      await ledger.idle();
      readiness.stop();
      await scheduler.stop();
    },
    halt() {
      readiness.stop();
      scheduler.halt();
    },
  };
}
