/**
 * The home on Cloudflare, as `wrangler.toml` describes it: the edge, one object per user with their ledger, the parts of the
 * list of all users, and one object for market and calendar. What they do is in `objects/`, which knows no runtime.
 */

import { DurableObject, env, type Namespace } from 'cloudflare:workers';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import packageJson from '../package.json' with { type: 'json' };
import type { AlertsChange, CrossedPeer, Crossing } from './alerts/peers.ts';
import { appLinkOf } from './app.ts';
import { createBotClient } from './bot/client.ts';
import { openBot } from './bot/webhook.ts';
import type { ImportedEvent } from './calendar/import-file.ts';
import { sampleCalendar } from './calendar/sample.ts';
import { type CloudflareConfig, readCloudflareConfig } from './config.ts';
import type { Message } from './exchange/message.ts';
import type { DirectoryPeer, Peers, UserPeer, WalletPeer } from './exchange/peers.ts';
import { createLimiter } from './http/limits.ts';
import { type StaticFile, staticFiles } from './http/static.ts';
import type { Ask } from './moving/operate.ts';
import type { Handover, SenderPeer, Message as Telling } from './notifications/messages.ts';
import type { Alarm } from './objects/alarm.ts';
import { directoryPart, openDirectory } from './objects/directory.ts';
import { createEdge } from './objects/edge.ts';
import type { OperatedHome, OperatorDeps } from './objects/operator.ts';
import { type PictureHome, picturesThroughCache } from './objects/pictures.ts';
import { openPublicObject, type PublicObject as PublicHome, throughCache } from './objects/public.ts';
import { objectsReadiness } from './objects/readiness.ts';
import { openSenderObject, type SenderObject as SenderObjectOf } from './objects/sender.ts';
import { neverFailing } from './objects/shared-cache.ts';
import { homesOf, openUserObject, type ToldPeer } from './objects/user.ts';
import { type HolderPeer, openWalletObject } from './objects/wallet.ts';
import { type After, COMPOSE_LIMIT_MS, within } from './objects/within.ts';
import type { Asking } from './outside/fetch-json.ts';
import { openMinting } from './sbt/minting.ts';
import { createPrepare } from './share/prepare.ts';
import { durableObjectSql, type Meter } from './sqlite/durable-object.ts';
import { walletOrigins } from './wallet/config.ts';

interface Fetcher {
  fetch(request: Request): Promise<Response>;
}

/** What `wrangler.toml` binds. */
const { USER, DIRECTORY, PUBLIC, SENDER, WALLET, ASSETS } = env as {
  readonly USER: Namespace<
    UserPeer & OperatedHome & ToldPeer & PictureHome & CrossedPeer & HolderPeer & Fetcher
  >;
  readonly DIRECTORY: Namespace<DirectoryPeer>;
  readonly PUBLIC: Namespace<PublicHome>;
  readonly SENDER: Namespace<SenderPeer & Pick<SenderObjectOf, 'waitingSince'>>;
  readonly WALLET: Namespace<WalletPeer>;
  readonly ASSETS: Fetcher;
};
const read = readCloudflareConfig(env);
const faults = read.ok ? [] : read.faults;

// A stub is of no use once its object was reset, so each call takes a new one. No call is made twice: the
// caller asks again, and an object that is overloaded is spared.
const userObject = (userId: number) => USER.get(USER.idFromName(`${userId}`));
const senderObject = () => SENDER.get(SENDER.idFromName('sender'));
const publicObject = () => PUBLIC.get(PUBLIC.idFromName('public'));
const directoryObject = (userId: number) =>
  DIRECTORY.get(DIRECTORY.idFromName(`directory-${directoryPart(userId)}`));

const walletObject = (name: string): WalletPeer => {
  const object = () => WALLET.get(WALLET.idFromName(name));
  return {
    reserve: (userId) => within(after, object().reserve(userId)),
    holder: () => within(after, object().holder()),
  };
};

const clock = { now: () => Date.now() };
const after: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
const sharedCache = () => neverFailing(caches.default, onFault);
const peers: Peers = { user: userObject, directory: directoryObject, wallet: walletObject, onFault };

const ready = objectsReadiness({
  clock,
  after,
  market: publicObject,
  sender: read.ok && read.config.botWebhookSecret !== null ? senderObject : null,
});

function configured(): CloudflareConfig {
  if (!read.ok) throw new Error(faults.join('; '));
  return read.config;
}

/** What the edge and the object of a user have in common; each has limits of its own. */
function shared() {
  const config = configured();
  return {
    config,
    clock,
    ...throughCache(sharedCache(), config.publicUrl, publicObject),
    ready,
    limiter: createLimiter(clock),
    hmac: (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest(),
    sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
    randomToken: () => randomBytes(24).toString('base64url'),
    newRecordId: () => v7(),
    requestId: () => randomBytes(9).toString('base64url'),
    socketAddress: (address: unknown) => (typeof address === 'string' ? address : 'unknown'),
    onRequest: say,
    version: packageJson.version,
    minting: openMinting(config.sbt, { asking: asking(config), onFault }),
  };
}

/** How services of others are asked. */
function asking({ publicUrl }: CloudflareConfig): Asking {
  return {
    clock,
    fetch: (url, init) => fetch(url, init),
    userAgent: `iRICH/${packageJson.version} (+${publicUrl})`,
  };
}

let edge: ReturnType<typeof createEdge> | null = null;

/** Made with the first request: null where the configuration is at fault. */
function openEdge(): typeof edge {
  if (!read.ok) return null;
  if (edge !== null) return edge;
  const common = shared();
  edge = createEdge({
    ...common,
    ...webhook(read.config),
    home: userObject,
    findPicture: picturesThroughCache(sharedCache(), read.config.publicUrl, clock, userObject),
    operator: operator(read.config),
    fallback: pages(common),
  });
  return edge;
}

export default {
  async fetch(request: Request): Promise<Response> {
    const answer = openEdge();
    if (answer !== null) return answer(request, request.headers.get('cf-connecting-ip'));
    const headers = { 'cache-control': 'no-store' };
    return new Response(`Not configured.\n${faults.join('\n')}\n`, { status: 503, headers });
  },

  /** The cron trigger. */
  async scheduled(): Promise<void> {
    await publicObject().refresh();
  },
};

/** Keeps the ledger of the user whose id is its name. */
export class UserObject
  extends DurableObject
  implements UserPeer, OperatedHome, ToldPeer, PictureHome, CrossedPeer, HolderPeer
{
  readonly #config = configured();
  /** Since the last request was answered; every line of the log says what is billed. */
  readonly #rows: Meter = { rowsRead: 0, rowsWritten: 0 };
  readonly #user = openUserObject({
    ...shared(),
    onRequest: (line) => {
      say({ ...line, ...this.#rows });
      this.#rows.rowsRead = 0;
      this.#rows.rowsWritten = 0;
    },
    userId: Number(this.ctx.id.name),
    sql: durableObjectSql(this.ctx.storage, this.#rows),
    hmacHex: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
    schedule: queueMicrotask,
    creditSecret: this.#config.creditSecret,
    readOnly: this.#config.readOnly,
    everyMs: this.#config.postEveryS * 1000,
    jitterMs: () => Math.random() * this.#config.postEveryS * 50,
    peers,
    notifier: null,
    sender:
      this.#config.botWebhookSecret === null
        ? null
        : {
            take: (handover) => within(after, senderObject().take(handover)),
            forget: (userId) => within(after, senderObject().forget(userId)),
          },
    prices: { keepAlerts: (change) => within(after, publicObject().keepAlerts(change)) },
    ...(this.#config.botWebhookSecret === null
      ? {}
      : { prepare: createPrepare({ api: botClient(this.#config), onFault }) }),
    alarm: alarmOf(this.ctx),
  });

  fetch(request: Request): Promise<Response> {
    return this.#user.fetch(request);
  }
  registeredAt() {
    return this.#user.registeredAt();
  }
  receive(message: Message) {
    return this.#user.receive(message);
  }
  operate(ask: Ask) {
    return this.#user.operate(ask);
  }
  unlinkWallet(reason: string) {
    return this.#user.unlinkWallet(reason);
  }
  picture(tokenHash: string) {
    return this.#user.picture(tokenHash);
  }
  compose(message: Telling) {
    return this.#user.compose(message);
  }
  refused(at: number) {
    return this.#user.refused(at);
  }
  crossed(crossing: Crossing) {
    return this.#user.crossed(crossing);
  }
  holds(wallet: string) {
    return this.#user.holds(wallet);
  }
  standing() {
    return this.#user.standing();
  }
  heard(mayWrite: boolean, at: number) {
    return this.#user.heard(mayWrite, at);
  }
  alarm(): Promise<void> {
    return this.#user.onAlarm();
  }
}

/** Lists the users of one of the parts. */
export class DirectoryObject extends DurableObject implements DirectoryPeer {
  readonly #directory = openDirectory(durableObjectSql(this.ctx.storage), clock.now());

  enter(userId: number) {
    return this.#directory.enter(userId);
  }
  list(after: number, limit: number) {
    return this.#directory.list(after, limit);
  }
}

/** Keeps the wallet whose keyed hash is its name for one user. */
export class WalletObject extends DurableObject implements WalletPeer {
  readonly #wallet = openWalletObject({
    sql: durableObjectSql(this.ctx.storage),
    clock,
    wallet: this.ctx.id.name ?? '',
    home: (userId) => ({ holds: (wallet) => within(after, userObject(userId).holds(wallet)) }),
  });

  reserve(userId: number) {
    return this.#wallet.reserve(userId);
  }
  holder() {
    return this.#wallet.holder();
  }
}

/** Sends what the bot tells users; there is one. */
export class SenderObject extends DurableObject implements SenderPeer {
  readonly #config = configured();
  readonly #sender = openSenderObject({
    sql: durableObjectSql(this.ctx.storage),
    clock,
    alarm: alarmOf(this.ctx),
    api: botClient(this.#config),
    recipient: (userId) => ({
      compose: (message) => within(after, userObject(userId).compose(message), COMPOSE_LIMIT_MS),
      refused: (at) => within(after, userObject(userId).refused(at), COMPOSE_LIMIT_MS),
    }),
    durable: () => this.ctx.storage.sync(),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    readOnly: this.#config.readOnly,
    onFault,
  });

  take(handover: Handover) {
    return this.#sender.take(handover);
  }
  forget(userId: number) {
    return this.#sender.forget(userId);
  }
  waitingSince() {
    return this.#sender.waitingSince();
  }
  alarm(): Promise<void> {
    return this.#sender.onAlarm();
  }
}

/** Keeps market and calendar, and what users have set on prices. */
export class PublicObject extends DurableObject implements Omit<PublicHome, 'onAlarm'> {
  readonly #config = configured();
  readonly #data = openPublicObject({
    ...asking(this.#config),
    sql: durableObjectSql(this.ctx.storage),
    config: this.#config,
    calendar: sampleCalendar(clock),
    alarm: alarmOf(this.ctx),
    home:
      this.#config.botWebhookSecret === null || this.#config.readOnly
        ? null
        : (userId) => ({ crossed: (crossing) => within(after, userObject(userId).crossed(crossing)) }),
    onFault,
  });

  overview() {
    return this.#data.overview();
  }
  calendar() {
    return this.#data.calendar();
  }
  refresh() {
    return this.#data.refresh();
  }
  ready() {
    return this.#data.ready();
  }
  keepAlerts(change: AlertsChange) {
    return this.#data.keepAlerts(change);
  }
  importEvents(events: readonly ImportedEvent[], removed: readonly string[], apply: boolean) {
    return this.#data.importEvents(events, removed, apply);
  }
  alarm(): Promise<void> {
    return this.#data.onAlarm();
  }
}

/** Set in the turn of the commit that asks for it, and so kept with it or not at all. */
function alarmOf({ storage }: DurableObject['ctx']): Alarm {
  return { set: (at) => void storage.setAlarm(at), clear: () => void storage.deleteAlarm() };
}

function botClient({ botToken: token, botApiUrl: apiUrl }: CloudflareConfig) {
  return createBotClient({ token, apiUrl, fetch: (url, init) => fetch(url, init) });
}

/** What is written to the bot, where it is on. */
function webhook(config: CloudflareConfig) {
  const bot = openBot(config, appLinkOf(config), homesOf(userObject), onFault);
  return bot === null ? {} : { webhook: bot };
}

/** The way for an operator to move and audit ledgers; null where there is no secret for it. */
function operator({ moveSecret, creditSecret, readOnly }: CloudflareConfig): OperatorDeps | null {
  if (moveSecret === null) return null;
  return {
    moveSecret,
    creditSecret,
    readOnly,
    home: userObject,
    directory: directoryObject,
    calendar: publicObject,
  };
}

/** Pages of the app, and 404 for files that are not there: the platform itself has answered for those that are. */
function pages({ limiter, socketAddress }: ReturnType<typeof shared>) {
  return staticFiles({
    limiter,
    socketAddress,
    trustedProxies: [],
    read: readAsset,
    connect: walletOrigins(configured().wallets),
    clock,
    requestId: () => randomBytes(9).toString('base64url'),
    onRequest: say,
  });
}

async function readAsset(path: string): Promise<StaticFile | null> {
  // Compressed on the way out, by the platform.
  if (/\.(br|gz)$/.test(path)) return null;
  const found = await ASSETS.fetch(new Request(`https://assets/${path}`));
  if (!found.ok) return null;
  const tag = found.headers.get('etag')?.replace(/^W\//, '').replaceAll('"', '') ?? '';
  return { bytes: new Uint8Array(await found.arrayBuffer()), tag };
}

function say(line: object): void {
  console.log(JSON.stringify(line));
}

function onFault(message: string, cause: unknown): void {
  const fault = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  say({ time: new Date().toISOString(), message, fault });
}
