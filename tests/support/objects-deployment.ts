/** Every user in an object of their own in this process; the test controls messages and alarms. */

import { v7 } from 'uuid';
import { appLinkOf } from '#api/app.ts';
import { openBot } from '#api/bot/bot.ts';
import { createBotClient } from '#api/bot/client.ts';
import type { DirectoryPeer, Peers, UserPeer, WalletPeer } from '#api/credits/peers.ts';
import type { DataPoints } from '#api/deployments/durable-objects/data-points.ts';
import { directoryPart, openDirectory } from '#api/deployments/durable-objects/directory.ts';
import { createEdge } from '#api/deployments/durable-objects/edge.ts';
import { picturesThroughCache } from '#api/deployments/durable-objects/pictures.ts';
import { openProofObject, type ProofObject } from '#api/deployments/durable-objects/proof.ts';
import { openPublicObject, type PublicObject } from '#api/deployments/durable-objects/public.ts';
import { revealsOf } from '#api/deployments/durable-objects/reveals.ts';
import { openSenderObject, type SenderObject } from '#api/deployments/durable-objects/sender.ts';
import { hostsOf, openUserObject, type UserObject } from '#api/deployments/durable-objects/user.ts';
import { openWalletObject } from '#api/deployments/durable-objects/wallet.ts';
import { ownDatabase } from '#api/migrations.ts';
import { newSeed } from '#api/runtime/ed25519.ts';
import { createLimiter } from '#api/runtime/http/limits.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { withLateTables } from '#api/runtime/sqlite/late-tables.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { createPrepare } from '#api/shared-images/prepare.ts';
import { TOKEN } from './deployment.ts';
import { memoryCache } from './memory-cache.ts';
import {
  ANSWER_LIMIT_MS,
  commonParts,
  type DeploymentSeams,
  hmacHex,
  isMade,
  publicParts,
  rowsOf,
  type TestClock,
  type TestDeployment,
} from './test-deployment.ts';

export interface ObjectsOptions extends DeploymentSeams {
  readonly everyMs?: number;
  readonly jitterMs?: () => number;
  /** Wraps calls between objects: a test may lose, delay or repeat them. */
  readonly between?: (from: number, peers: Peers) => Peers;
  /** A database that exists already, by its name such as `user 1`; null for an empty one. */
  readonly stored?: (name: string) => NodeSqlite | null;
  readonly metrics?: DataPoints;
}

export interface Host {
  readonly userId: number;
  readonly sql: Sql;
  object: UserObject;
  /** Time of the alarm, milliseconds. */
  alarmAt: number | null;
}

export function openObjects(options: ObjectsOptions) {
  const { clock, everyMs = 600_000 } = options;
  const hosts = new Map<number, Host>();
  const directories = new Map<number, { readonly sql: Sql; readonly peer: DirectoryPeer }>();
  const wallets = new Map<string, Sql>();
  /** Living objects. */
  const walletPeers = new Map<string, WalletPeer>();
  const faults: string[] = [];
  const parts = commonParts(options);
  const onFault = (message: string, cause: unknown) => {
    faults.push(`${message}: ${cause}`);
    options.onFault?.(message, cause);
  };
  const sending = senderOf(options, (userId) => host(userId).object);
  const prices = pricesOf(options, (userId) => host(userId).object, onFault);
  const log = logOf(options, directory, (userId) => host(userId).object, onFault);

  function peersOf(from: number): Peers {
    const peers: Peers = {
      user: (userId): UserPeer => ({
        registeredAt: () => host(userId).object.registeredAt(),
        receive: (message) => host(userId).object.receive(structuredClone(message)),
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
    const sql = openSql(options, `directory ${part}`);
    const peer = openDirectory(sql, clock.now());
    directories.set(part, { sql, peer });
    return peer;
  }

  /** By the keyed hash of its address. */
  function wallet(name: string): WalletPeer {
    const sql = wallets.get(name) ?? openSql(options, `wallet ${name}`);
    wallets.set(name, sql);
    const peer = walletPeers.get(name) ?? openWalletObject({ sql, clock, wallet: name, user: holderOf });
    walletPeers.set(name, peer);
    return peer;
  }

  const holderOf = (userId: number) => ({ holds: (name: string) => host(userId).object.holds(name) });

  function host(userId: number): Host {
    const known = hosts.get(userId);
    if (known !== undefined) return known;
    const sql = withLateTables(openSql(options, `user ${userId}`), ownDatabase, clock);
    const made: Host = { userId, sql, alarmAt: null, object: openObject(userId, sql) };
    hosts.set(userId, made);
    return made;
  }

  function openObject(userId: number, sql: Sql): UserObject {
    return openUserObject({
      ...parts,
      limiter: options.limiter ?? createLimiter(clock),
      userId,
      sql,
      proofLog: log?.peer ?? null,
      hmacHex,
      schedule: setImmediate,
      creditSecret: 'the secret of these tests',
      readOnly: options.readOnly?.(userId) ?? false,
      everyMs,
      jitterMs: options.jitterMs ?? (() => 0),
      peers: peersOf(userId),
      notifier: options.notifier ?? null,
      measures: options.metrics
        ? {
            onCommit: options.metrics.onCommit,
            onCreditWaiting: (ms) => options.metrics?.gauge('irich_credits_waiting_seconds', ms / 1000),
          }
        : null,
      ...(options.bot === undefined
        ? {}
        : { prepare: createPrepare({ api: clientOf(options.bot), appName: parts.config.appName, onFault }) }),
      sender:
        sending === null
          ? null
          : {
              take: (handover) => sending.object().take(structuredClone(handover)),
              forget: (user) => sending.object().forget(user),
            },
      calendar: options.calendar ?? { calendar: () => prices.object().calendar() },
      prices: { keepAlerts: async (change) => prices.object().keepAlerts(structuredClone(change)) },
      alarm: {
        set(at) {
          host(userId).alarmAt = at;
        },
        clear() {
          host(userId).alarmAt = null;
        },
      },
    });
  }

  const bot = openBot(
    { ...parts.config, botToken: TOKEN, botWebhookSecret: options.bot?.secret ?? null },
    appLinkOf(parts.config),
    hostsOf((userId) => host(userId).object),
    onFault,
  );
  const edge = createEdge({
    ...parts,
    ...(bot === null ? {} : { webhook: bot }),
    ...(options.metrics && {
      onRequest: options.metrics.onRequest,
      onForwarded: options.metrics.onRequest,
    }),
    user: (userId) => host(userId).object,
    proofLog: log?.peer ?? null,
    findPicture: picturesThroughCache(
      memoryCache(clock),
      parts.config.publicUrl,
      clock,
      (userId) => host(userId).object,
    ),
    reveals: revealsOf({
      user: (userId) => host(userId).object,
      prices: prices.object,
      log: log?.peer ?? null,
    }),
  });

  /** Runs every due alarm until none is left. Returns their number. */
  async function ring(): Promise<number> {
    let rung = 0;
    for (;;) {
      const due = [...hosts.values()].filter(({ alarmAt }) => alarmAt !== null && alarmAt <= clock.now());
      const alone = [sending, prices, log].filter(
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
    hosts,
    host,
    directory,
    wallets,
    wallet,
    faults,
    sending,
    prices,
    log,
    ring,
    /** Drops an object's memory; its database and alarm stay. */
    evict(userId: number): void {
      const one = host(userId);
      one.object = openObject(userId, one.sql);
    },
    /** Drops the memory of wallet objects. */
    evictWallets: () => walletPeers.clear(),
    fetch: (request: Request) => edge(request, request.headers.get('cf-connecting-ip')),
    /** The rows of every database, by its name. */
    rows: () =>
      [
        ...[...hosts].map(([userId, { sql }]) => [`user ${userId}`, rowsOf(sql)] as const),
        ...[...directories].map(([part, { sql }]) => [`directory ${part}`, rowsOf(sql)] as const),
        ...[...wallets].map(([name, sql]) => [`wallet ${name}`, rowsOf(sql)] as const),
        ['public', rowsOf(prices.sql)] as const,
      ].filter(([, rows]) => rows.length > 0),
  };
}

function openSql({ stored }: ObjectsOptions, name: string): NodeSqlite {
  return stored?.(name) ?? openBetterSqlite3(':memory:');
}

/** The sender object; null without a bot. */
function senderOf(options: ObjectsOptions, recipient: (userId: number) => UserObject) {
  const { bot, clock } = options;
  if (bot === undefined) return null;
  const sql = openSql(options, 'sender');
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
      measures: options.metrics ?? null,
    });
  let object: SenderObject | null = null;
  const one = {
    sql,
    alarmAt: null as number | null,
    object(): SenderObject {
      object ??= open();
      return object;
    },
    /** Drops its memory. */
    evict(): void {
      object = null;
    },
  };
  return one;
}

/**
 * The public object with the prices: it calls the services if the test names them, and otherwise only receives
 * alerts.
 */
function pricesOf(
  options: ObjectsOptions,
  user: (userId: number) => UserObject,
  onFault: (message: string, cause: unknown) => void,
) {
  const sql = openSql(options, 'public');
  const open = (): PublicObject =>
    openPublicObject({
      ...publicParts(options),
      sql,
      onFault,
      user: options.bot === undefined ? null : user,
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
    /** Drops its memory. */
    evict(): void {
      object = null;
    },
  };
  return one;
}

/** The object of the log; null if nothing is published. */
function logOf(
  options: ObjectsOptions,
  directory: (part: number) => DirectoryPeer,
  user: (userId: number) => UserObject,
  onFault: (message: string, cause: unknown) => void,
) {
  const { proof, clock } = options;
  if (proof === undefined) return null;
  const sql = proof.sql ?? openSql(options, 'proof');
  const open = (): ProofObject =>
    openProofObject({
      ...proof,
      sql,
      clock,
      origin: proof.signers[0]?.key.name ?? '',
      pause: async () => undefined,
      newBuild: v7,
      newSecret: proof.newSecret ?? newSeed,
      directory,
      user,
      readOnly: options.readOnly?.(0) ?? false,
      onFault,
      alarm: {
        set(at) {
          one.alarmAt = at;
        },
        clear() {
          one.alarmAt = null;
        },
      },
    });
  let object: ProofObject | null = null;
  const one = {
    sql,
    alarmAt: clock.now() as number | null,
    object(): ProofObject {
      object ??= open();
      return object;
    },
    peer: {
      file: (path: string) => one.object().file(path),
      proof: (userId: number, day: string | null) => one.object().proof(userId, day),
      seal: (day: string, seal: string) => one.object().seal(day, seal),
    },
    /** Drops its memory. */
    evict(): void {
      object = null;
    },
  };
  return one;
}

function clientOf({ apiUrl }: NonNullable<DeploymentSeams['bot']>) {
  return createBotClient({ token: TOKEN, apiUrl, fetch, limitMs: ANSWER_LIMIT_MS });
}

export type Objects = ReturnType<typeof openObjects>;

export async function openObjectsDeployment(seams: DeploymentSeams): Promise<TestDeployment> {
  return testDeployment(openObjects(seams), seams.clock);
}

export function testDeployment(world: Objects, clock: TestClock): TestDeployment {
  return {
    fetch: world.fetch,
    look: async (userId, work) => work(world.host(userId).sql),
    inPrices: (work) => work(world.prices.sql),
    publicData: {
      overview: () => world.prices.object().overview(),
      coins: () => world.prices.object().coins(),
      calendar: () => world.prices.object().calendar(),
    },
    lookAtLog: async (work) => {
      if (world.log === null) throw new Error('Nothing is published');
      return work(world.log.sql);
    },
    dump: async () => JSON.stringify(world.rows()),
    databases: async () => [...world.hosts.values()].filter(({ sql }) => isMade(sql)).length,
    async restart() {
      world.sending?.evict();
      world.prices.evict();
      world.log?.evict();
      world.evictWallets();
      for (const userId of world.hosts.keys()) world.evict(userId);
    },
    ring: world.ring,
    async until(at) {
      for (await world.ring(); clock.at < at; await world.ring()) {
        const alarms = [...world.hosts.values(), world.sending, world.prices, world.log].flatMap(
          (one) => one?.alarmAt ?? [],
        );
        clock.at = Math.min(at, Math.max(clock.at, Math.min(at, ...alarms)));
      }
    },
    async settle() {
      for (;;) {
        const alarms = [...world.hosts.values()].flatMap(({ alarmAt }) => alarmAt ?? []);
        if (alarms.length === 0) return;
        clock.at = Math.max(clock.at, Math.min(...alarms));
        await world.ring();
      }
    },
  };
}
