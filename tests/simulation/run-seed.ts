/** One seed: a few users on a few phones, some days of trouble, then calm, and then the invariants. */
import type { openUserObject } from '#api/deployments/durable-objects/user.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { Head, StoredEvent } from '#core/points/events.ts';
import type { Store } from '#device/store/port.ts';
import { type Account, launch } from './account.ts';
import { calm, rest } from './calm.ts';
import { type Chance, chanceOf } from './chance.ts';
import type { AttemptedEdit } from './edits.ts';
import { violationsOf } from './invariants.ts';
import { writeLongLedger } from './long-ledger.ts';
import { simulatedMachine } from './machine.ts';
import { simulatedObjects } from './objects.ts';
import type { Path, Reached } from './paths.ts';
import { type App, createPhone, kill, openApp, type Phone } from './phone.ts';
import type { SimulatedServer } from './server.ts';
import { actOn } from './user.ts';
import { type VirtualTime, virtualTime } from './virtual-time.ts';
import { type LinkedWallet, linkSomeWallet, unlinkSomeWallet } from './wallets.ts';
import { fetchOver } from './wire.ts';

/** Deliberate bugs that the simulation has to notice. */
export interface Breakage {
  readonly sql?: (sql: Sql) => Sql;
  readonly hmac?: (hmac: (key: string, text: string) => string) => (key: string, text: string) => string;
  readonly object?: (open: typeof openUserObject) => typeof openUserObject;
  readonly store?: (store: Store) => Store;
  readonly body?: (url: string, body: string | undefined) => string | undefined;
  /** No daily limit. */
  readonly admitsAll?: boolean;
}

/** Where the ledgers are: all in one database, or each in its own object. */
export type DeploymentName = keyof typeof DEPLOYMENTS;
const DEPLOYMENTS = { machine: simulatedMachine, objects: simulatedObjects };

export interface SeedResult {
  readonly seed: number;
  /** Empty if all invariants hold. */
  readonly violations: readonly string[];
  /** A hash of everything that happened, the same for the same seed. */
  readonly fingerprint: string;
  readonly steps: number;
  readonly records: number;
  /** How often the rare paths were reached. */
  readonly reached: Reached;
  readonly trace: readonly string[];
}

export interface World {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly server: SimulatedServer;
  readonly accounts: readonly Account[];
  readonly phones: readonly Phone[];
  readonly trace: (line: string) => void;
  /** Opens the app on a phone. @param ageS age of the launch data, seconds. */
  readonly open: (phone: Phone, ageS: number) => App;
  /** Events that phones had seen and restores removed. */
  readonly takenAway: Map<Phone, readonly Head[]>;
  /** Wallets reported to users as linked. */
  readonly linked: LinkedWallet[];
  /** All edits of outcomes and accounts so far. */
  readonly edits: AttemptedEdit[];
  /** Whether users note outcomes. In half of these worlds the server's clock is right, so that the newest edit is known. */
  readonly hasEdits: boolean;
  readonly hasSteadyServer: boolean;
  readonly reach: (path: Path) => void;
  /** Whether users often delete single records, and the server is restored at times. */
  readonly hasErasures: boolean;
  /** Whether users often delete their data. */
  readonly hasDeletions: boolean;
  /** How often the server was restored. */
  restores: number;
  /** Events that a user may append in a UTC day; null if no ledger reaches the limit. */
  readonly eventsPerDay: number | null;
}

/** The share of seeds in which one user's ledger is long from the start. */
const LONG = 0.02;
/** Users note outcomes in every seventh seed: the others stay as they were, among them the fixed ones. */
const EDITS_EVERY = 7;
/** Of so many seeds, one has users who often delete single records, and restores. */
const ERASURES_EVERY = 23;
const START = Date.UTC(2026, 2, 1, 9);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export async function runSeed(
  seed: number,
  options: {
    readonly deployment?: DeploymentName;
    readonly keepTrace?: boolean;
    readonly breakage?: Breakage;
  } = {},
): Promise<SeedResult> {
  const { breakage = {} } = options;
  const chance = chanceOf(seed);
  const time = virtualTime(START);
  const lines: string[] = [];
  let fingerprint = 0x811c9dc5;
  const trace = (line: string) => {
    const text = `${time.now() - START} ${line}`;
    for (let i = 0; i < text.length; i++)
      fingerprint = Math.imul(fingerprint ^ text.charCodeAt(i), 0x01000193);
    if (options.keepTrace === true) lines.push(text);
  };
  const reached: Reached = {};
  const reach = (path: Path) => {
    reached[path] = (reached[path] ?? 0) + 1;
  };
  // Every sixteenth seed has a limit that its users reach; half of these give saved heads to a restored server.
  const eventsPerDay = seed % 16 === 0 ? 4 : null;
  const server = DEPLOYMENTS[options.deployment ?? 'machine']({
    eventsPerDay: breakage.admitsAll === true ? null : eventsPerDay,
    savesHeads: seed % 32 === 0,
    time,
    chance,
    trace,
    reach,
    ...(breakage.sql === undefined ? {} : { breakSql: breakage.sql }),
    ...(breakage.hmac === undefined ? {} : { breakHmac: breakage.hmac }),
    ...(breakage.object === undefined ? {} : { breakObject: breakage.object }),
  });
  const accounts = createAccounts(chance);
  const phones = accounts.flatMap((account, index) =>
    Array.from({ length: chance.happens(0.35) ? 2 : 1 }, (_, which) =>
      createPhone(`${index}${'ab'[which]}`, account, chance.happens(0.9)),
    ),
  );

  const world: World = {
    time,
    chance,
    server,
    accounts,
    phones,
    trace,
    takenAway: new Map(),
    linked: [],
    edits: [],
    hasEdits: seed % EDITS_EVERY === 1,
    hasSteadyServer: seed % EDITS_EVERY === 1 && seed % 2 === 0,
    reach,
    hasErasures: seed % ERASURES_EVERY === 8,
    hasDeletions: chance.happens(0.2),
    restores: 0,
    eventsPerDay,
    open(phone, ageS) {
      const { account } = phone;
      const oldest = Math.max(0, ...account.launches.map(({ authDate }) => authDate));
      const authDate = Math.max(Math.floor(time.now() / 1000) - ageS, oldest);
      const startParameter = chance.happens(0.8) ? account.startParameter : null;
      return openApp(phone, {
        time,
        chance,
        launchData: launch(account, authDate, startParameter),
        fetch: fetchOver({
          wire: phone.wire,
          time,
          chance,
          server,
          trace: (line) => trace(`${phone.name} ${line}`),
          reach,
          onHandled: (url, reply) => {
            if (reply?.includes('"too_many_today"') === true)
              reach('a record was held back until the next day');
            if (url === '/api/user/register') server.referrals.look();
          },
          ...(breakage.body === undefined ? {} : { breakBody: breakage.body }),
        }),
        log: (message) => trace(`${phone.name}: ${message}`),
        ...(breakage.store === undefined ? {} : { breakStore: breakage.store }),
      });
    },
  };

  const violations: string[] = [];
  try {
    // With a daily limit it would take a year to grow.
    const isLong = eventsPerDay === null && chance.happens(LONG);
    if (isLong) await writeLongLedger(world, chance.pick(accounts));
    await trouble(world, isLong);
    violations.push(...(await rest(world)));
    await calm(world);
    violations.push(...(await violationsOf(world)));
  } catch (cause) {
    violations.push(`the simulation itself failed: ${cause instanceof Error ? cause.stack : cause}`);
  } finally {
    for (const phone of phones) for (const app of phone.apps) kill(app);
    server.close();
  }
  let records = 0;
  for (const { promised } of phones) records += promised.size;
  return {
    seed,
    violations,
    fingerprint: (fingerprint >>> 0).toString(16).padStart(8, '0'),
    steps: time.steps(),
    records,
    reached,
    trace: lines,
  };
}

/**
 * Chains of invitations: each user may have been invited by an earlier one, by no one, by a stranger, or in
 * vain by themselves.
 */
function createAccounts(chance: Chance): Account[] {
  const count = chance.between(2, 4);
  return Array.from({ length: count }, (_, index) => {
    const userId = 1001 + index;
    const inviter =
      index > 0 && chance.happens(0.8)
        ? 1000 + chance.between(Math.max(1, index - 1), index)
        : chance.pick([null, userId, 999_999]);
    return {
      userId,
      premium: chance.happens(0.4),
      startParameter: inviter === null ? chance.pick([null, 'tapps_New&web']) : String(inviter),
      launches: [],
      lostLaunch: null,
      askedToDelete: false,
      toldDeleted: false,
    };
  });
}

/** Some days in which anything may go wrong at any moment. */
async function trouble(world: World, hasLongLedger: boolean): Promise<void> {
  const { time, chance, phones, server } = world;
  const steps = chance.between(20, 70);
  const hasRestores = chance.happens(0.4) || world.hasErasures;
  for (let i = 0; i < steps; i++) {
    actOn(world, chance.pick(phones));
    if (chance.happens(0.04)) linkSomeWallet(world);
    if (chance.happens(0.02)) unlinkSomeWallet(world);
    if (chance.happens(0.06)) server.crashSoon();
    if (chance.happens(0.03)) server.fillDisk();
    if (chance.happens(0.01)) server.runOtherVersion();
    if (hasLongLedger && i % 10 === 9) server.runOtherVersion();
    if (chance.happens(0.02)) await server.exportLedgers();
    if (chance.happens(world.hasDeletions ? 0.05 : 0.01) && (await server.moveLedgers()))
      server.referrals.restored();
    if (chance.happens(0.05) && !world.hasSteadyServer)
      server.setClock(chance.pick([0, 0, chance.between(-3, 3) * 6 * HOUR, 90_000]));
    if (hasRestores && chance.happens(0.08)) server.backUp();
    if (hasRestores && chance.happens(0.025) && restore(world)) server.referrals.restored();
    const isLong = chance.happens(0.06);
    if (isLong) for (const phone of phones) putAside(chance, phone);
    await time.runUntil(
      time.now() + (isLong ? chance.between(1, 30) * HOUR : chance.wait(chance.pick([300, 5_000, MINUTE]))),
    );
    if (isLong) for (const phone of phones) phone.isVisible = true;
  }
}

/** The app is hidden for hours, and usually the system ends it. */
function putAside(chance: Chance, phone: Phone): void {
  phone.isVisible = chance.happens(0.01);
  for (const app of phone.apps) if (chance.happens(0.75)) kill(app);
}

function restore(world: World): boolean {
  const { phones, server, takenAway } = world;
  const before = phones.map((phone) => ({ phone, events: eventsOn(phone) }));
  if (!server.restoreBackup()) return false;
  world.restores += 1;
  const heads = server.restoredHeads();
  for (const { phone, events } of before) {
    const last = heads.get(phone.account.userId) ?? 0;
    takenAway.set(phone, [...(takenAway.get(phone) ?? []), ...events.filter(({ seq }) => seq > last)]);
  }
  return true;
}

function eventsOn(phone: Phone): readonly Head[] {
  return [...(phone.database.tables.get('events')?.values() ?? [])] as unknown as readonly StoredEvent[];
}
