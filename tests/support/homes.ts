/** What tests of the whole API need of a home, whichever it is. Runs in Node and in workerd. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { AppConfig, AppDeps } from '#api/app.ts';
import type { Hmac } from '#api/auth/launch-data.ts';
import type { CalendarProvider } from '#api/calendar/provider.ts';
import { sampleCalendar } from '#api/calendar/sample.ts';
import type { RequestLine } from '#api/http/endpoint.ts';
import { createLimiter, type Limiter } from '#api/http/limits.ts';
import { sampleMarket } from '#api/market/sample.ts';
import type { Notifier } from '#api/notices/notifier.ts';
import type { PublicDataDeps } from '#api/public/data.ts';
import type { SbtConfig } from '#api/sbt/config.ts';
import { openMinting } from '#api/sbt/minting.ts';
import type { Sql, Synchronous } from '#api/sqlite/port.ts';
import { SBT } from './deployment.ts';

/**
 * How the two homes differ for whoever calls them; in everything else the same tests hold for both.
 * - `friendsMaxAgeS`: in a home of its own a ledger hears of friends by messages, at most one every ten minutes each.
 * - `addressHeader`: whose address a call comes from is said by the platform, or by proxies that are named as trusted.
 *
 * Beside these: the platform's request lines also say the rows that are billed, and its databases cannot be made full for a
 * test (`full-database.test.ts`).
 */
export const DIFFERENCES = {
  machine: { friendsMaxAgeS: 0, addressHeader: 'x-forwarded-for' },
  cloudflare: { friendsMaxAgeS: 600, addressHeader: 'cf-connecting-ip' },
} as const;

export type HomeName = keyof typeof DIFFERENCES;

export interface TestClock {
  /** Milliseconds. */
  at: number;
  now(): number;
}

/** What a test holds in its hand. */
export interface HomeSeams {
  readonly config: AppConfig;
  readonly clock: TestClock;
  /** In place of the product's own limits, and of the sample calendar. */
  readonly limiter?: Limiter;
  readonly calendar?: CalendarProvider;
  /** Whom a home of this process tells; without one, nobody. */
  readonly notifier?: Notifier;
  /** Where the bot is on: the secret of its updates, and where it is reached. */
  readonly bot?: { readonly secret: string; readonly apiUrl: string };
  /** Where prices are from in a home of this process; without it nothing is read, and callers see the sample. */
  readonly services?: { readonly marketApiUrl: string; readonly fearGreedUrl: string };
  /** How badges become tokens; read whenever a home starts. */
  readonly sbt?: SbtConfig;
  /** Asked whenever a home of this process starts, of the user whose it is where there is one for each. */
  readonly readOnly?: (userId: number) => boolean;
  /** What the last probe found; nothing is wrong without it. */
  readonly ready?: AppDeps['ready'];
  readonly onRequest: (line: RequestLine) => void;
}

export interface TestHome {
  fetch(request: Request): Promise<Response>;
  /** Reads in the database with this user's ledger. */
  look<T>(userId: number, work: (sql: Sql) => Synchronous<T>): Promise<T>;
  /** Works in the database with the prices. For homes of this process. */
  inPrices?<T>(work: (sql: Sql) => Synchronous<T>): T;
  /** Everything kept of anybody, as text; what a database without a row consists of does not count. */
  dump(): Promise<string>;
  /** How many databases there are with tables in them. */
  databases(): Promise<number>;
  /** Whatever is only in memory is gone, as after a crash or a new version. */
  restart(): Promise<void>;
  /** Whoever is due now tells what they have to, until nobody is. Returns how often that was. */
  ring(): Promise<number>;
  /** Moves the clock on to `at`, and whoever is due on the way does what they have to. For homes of this process. */
  until?(at: number): Promise<void>;
  /** Until no ledger has anything left to tell anybody. Moves the clock on to when they may. */
  settle(): Promise<void>;
}

export const hmac: Hmac = (key, text) => createHmac('sha256', key).update(text).digest();
export const hmacHex = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** How long the chain may take for an answer, milliseconds of true time. */
const CHAIN_LIMIT_MS = 300;

/** The parts of the API that are the same in every home. */
export function commonParts(seams: HomeSeams): Omit<AppDeps, 'ledger' | 'neighbours' | 'sql' | 'fallback'> {
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
      return openMinting(seams.sbt ?? SBT, { asking, onFault, limitMs: CHAIN_LIMIT_MS });
    },
    limiter,
    calendar,
    market: sampleMarket(),
    hmac,
    sha256,
    ready: seams.ready ?? (() => ({ problems: [], checkedAt: clock.now() })),
    randomToken: () => randomBytes(24).toString('hex'),
    newRecordId: () => v7(),
    requestId: () => randomBytes(9).toString('hex'),
    socketAddress: (address) => (typeof address === 'string' ? address : '203.0.113.7'),
    version: '1.5.1',
  };
}

/** Market and calendar before the services of the seams. */
export function publicParts({ clock, services }: HomeSeams): Omit<PublicDataDeps, 'sql' | 'onFault'> {
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

/** The rows of a database by table, without empty tables and what it is made with. */
export function rowsOf(sql: Sql): [table: string, rows: object[]][] {
  const tables = sql.all<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
     AND name NOT IN ('migrations', 'meta') ORDER BY name`,
  );
  return tables
    .map(({ name }): [string, object[]] => [name, sql.all(`SELECT * FROM ${name}`)])
    .filter(([, rows]) => rows.length > 0);
}
