/** Every user in a home of their own, as objects of one process: their messages and alarms are in the test's hand. */
import { appLinkOf } from '#api/app.ts';
import { createBotClient } from '#api/bot/client.ts';
import { openBot } from '#api/bot/webhook.ts';
import type { DirectoryPeer, Peers, UserPeer, WalletPeer } from '#api/exchange/peers.ts';
import { createLimiter } from '#api/http/limits.ts';
import { directoryPart, openDirectory } from '#api/objects/directory.ts';
import { createEdge } from '#api/objects/edge.ts';
import { picturesThroughCache } from '#api/objects/pictures.ts';
import { openPublicObject, type PublicObject } from '#api/objects/public.ts';
import { openSenderObject, type SenderObject } from '#api/objects/sender.ts';
import { homesOf, openUserObject, type UserObject } from '#api/objects/user.ts';
import { openWalletObject } from '#api/objects/wallet.ts';
import { createPrepare } from '#api/share/prepare.ts';
import { openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/sqlite/port.ts';
import { TOKEN } from './deployment.ts';
import {
  commonParts,
  type HomeSeams,
  hmacHex,
  isMade,
  publicParts,
  rowsOf,
  type TestClock,
  type TestHome,
} from './homes.ts';
import { memoryCache } from './memory-cache.ts';

export interface ObjectsOptions extends HomeSeams {
  readonly everyMs?: number;
  readonly jitterMs?: () => number;
  /** Stands between the homes: a test may lose, delay or repeat what they say. */
  readonly between?: (from: number, peers: Peers) => Peers;
}

export interface Home {
  readonly userId: number;
  readonly sql: Sql;
  object: UserObject;
  /** When it wants to be woken, milliseconds. */
  alarmAt: number | null;
}

export function objectHomes(options: ObjectsOptions) {
  const { clock, everyMs = 600_000 } = options;
  const homes = new Map<number, Home>();
  const directories = new Map<number, { readonly sql: Sql; readonly peer: DirectoryPeer }>();
  const wallets = new Map<string, Sql>();
  /** Those that live. */
  const walletPeers = new Map<string, WalletPeer>();
  const faults: string[] = [];
  const parts = commonParts(options);
  const onFault = (message: string, cause: unknown) => void faults.push(`${message}: ${cause}`);
  const sending = senderOf(options, (userId) => home(userId).object);
  const prices = pricesOf(options, (userId) => home(userId).object, onFault);

  function peersOf(from: number): Peers {
    const peers: Peers = {
      user: (userId): UserPeer => ({
        registeredAt: () => home(userId).object.registeredAt(),
        receive: (message) => home(userId).object.receive(structuredClone(message)),
      }),
      directory: (userId) => directory(directoryPart(userId)),
      wallet,
      onFault,
    };
    return options.between?.(from, peers) ?? peers;
  }

  function directory(part: number): DirectoryPeer {
    const known = directories.get(part);
    if (known !== undefined) return known.peer;
    const sql = openBetterSqlite3(':memory:');
    const peer = openDirectory(sql, clock.now());
    directories.set(part, { sql, peer });
    return peer;
  }

  /** By the keyed hash of its address. */
  function wallet(name: string): WalletPeer {
    const sql = wallets.get(name) ?? openBetterSqlite3(':memory:');
    wallets.set(name, sql);
    const peer = walletPeers.get(name) ?? openWalletObject({ sql, clock, wallet: name, home: holderOf });
    walletPeers.set(name, peer);
    return peer;
  }

  const holderOf = (userId: number) => ({ holds: (name: string) => home(userId).object.holds(name) });

  function home(userId: number): Home {
    const known = homes.get(userId);
    if (known !== undefined) return known;
    const sql = openBetterSqlite3(':memory:');
    const made: Home = { userId, sql, alarmAt: null, object: openObject(userId, sql) };
    homes.set(userId, made);
    return made;
  }

  function openObject(userId: number, sql: Sql): UserObject {
    return openUserObject({
      ...parts,
      limiter: options.limiter ?? createLimiter(clock),
      userId,
      sql,
      hmacHex,
      schedule: setImmediate,
      creditSecret: 'the secret of these tests',
      readOnly: options.readOnly?.(userId) ?? false,
      everyMs,
      jitterMs: options.jitterMs ?? (() => 0),
      peers: peersOf(userId),
      notifier: options.notifier ?? null,
      ...(options.bot === undefined
        ? {}
        : { prepare: createPrepare({ api: clientOf(options.bot), onFault }) }),
      sender:
        sending === null
          ? null
          : {
              take: (handover) => sending.object().take(structuredClone(handover)),
              forget: (user) => sending.object().forget(user),
            },
      prices: { keepAlerts: async (change) => prices.object().keepAlerts(structuredClone(change)) },
      alarm: {
        set(at) {
          home(userId).alarmAt = at;
        },
        clear() {
          home(userId).alarmAt = null;
        },
      },
    });
  }

  const bot = openBot(
    { botToken: TOKEN, botUsername: parts.config.botUsername, botWebhookSecret: options.bot?.secret ?? null },
    appLinkOf(parts.config),
    homesOf((userId) => home(userId).object),
    onFault,
  );
  const edge = createEdge({
    ...parts,
    ...(bot === null ? {} : { webhook: bot }),
    home: (userId) => home(userId).object,
    findPicture: picturesThroughCache(
      memoryCache(clock),
      parts.config.publicUrl,
      clock,
      (userId) => home(userId).object,
    ),
  });

  /** Wakes every home whose time has come, until none is left. Returns how many that were. */
  async function ring(): Promise<number> {
    let rung = 0;
    for (;;) {
      const due = [...homes.values()].filter(({ alarmAt }) => alarmAt !== null && alarmAt <= clock.now());
      const alone = [sending, prices].filter(
        (one) => one !== null && (one.alarmAt ?? Number.POSITIVE_INFINITY) <= clock.now(),
      );
      if (due.length === 0 && alone.length === 0) return rung;
      for (const one of due) {
        one.alarmAt = null;
        rung += 1;
        await one.object.onAlarm();
      }
      for (const one of alone) {
        if (one === null) continue;
        one.alarmAt = null;
        rung += 1;
        await one.object().onAlarm();
      }
    }
  }

  return {
    homes,
    home,
    directory,
    wallets,
    wallet,
    faults,
    sending,
    prices,
    ring,
    /** What a home had in memory is gone; its database and its alarm stay. */
    evict(userId: number): void {
      const one = home(userId);
      one.object = openObject(userId, one.sql);
    },
    /** What the objects of wallets had in memory is gone. */
    evictWallets: () => walletPeers.clear(),
    fetch: (request: Request) => edge(request, request.headers.get('cf-connecting-ip')),
    /** Rows of every database there is, by its name. */
    rows: () =>
      [
        ...[...homes].map(([userId, { sql }]) => [`user ${userId}`, rowsOf(sql)] as const),
        ...[...directories].map(([part, { sql }]) => [`directory ${part}`, rowsOf(sql)] as const),
        ...[...wallets].map(([name, sql]) => [`wallet ${name}`, rowsOf(sql)] as const),
        ['public', rowsOf(prices.sql)] as const,
      ].filter(([, rows]) => rows.length > 0),
  };
}

/** The one object that sends; null where the bot is off. */
function senderOf({ bot, clock }: ObjectsOptions, recipient: (userId: number) => UserObject) {
  if (bot === undefined) return null;
  const sql = openBetterSqlite3(':memory:');
  const open = (): SenderObject =>
    openSenderObject({
      sql,
      clock,
      alarm: {
        set(at) {
          one.alarmAt = at;
        },
        clear() {
          one.alarmAt = null;
        },
      },
      api: clientOf(bot),
      recipient,
      durable: async () => undefined,
      async pause(ms) {
        clock.at += ms;
      },
      readOnly: false,
      onFault: () => undefined,
    });
  let object: SenderObject | null = null;
  const one = {
    sql,
    alarmAt: null as number | null,
    object(): SenderObject {
      object ??= open();
      return object;
    },
    /** What it had in memory is gone. */
    evict(): void {
      object = null;
    },
  };
  return one;
}

/** The one object with the prices: asked of the services where the test names them, else only when it is told of alerts. */
function pricesOf(
  options: ObjectsOptions,
  home: (userId: number) => UserObject,
  onFault: (message: string, cause: unknown) => void,
) {
  const sql = openBetterSqlite3(':memory:');
  const open = (): PublicObject =>
    openPublicObject({
      ...publicParts(options),
      sql,
      onFault,
      home: options.bot === undefined ? null : home,
      alarm: {
        set(at) {
          one.alarmAt = at;
        },
        clear() {
          one.alarmAt = null;
        },
      },
    });
  let object: PublicObject | null = null;
  const one = {
    sql,
    alarmAt: options.services === undefined ? null : options.clock.now(),
    object(): PublicObject {
      object ??= open();
      return object;
    },
    /** What it had in memory is gone. */
    evict(): void {
      object = null;
    },
  };
  return one;
}

/** How long a call of the service may take, milliseconds of true time. */
const LIMIT_MS = 300;

function clientOf({ apiUrl }: NonNullable<HomeSeams['bot']>) {
  return createBotClient({ token: TOKEN, apiUrl, fetch, limitMs: LIMIT_MS });
}

export type Objects = ReturnType<typeof objectHomes>;

export async function openObjectHome(seams: HomeSeams): Promise<TestHome> {
  return testHome(objectHomes(seams), seams.clock);
}

export function testHome(world: Objects, clock: TestClock): TestHome {
  return {
    fetch: world.fetch,
    look: async (userId, work) => work(world.home(userId).sql),
    inPrices: (work) => work(world.prices.sql),
    dump: async () => JSON.stringify(world.rows()),
    databases: async () => [...world.homes.values()].filter(({ sql }) => isMade(sql)).length,
    async restart() {
      world.sending?.evict();
      world.prices.evict();
      world.evictWallets();
      for (const userId of world.homes.keys()) world.evict(userId);
    },
    ring: world.ring,
    async until(at) {
      for (await world.ring(); clock.at < at; await world.ring()) {
        const alarms = [...world.homes.values(), world.sending, world.prices].flatMap(
          (one) => one?.alarmAt ?? [],
        );
        clock.at = Math.min(at, Math.max(clock.at, Math.min(at, ...alarms)));
      }
    },
    async settle() {
      for (;;) {
        const alarms = [...world.homes.values()].flatMap(({ alarmAt }) => alarmAt ?? []);
        if (alarms.length === 0) return;
        clock.at = Math.max(clock.at, Math.min(...alarms));
        await world.ring();
      }
    },
  };
}
