/** The interface of a deployment for tests of the whole API. Runs in Node and in workerd. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import type { AppConfig, PublicAppDeps, UserAppDeps } from '#api/app.ts';
import type { Hmac } from '#api/auth/launch-data.ts';
import type { CalendarProvider } from '#api/calendar/provider.ts';
import { sampleCalendar } from '#api/calendar/sample.ts';
import type { PublicConfig, PublicDataDeps } from '#api/market/data.ts';
import type { MarketProvider } from '#api/market/provider.ts';
import { sampleMarket } from '#api/market/sample.ts';
import type { Notifier } from '#api/notifications/pending/notifier.ts';
import type { Cosign } from '#api/proof/cosign.ts';
import type { ReadLeaves } from '#api/proof/ledger-leaves.ts';
import type { Signer } from '#api/proof/signer.ts';
import type { RequestLine } from '#api/runtime/http/endpoint.ts';
import { createLimiter, type Limiter } from '#api/runtime/http/limits.ts';
import type { Sql, Synchronous } from '#api/runtime/sqlite/port.ts';
import type { SbtConfig } from '#api/sbt/minting.ts';
import { openMinting } from '#api/sbt/minting.ts';
import type { Rules } from '#core/points/rules.ts';
import { SBT } from './deployment.ts';

/**
 * How the two deployments differ for callers; everything else is the same for both.
 * - `friendsMaxAgeS`: with an object per user a ledger learns of friends by messages, each at most every ten
 * minutes.
 * - `addressHeader`: the platform reports a caller's address, or proxies named as trusted do.
 *
 * Besides these, the platform's request lines also contain the billed rows, and its databases cannot be made
 * full for a test (`full-database.test.ts`).
 */
export const DIFFERENCES = {
  machine: { friendsMaxAgeS: 0, addressHeader: 'x-forwarded-for' },
  cloudflare: { friendsMaxAgeS: 600, addressHeader: 'cf-connecting-ip' },
} as const;

export type DeploymentName = keyof typeof DIFFERENCES;

export interface TestClock {
  /** Milliseconds. */
  at: number;
  now(): number;
}

/** The parts that a test controls. */
export interface DeploymentSeams {
  readonly config: AppConfig;
  readonly clock: TestClock;
  /** In place of the product's limits and of the sample calendar. */
  readonly limiter?: Limiter;
  readonly calendar?: CalendarProvider;
  /** Receives notices of a deployment in this process; without it there are none. */
  readonly notifier?: Notifier;
  /** With a bot: the secret of its updates, and its address. */
  readonly bot?: { readonly secret: string; readonly apiUrl: string };
  /** Source of prices for a deployment in this process; without it nothing is fetched, and callers see the sample. */
  readonly services?: Pick<PublicConfig, 'marketApiUrl' | 'fearGreedUrl'> & Partial<PublicConfig>;
  /** Token configuration, read at each start. */
  readonly sbt?: SbtConfig;
  /** Asked at each start of a deployment in this process, with the user of the object if there is one per user. */
  readonly readOnly?: (userId: number) => boolean;
  /** Of new events, in a deployment in this process; by default the current ones. */
  readonly rules?: Rules;
  /** The last probe's result; by default nothing is wrong. */
  readonly ready?: PublicAppDeps['ready'];
  /** Replaces the keyed hash that signatures are checked with. For deployments in this process. */
  readonly hmac?: Hmac;
  /** With published totals: the keys of the log, and its witnesses. */
  readonly proof?: {
    readonly signers: readonly Signer[];
    readonly cosign?: Cosign;
    readonly keyChanges?: string;
    /** The log's database, in a deployment in this process; by default an empty one. */
    readonly sql?: Sql;
    /** The secret of a day, in a deployment in this process; by default a random one. */
    readonly newSecret?: () => Uint8Array;
    /** Reads leaves elsewhere, on a machine. */
    readonly readLeaves?: ReadLeaves;
    /** Of the log's file, on a machine. */
    readonly truncateLog?: () => boolean;
  };
  /** The longest until a machine looks for work again, milliseconds. */
  readonly longestMs?: number;
  /** Receives faults of a deployment in this process. */
  readonly onFault?: (message: string, cause: unknown) => void;
  readonly onRequest: (line: RequestLine) => void;
}

export interface TestDeployment {
  fetch(request: Request): Promise<Response>;
  /** Reads in the database with this user's ledger. */
  look<T>(userId: number, work: (sql: Sql) => Synchronous<T>): Promise<T>;
  /** Reads in the database of published totals. */
  lookAtLog?<T>(work: (sql: Sql) => Synchronous<T>): Promise<T>;
  /** Works in the database with the prices. For deployments in this process. */
  inPrices?<T>(work: (sql: Sql) => Synchronous<T>): T;
  /** Market and calendar as the deployment stores them. For deployments in this process. */
  readonly publicData?: MarketProvider & CalendarProvider;
  /** Everything stored about any user, as text, without the parts of an empty database. */
  dump(): Promise<string>;
  /** Number of databases with tables. */
  databases(): Promise<number>;
  /** Drops everything in memory, as after a crash or a new version. */
  restart(): Promise<void>;
  /** Runs due work until none is left. Returns how often that was. */
  ring(): Promise<number>;
  /**
   * Advances the clock to `at` and runs the work due until then. For deployments in this process.
   * @param isOver the process has died: a machine runs nothing more, and the clock stays.
   */
  until?(at: number, isOver?: () => boolean): Promise<void>;
  /** Until no ledger has a message left. Advances the clock to when they may be sent. */
  settle(): Promise<void>;
}

export const hmac: Hmac = (key, text) => createHmac('sha256', key).update(text).digest();
export const hmacHex = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Time limit for an answer of the chain or the bot's service, milliseconds of true time: a busy machine may stall. */
export const ANSWER_LIMIT_MS = 2_000;

/** The parts of the API that both deployments share. */
export function commonParts(
  seams: DeploymentSeams,
): Omit<PublicAppDeps, 'fallback'> & Omit<UserAppDeps, 'ledger' | 'neighbours' | 'sql'> {
  const { clock, limiter = createLimiter(clock), calendar = sampleCalendar(clock) } = seams;
  const asking = {
    clock,
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    userAgent: 'iRICH/test',
  };
  return {
    ...seams,
    get minting() {
      const onFault = () => undefined;
      return openMinting(seams.sbt ?? SBT, { asking, onFault, limitMs: ANSWER_LIMIT_MS });
    },
    limiter,
    calendar,
    market: sampleMarket(),
    hmac: seams.hmac ?? hmac,
    sha256,
    findPicture: async () => null,
    reveals: { revealed: async () => null, published: async () => null, prices: async () => null },
    ready: seams.ready ?? (() => ({ problems: [], checkedAt: clock.now() })),
    randomToken: () => randomBytes(24).toString('hex'),
    newRecordId: () => v7(),
    requestId: () => randomUUID().replaceAll('-', '').slice(0, 18),
    socketAddress: (address) => (typeof address === 'string' ? address : '203.0.113.7'),
    version: '1.5.1',
  };
}

/** Market and calendar against the services of the seams. */
export function publicParts({ clock, services }: DeploymentSeams): Omit<PublicDataDeps, 'sql' | 'onFault'> {
  const none = { marketApiUrl: '', fearGreedUrl: '' };
  return {
    clock,
    config: {
      marketProvider: services === undefined ? 'sample' : 'live',
      marketApiKey: null,
      calendarFeedUrl: null,
      ...(services ?? none),
    },
    fetch: (url, init) => fetch(url, init),
    userAgent: 'iRICH/test',
    calendar: sampleCalendar(clock),
  };
}

export function isMade(sql: Sql): boolean {
  return sql.get("SELECT 1 AS found FROM sqlite_master WHERE name = 'migrations'") !== undefined;
}

/** A database's rows by table, without empty tables and its initial contents. */
export function rowsOf(sql: Sql): [table: string, rows: object[]][] {
  const tables = sql.all<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
     AND name NOT IN ('migrations', 'meta') ORDER BY name`,
  );
  return tables
    .map(({ name }): [string, object[]] => [name, sql.all(`SELECT * FROM ${name}`)])
    .filter(([, rows]) => rows.length > 0);
}
