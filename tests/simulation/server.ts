/** What phones talk to, whichever home the ledgers have behind it, and what both homes are made of. */
import { createHmac, hash } from 'node:crypto';
import type { AppDeps } from '#api/app.ts';
import { sampleCalendar } from '#api/calendar/sample.ts';
import { noLimits } from '#api/http/limits.ts';
import { sampleMarket } from '#api/market/sample.ts';
import type { openUserObject } from '#api/objects/user.ts';
import type { Sql } from '#api/sqlite/port.ts';
import { WALLETS } from '#tests/support/deployment.ts';
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
  /** Events that a user may append in a UTC day, in place of the product's own limit, which these ledgers never reach. */
  readonly eventsPerDay?: number | null;
  /** Whether the operator hands saved heads to a restored server. */
  readonly savesHeads?: boolean;
  /** A deliberately broken database, to see that the simulation notices. */
  readonly breakSql?: (sql: Sql) => Sql;
  /** A deliberately broken keyed hash, likewise. */
  readonly breakHmac?: (hmac: (key: string, text: string) => string) => (key: string, text: string) => string;
  /** Deliberately broken objects, likewise. */
  readonly breakObject?: (open: typeof openUserObject) => typeof openUserObject;
}

export interface SimulatedServer {
  /** What the server answers; null where it is down, or died on the way. */
  handle(
    method: string,
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<Reply | null>;
  /** An operator lets go of a user's wallet, if there is one and the server is up. */
  unlinkWallet(userId: number): Promise<void>;
  /** Dies a few statements from now, and comes back later. */
  crashSoon(): void;
  /** The disk is full for a few commits. */
  fillDisk(): void;
  /** Another version of the server runs for a moment, and this one again. */
  runOtherVersion(): void;
  backUp(): void;
  /** Copies all ledgers into a file, to be imported with a later one. */
  exportLedgers(): Promise<void>;
  /** Moves to another database. False where that cannot be done now. */
  moveLedgers(): Promise<boolean>;
  /** Goes down and comes back with an earlier backup. False where there is none. */
  restoreBackup(): boolean;
  setClock(offsetMs: number): void;
  /** Up, with the right time, and no fault planned. */
  heal(): void;
  /** Whether nothing is left to do that no request asks for. */
  isSettled(): boolean;
  /** Every database that holds ledgers, as it is committed. */
  databases(): readonly Sql[];
  /** The one with the ledger of this user; null where there is none. */
  database(userId: number): Sql | null;
  /** Newest sequence numbers by user, of the backup that was restored last. */
  restoredHeads(): ReadonlyMap<number, number>;
  readonly referrals: ReferralWitness;
  /** What is wrong with the databases themselves, once everything is calm. */
  violations(naive: ReadonlyMap<number, NaiveAccount>): readonly string[];
  /** Messages of the ledger about what nobody waits for, and of requests that failed inside. */
  readonly faults: string[];
  close(): void;
}

export const sha256 = (text: string) => hash('sha256', text);
export const hmacHex = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

/** The parts of an app that are the same in every home. Ids count up from app to app. */
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
