/** The classes of Durable Objects, by the names that `wrangler.toml` gives them. */
import { DurableObject } from 'cloudflare:workers';
import { createHmac } from 'node:crypto';
import { v7 } from 'uuid';
import type { LaunchData } from '#api/auth/launch-data.ts';
import type { ImportedEvent } from '#api/calendar/import-file.ts';
import type { CalendarProvider } from '#api/calendar/provider.ts';
import { sampleCalendar } from '#api/calendar/sample.ts';
import type { CloudflareConfig } from '#api/config.ts';
import type { ReferralMessage } from '#api/credits/message.ts';
import type { DirectoryPeer, WalletPeer } from '#api/credits/peers.ts';
import type { AlertsChange, Crossing } from '#api/notifications/price-alerts/peers.ts';
import type { Handover, PendingNotification, SenderPeer } from '#api/notifications/sender/messages.ts';
import { logKeys, witnessesOf } from '#api/proof/cosign.ts';
import { readSigners } from '#api/proof/signer.ts';
import { newSeed } from '#api/runtime/ed25519.ts';
import type { Alarm } from '#api/runtime/scheduler.ts';
import { durableObjectSql, type Meter } from '#api/runtime/sqlite/durable-object.ts';
import { openMinting } from '#api/sbt/minting.ts';
import { createPrepare } from '#api/shared-images/prepare.ts';
import type { Ask } from '#api/transfer/operate.ts';
import { COMPOSE_LIMIT_MS, within } from './call-timeout.ts';
import { openDirectory } from './directory.ts';
import {
  after,
  asking,
  botClient,
  clock,
  configured,
  directoryObject,
  metrics,
  onFault,
  onRecovered,
  peers,
  proofLog,
  publicObject,
  sayRequest,
  senderObject,
  shared,
  sharedCache,
  userObject,
} from './platform.ts';
import { openProofObject, type ProofObject as ProofObjectHost } from './proof.ts';
import { openPublicObject, type PublicObject as PublicObjectHost, throughCache } from './public.ts';
import { openSenderObject } from './sender.ts';
import { openUserObject, type UserObject as UserObjectHost } from './user.ts';
import { openWalletObject } from './wallet.ts';

/** Keeps the ledger of the user whose id is its name. */
export class UserObject extends DurableObject implements Omit<UserObjectHost, 'onAlarm'> {
  readonly #config = configured();
  /** Rows since the last request was answered: every log line says what is billed. */
  readonly #rows: Meter = { rowsRead: 0, rowsWritten: 0 };
  readonly #user = openUserObject({
    ...shared(),
    newRecordId: () => v7(),
    proofLog: proofLog(this.#config),
    minting: openMinting(this.#config.sbt, { asking: asking(this.#config), onFault }),
    onRequest: (line) => {
      sayRequest(line, this.#rows);
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
    calendar: { calendar: () => within(after, sharedCalendar(this.#config.publicUrl).calendar()) },
    prices: { keepAlerts: (change) => within(after, publicObject().keepAlerts(change)) },
    ...(this.#config.botWebhookSecret === null
      ? {}
      : { prepare: createPrepare({ api: botClient(this.#config), appName: this.#config.appName, onFault }) }),
    alarm: alarmOf(this.ctx),
    onRecovered,
    measures: metrics && {
      onCommit: (commit) => metrics?.onCommit(commit, this.ctx.storage.sql.databaseSize),
      onCreditWaiting: (ms) => metrics?.gauge('irich_credits_waiting_seconds', ms / 1000),
    },
  });

  answer(request: Request, launch: LaunchData | null) {
    return this.#user.answer(request, launch);
  }
  registeredAt() {
    return this.#user.registeredAt();
  }
  receive(message: ReferralMessage) {
    return this.#user.receive(message);
  }
  operate(ask: Ask) {
    return this.#user.operate(ask);
  }
  unlinkWallet(reason: string) {
    return this.#user.unlinkWallet(reason);
  }
  personalExport() {
    return this.#user.personalExport();
  }
  eraseUser() {
    return this.#user.eraseUser();
  }
  picture(tokenHash: string) {
    return this.#user.picture(tokenHash);
  }
  revealed(hash: string) {
    return this.#user.revealed(hash);
  }
  compose(message: PendingNotification) {
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
  leaf(day: number, newest: number | null) {
    return this.#user.leaf(day, newest);
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

/** Lists the users of one part of the directory. */
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
    user: (userId) => ({ holds: (wallet) => within(after, userObject(userId).holds(wallet)) }),
  });

  reserve(userId: number) {
    return this.#wallet.reserve(userId);
  }
  holder() {
    return this.#wallet.holder();
  }
}

/** Sends the bot's messages; there is one. */
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
    onRecovered,
    measures: metrics,
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

/** Keeps market, calendar and price alerts. */
export class PublicObject extends DurableObject implements Omit<PublicObjectHost, 'onAlarm'> {
  readonly #config = configured();
  readonly #data = openPublicObject({
    ...asking(this.#config),
    sql: durableObjectSql(this.ctx.storage),
    config: this.#config,
    calendar: sampleCalendar(clock),
    alarm: alarmOf(this.ctx),
    user:
      this.#config.botWebhookSecret === null || this.#config.readOnly
        ? null
        : (userId) => ({ crossed: (crossing) => within(after, userObject(userId).crossed(crossing)) }),
    onFault,
    onRecovered,
  });

  overview() {
    return this.#data.overview();
  }
  coins() {
    return this.#data.coins();
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
  prices(plan: string, since: number) {
    return this.#data.prices(plan, since);
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

/** Keeps the log of published totals, and builds each day of it. */
export class ProofObject extends DurableObject implements Omit<ProofObjectHost, 'onAlarm'> {
  readonly #config = configured();
  /** Null once the key is taken away: an alarm may come later. */
  readonly #log = this.#config.proofSigningKey === null ? null : this.#open(this.#config);

  #open(config: CloudflareConfig): ProofObjectHost {
    const { proofOrigin, proofSigningKey, proofKeyChanges: keyChanges, proofWitnesses: witnesses } = config;
    const sql = durableObjectSql(this.ctx.storage);
    const signers = readSigners(proofSigningKey ?? '') ?? [];
    return openProofObject({
      sql,
      origin: proofOrigin ?? '',
      signers,
      keyChanges,
      cosign: witnessesOf(sql, logKeys(signers, keyChanges), {
        witnesses,
        fetch: (url, init) => fetch(url, init),
        onFault,
        onRecovered,
      }),
      pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
      newBuild: () => v7(),
      newSecret: newSeed,
      directory: (part) => ({
        list: (last, limit) => within(after, directoryObject(part).list(last, limit)),
      }),
      user: (userId) => ({ leaf: (day, newest) => within(after, userObject(userId).leaf(day, newest)) }),
      clock,
      alarm: alarmOf(this.ctx),
      readOnly: config.readOnly,
      onFault,
      onRecovered,
    });
  }

  async file(path: string) {
    return (await this.#log?.file(path)) ?? null;
  }
  async proof(userId: number, day: string | null) {
    return (await this.#log?.proof(userId, day)) ?? null;
  }
  async seal(day: string, seal: string) {
    return (await this.#log?.seal(day, seal)) ?? null;
  }
  async refresh() {
    await this.#log?.refresh();
  }
  async newestDay() {
    return (await this.#log?.newestDay()) ?? null;
  }
  async alarm(): Promise<void> {
    await this.#log?.onAlarm();
  }
}

/** Through the platform's cache: many users are reminded of the same event at the same time. */
function sharedCalendar(publicUrl: string): CalendarProvider {
  return throughCache(sharedCache(), publicUrl, publicObject).calendar;
}

/** Set in the turn of the commit that asks for it, and so kept with it or not at all. */
function alarmOf({ storage }: DurableObject['ctx']): Alarm {
  return { set: (at) => void storage.setAlarm(at), clear: () => void storage.deleteAlarm() };
}
