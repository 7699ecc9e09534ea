/**
 * The object of one user: their ledger in a database of its own, the calls of this user over it, and its duties.
 * It knows no runtime: storage, alarm and peers are handed in, so the same code runs in tests and simulations.
 */

import { appLinkOf, createUserApp, tokenDeps, type UserAppDeps } from '#api/app.ts';
import type { LaunchData } from '#api/auth/launch-data.ts';
import { createExportTokens } from '#api/auth/tokens.ts';
import type { PointsSummary, UserHosts } from '#api/bot/bot.ts';
import { tellReferrer } from '#api/credits/duty.ts';
import type { Receipt, ReferralMessage } from '#api/credits/message.ts';
import type { Peers, UserPeer } from '#api/credits/peers.ts';
import { forgetFuture, oldestWaiting } from '#api/credits/post.ts';
import { receiveMessage } from '#api/credits/receive.ts';
import type { RouteDeps } from '#api/deps.ts';
import { saveExport } from '#api/exports/tokens.ts';
import { renewAccount } from '#api/ledger/accounts.ts';
import { openLedger } from '#api/ledger/ledger.ts';
import type { Commit, Ledger, LedgerDeps } from '#api/ledger/types.ts';
import { ownDatabase } from '#api/migrations.ts';
import { remindOfEvents, remindUsers, tellNews, tellSetAlerts } from '#api/notifications/duties.ts';
import { notifierTo, passOnCrossing } from '#api/notifications/pass-on.ts';
import type { Notifier } from '#api/notifications/pending/notifier.ts';
import { keepNotice } from '#api/notifications/pending/waiting.ts';
import { alertStore } from '#api/notifications/preferences/own-alerts.ts';
import type { AlertsPeer, CrossedPeer } from '#api/notifications/price-alerts/peers.ts';
import type { RecipientPeer, SenderPeer } from '#api/notifications/sender/messages.ts';
import { openRecipients } from '#api/notifications/sender/recipients.ts';
import { giveLeaf, noteLeaf } from '#api/proof/own-leaf.ts';
import { friendName } from '#api/referrals/friends.ts';
import { neighboursElsewhere } from '#api/referrals/own-database.ts';
import { type Alarm, createScheduler } from '#api/runtime/scheduler.ts';
import { begun, withLateTables } from '#api/runtime/sqlite/late-tables.ts';
import { migrateOrThrow } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { type Revealed, revealedPlan } from '#api/seals/reveals.ts';
import { dropImages, findPicture } from '#api/shared-images/pictures.ts';
import type { Accepted } from '#api/transfer/accept.ts';
import { isOfMoving, nothingToTell, type OwnAudit, operate, STILL_WRITTEN } from '#api/transfer/operate.ts';
import { eraseForOperator } from '#api/users/delete-data.ts';
import { openReservations } from '#api/wallet/reservations.ts';
import { unlinkWallet } from '#api/wallet/unlink.ts';
import { FILES } from '#core/contract/calls.ts';
import { dayOf } from '#core/points/days.ts';
import type { AnsweringHost } from './edge.ts';
import { tellErasure } from './erasures.ts';
import type { LeafPeer } from './object-leaves.ts';
import type { OperatedHost } from './operator.ts';
import type { PictureHost } from './pictures.ts';
import { acceptReserving, withReservations, withUnsentCredits } from './reserved.ts';
import type { HolderPeer } from './wallet.ts';

export interface UserObjectDeps extends Omit<UserAppDeps, 'ledger' | 'neighbours'> {
  readonly userId: number;
  readonly schedule: LedgerDeps['schedule'];
  /** HMAC-SHA256 as lower-case hex. */
  readonly hmacHex: LedgerDeps['hmac'];
  /** The secret behind the ids of credits, the same for every user. */
  readonly creditSecret: string;
  readonly readOnly: boolean;
  readonly peers: Peers;
  readonly alarm: Alarm;
  /** Null where no one passes news on: then none is stored. */
  readonly notifier: Notifier | null;
  /** In place of the notifier: the sender, whose calls settle in any case. */
  readonly sender?: SenderPeer | null;
  /** The price store; without a sender it is not used. */
  readonly prices?: AlertsPeer | null;
  /** The least time between two messages to the referrer, milliseconds. */
  readonly everyMs: number;
  /** How long an alarm may be held back, so that not all users tell at once, milliseconds. */
  readonly jitterMs: () => number;
  /** What has failed works again. */
  readonly onRecovered?: (message: string) => void;
  readonly measures?: {
    onCommit(commit: Commit): void;
    /** A credit was not delivered in the time of two messages. @param ms since it was earned. */
    onCreditWaiting(ms: number): void;
  } | null;
}

/** The calls of the bot and the sender to the object of a user. None creates a database for a stranger. */
export interface ToldPeer extends RecipientPeer {
  standing(): Promise<PointsSummary | null>;
  /** See `UserHosts.heard`. */
  heard(mayWrite: boolean, at: number): Promise<void>;
}

export interface UserObject
  extends AnsweringHost,
    UserPeer,
    OperatedHost,
    ToldPeer,
    PictureHost,
    LeafPeer,
    CrossedPeer,
    HolderPeer {
  /** A plan that this user has shown; null if they have not. Creates no database for a stranger. */
  revealed(hash: string): Promise<Revealed | null>;
  /** Sends everything that is due. Never throws: a message that did not arrive is sent again. */
  onAlarm(): Promise<void>;
}

/** A credit that waits for longer is held up, milliseconds; later where messages are further apart. */
const WAIT_LIMIT_MS = 24 * 60 * 60_000;

/** Batches of news that one alarm tells: each is a call, and the platform counts those of an invocation. */
const NEWS_AT_ONCE = 100;

/** All of one user: each that is near is a call. */
const EVENTS_AT_ONCE = 50;

interface Opened {
  readonly ledger: Ledger;
  readonly app: ReturnType<typeof createUserApp>;
}

export function openUserObject(given: UserObjectDeps): UserObject {
  const deps = { ...given, sql: withLateTables(given.sql, ownDatabase, given.clock) };
  const { sql, clock, userId, peers, everyMs, prices = null, sender = null } = deps;
  let opened: Opened | null = null;
  const account = () => open().ledger.read.account(userId);
  const passOn = sender === null ? null : { sql, clock, account, sender };
  const notifier = passOn === null ? deps.notifier : notifierTo(passOn);
  const recipients = openRecipients({
    sql,
    clock,
    account,
    readOnly: deps.readOnly,
    appLink: appLinkOf(deps.config),
    nameOf: (friendId) => friendName(sql, friendId),
  });
  const reservations = openReservations({ sql, clock, peers, bound: () => account()?.wallet ?? null });
  const store = alertStore(sql);
  const onFault = (message: string, cause: unknown) => peers.onFault(message, cause);
  const scheduler = createScheduler({
    ...deps,
    duties: [
      tellReferrer({ ...deps, ledger: () => open().ledger }),
      ...(notifier === null ? [] : [tellNews({ sql, clock, notifier, onFault }, NEWS_AT_ONCE)]),
      ...(passOn === null
        ? []
        : [
            remindUsers(passOn, 1),
            remindOfEvents({ ...passOn, calendar: deps.calendar, onFault }, EVENTS_AT_ONCE),
          ]),
      ...(sender === null ? [] : [tellErasure({ sql, clock, userId, sender, onFault })]),
      ...(passOn === null || prices === null ? [] : [tellSetAlerts({ sql, clock, store, prices, onFault })]),
      dropImages(sql, clock),
    ],
    isPaused: deps.readOnly,
    pauseMs: everyMs,
    // The disk is full, or newer code has written here.
    onFault: (message, cause) => onFault(`User ${userId}: ${message}`, cause),
    ...(deps.onRecovered && { onRecovered: (message) => deps.onRecovered?.(`User ${userId}: ${message}`) }),
  });

  const reserved = { sql, userId, peers, reservations, bound: () => account()?.wallet ?? null };

  /** Credits rightly wait while nothing may be written: then only the ledger's own time counts. */
  function waitLimit() {
    const ms = Math.max(WAIT_LIMIT_MS, 6 * everyMs);
    if (!deps.readOnly) return { now: clock.now(), ms };
    const newest = sql.get<{ at: number }>(
      'SELECT at FROM events WHERE user_id = ? ORDER BY seq DESC LIMIT 1',
      userId,
    );
    return { now: newest?.at ?? 0, ms };
  }

  /** Creates the database where there is none. Only for a caller who has proved to be this user, or acts for one. */
  function open(): Opened {
    if (opened !== null) return opened;
    const newer = migrateOrThrow(sql, begun(sql, ownDatabase), clock.now());
    keepCreditSecret(sql, deps.creditSecret);
    renewAccount(sql, userId);
    const ledger = openLedger({
      sql,
      clock,
      sha256: deps.sha256,
      hmac: deps.hmacHex,
      schedule: deps.schedule,
      credits: 'elsewhere',
      readOnly: deps.readOnly,
      isNewer: newer.length > 0,
      ...(deps.rules && { rules: deps.rules }),
      ...(notifier === null ? {} : { onNotice: (notice) => keepNotice(sql, notice) }),
      onCommit(commit) {
        scheduler.wake();
        deps.measures?.onCommit(commit);
      },
      onFault,
    });
    const neighbours = neighboursElsewhere({ sql, peers, reservations, everyMs });
    opened = { ledger, app: createUserApp({ ...deps, ledger, neighbours }, launchOf) };
    forgetFuture(sql, clock.now(), everyMs);
    // A crash may have come between a commit and its alarm.
    scheduler.wake();
    return opened;
  }

  return {
    answer: async (request, launch) => open().app.fetch(request, { launch }),

    async registeredAt() {
      return hasDatabase(sql) ? (open().ledger.read.account(userId)?.registered?.at ?? null) : null;
    },

    async receive(message: ReferralMessage): Promise<Receipt | null> {
      // The sender knows this user as registered, so an empty database is older than the registration.
      if (!hasDatabase(sql)) return null;
      return receiveMessage(open().ledger, userId, message);
    },

    async operate(ask) {
      // A new deployment does not reach all objects at once: this one still writes.
      if (isOfMoving(ask) && !deps.readOnly) return STILL_WRITTEN;
      const ledgerDeps = { sql, sha256: deps.sha256, hmac: deps.hmacHex };
      if (ask.type !== 'accept') {
        if (!hasDatabase(sql)) return nothingToTell(ask);
        open();
        if (ask.type !== 'audit') return operate(ledgerDeps, userId, ask);
        const told = operate({ ...ledgerDeps, waiting: waitLimit() }, userId, ask) as OwnAudit | null;
        return withReservations(reserved, withUnsentCredits(sql, userId, told));
      }
      if (ask.piece.userId !== userId) return { ok: false, error: { type: 'user', seq: 0 } };
      await peers.directory(userId).enter(userId);
      open();
      return acceptReserving(reserved, ask.piece, async () => {
        const told = operate(ledgerDeps, userId, ask);
        // The log holds its days elsewhere, or none: this is no restore.
        noteLeaf(sql, dayOf(clock.now()) - 1);
        // The open ledger remembers the state before the piece.
        opened = null;
        open();
        return told as Accepted;
      });
    },

    unlinkWallet: async (reason) =>
      hasDatabase(sql) ? unlinkWallet(open().ledger, userId, reason) : { ok: false, error: 'not_registered' },

    eraseUser: async () =>
      hasDatabase(sql) ? eraseForOperator(open().ledger, userId) : { ok: false, error: 'not_registered' },

    async personalExport() {
      if (!hasDatabase(sql)) return { ok: false, error: 'not_registered' };
      const token = createExportTokens(tokenDeps(deps)).make(userId);
      const saved = await open().ledger.transact((writer) =>
        saveExport(writer.sql, deps.sha256(token), { userId, kind: 'personal' }, writer.now),
      );
      return saved.ok
        ? { ok: true, path: FILES.exported.path.replace('{token}', token) }
        : { ok: false, error: saved.error.type };
    },

    async picture(tokenHash) {
      if (!hasDatabase(sql)) return null;
      open();
      return findPicture(sql, userId, tokenHash, clock.now());
    },

    async leaf(day, newest) {
      if (!hasDatabase(sql)) return null;
      open();
      return giveLeaf(sql, userId, { day, newest, today: dayOf(clock.now()) });
    },

    async revealed(hash) {
      return hasDatabase(sql) ? revealedPlan(sql, open().ledger.read, userId, hash) : null;
    },

    compose: async (message) =>
      hasDatabase(sql) ? recipients.recipient(userId).compose(message) : { type: 'drop' },
    async refused(at) {
      if (hasDatabase(sql)) await recipients.recipient(userId).refused(at);
    },
    async crossed(crossing) {
      if (!hasDatabase(sql)) return;
      if (passOn === null || deps.readOnly) throw new Error('No one is notified here');
      await passOnCrossing(passOn, crossing);
    },
    holds: async (wallet) => hasDatabase(sql) && reservations.holds(wallet),
    standing: async () => (hasDatabase(sql) ? recipients.standing(userId) : null),
    async heard(mayWrite, at) {
      if (!hasDatabase(sql)) return;
      await recipients.heard(userId, mayWrite, at);
      scheduler.wake();
    },

    async onAlarm() {
      if (!hasDatabase(sql)) return;
      await scheduler.ring();
      const earnedAt = deps.readOnly ? null : oldestWaiting(sql, userId);
      const ms = earnedAt === null ? 0 : clock.now() - earnedAt;
      if (ms > 2 * everyMs) deps.measures?.onCreditWaiting(ms);
    },
  };
}

/** The objects of users as the bot's hosts. */
export function hostsOf(user: (userId: number) => Pick<ToldPeer, 'standing' | 'heard'>): UserHosts {
  return {
    standing: (userId) => user(userId).standing(),
    heard: (userId, mayWrite, at) => user(userId).heard(mayWrite, at),
  };
}

/** As the edge has checked it. */
const launchOf: RouteDeps['launchOf'] = ({ env }) => {
  const launch = env.launch as LaunchData | null;
  return launch === null ? { ok: false, error: 'launch_data_missing' } : { ok: true, launch };
};

function hasDatabase(sql: Sql): boolean {
  return sql.get("SELECT 1 AS found FROM sqlite_master WHERE name = 'told'") !== undefined;
}

/** Never changes after the first event: ids of credits are made with it. */
function keepCreditSecret(sql: Sql, secret: string): void {
  sql.run(
    `INSERT INTO meta (name, value) VALUES ('credit_secret', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
     WHERE value <> excluded.value AND NOT EXISTS (SELECT 1 FROM events)`,
    secret,
  );
}
