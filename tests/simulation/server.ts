/** The server that phones talk to in either deployment, and the parts that both deployments share. */
import { createHmac, hash } from 'node:crypto';
import type { AppDeps } from '#api/app.ts';
import { sampleCalendar } from '#api/calendar/sample.ts';
import type { openUserObject } from '#api/deployments/durable-objects/user.ts';
import { sampleMarket } from '#api/market/sample.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { RULES_V1, RULES_V2 } from '#core/points/rules.ts';
import { WALLETS } from '#tests/support/deployment.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import type { Chance } from './chance.ts';
import type { NaiveAccount } from './naive-model.ts';
import type { Reach } from './paths.ts';
import type { ReferralWitness } from './referral-witness.ts';
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
  /** Counts the rare paths. */
  readonly reach: Reach;
  /**
   * Events that a user may append in a UTC day, in place of the product's own limit, which these ledgers never
   * reach.
   */
  readonly eventsPerDay?: number | null;
  /** Whether the operator gives saved heads to a restored server. */
  readonly savesHeads?: boolean;
  /** A deliberately broken database, which the simulation has to notice. */
  readonly breakSql?: (sql: Sql) => Sql;
  /** A deliberately broken keyed hash, likewise. */
  readonly breakHmac?: (hmac: (key: string, text: string) => string) => (key: string, text: string) => string;
  /** Deliberately broken objects, likewise. */
  readonly breakObject?: (open: typeof openUserObject) => typeof openUserObject;
}

export interface SimulatedServer {
  /** The server's answer; null if it is down or died in between. */
  handle(
    method: string,
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<Reply | null>;
  /** An operator unlinks a user's wallet, if there is one and the server is up. */
  unlinkWallet(userId: number): Promise<void>;
  /** Dies a few statements from now and comes back later. */
  crashSoon(): void;
  /** The disk is full for a few commits. */
  fillDisk(): void;
  /** Another version of the server runs briefly, then this one again. */
  runOtherVersion(): void;
  backUp(): void;
  /** Copies all ledgers into a file, to be imported with a later one. */
  exportLedgers(): Promise<void>;
  /** Moves to another database. False if that is impossible now. */
  moveLedgers(): Promise<boolean>;
  /** Goes down and comes back with an earlier backup. False without one. */
  restoreBackup(): boolean;
  setClock(offsetMs: number): void;
  /** Up, with the right time and no planned fault. */
  heal(): void;
  /** Whether no background work is left. */
  isSettled(): boolean;
  /** The committed state of every database with ledgers. */
  databases(): readonly Sql[];
  /** The database with this user's ledger; null without one. */
  database(userId: number): Sql | null;
  /** Newest sequence numbers by user in the backup restored last. */
  restoredHeads(): ReadonlyMap<number, number>;
  readonly referrals: ReferralWitness;
  /** Violations in the databases themselves, once everything is calm. */
  violations(naive: ReadonlyMap<number, NaiveAccount>): readonly string[];
  /** Faults of background work, and of requests that failed inside. */
  readonly faults: string[];
  close(): void;
}

export const sha256 = (text: string) => hash('sha256', text);
export const hmacHex = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

/** No service outside of the simulation is asked. */
export const NOTHING_OUTSIDE = {
  config: {
    marketProvider: 'sample',
    marketApiUrl: '',
    marketApiKey: null,
    fearGreedUrl: '',
    calendarFeedUrl: null,
  },
  fetch: () => Promise.reject(new Error('The simulation has no network')),
  userAgent: '',
} as const;

/** The parts of an app that both deployments share. Ids count up from app to app. */
export function appParts(
  { chance, eventsPerDay = null }: Pick<ServerOptions, 'chance' | 'eventsPerDay'>,
  clock: { now(): number },
) {
  let ids = 0;
  return {
    config: {
      botToken: BOT_TOKEN,
      previousToken: null,
      botUsername: 'simulated_bot',
      appName: 'iRICH',
      appShortName: 'app',
      publicUrl: 'https://irich.test',
      initDataMaxAgeS: 86_400,
      trustedProxies: [],
      wallets: WALLETS,
    },
    clock,
    limiter: noLimits,
    market: sampleMarket(),
    calendar: sampleCalendar(clock),
    hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
    sha256,
    randomToken: () => `token${ids++}`.padEnd(32, 'x'),
    newRecordId: () => chance.uuid(),
    requestId: () => `${ids++}`,
    socketAddress: () => '192.0.2.1',
    version: '0.0.0',
    // Each start may be that of another build: one that writes the newest rules, or the one before it.
    rules: clock.now() % 2 === 0 ? RULES_V1 : RULES_V2,
    ...(eventsPerDay === null ? {} : { eventsPerDay }),
  } satisfies Partial<AppDeps>;
}

export function requestOf(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Request {
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  return new Request(`https://irich.test${url}`, init);
}
