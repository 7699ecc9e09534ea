/**
 * One user's home: their ledger in a database of its own, the whole API over it, and what it does by its alarm.
 * It knows no runtime: storage, alarm and peers are handed in, so the same code runs in tests and simulations.
 */
import type { AlertsPeer, CrossedPeer } from '../alerts/peers.ts';
import { type AppDeps, appLinkOf, createApp } from '../app.ts';
import type { Homes, Standing } from '../bot/bot.ts';
import { friendName } from '../exchange/friends.ts';
import type { Message, Receipt } from '../exchange/message.ts';
import { neighboursElsewhere } from '../exchange/own-database.ts';
import type { Peers, UserPeer } from '../exchange/peers.ts';
import { forgetFuture } from '../exchange/post.ts';
import { receiveMessage } from '../exchange/receive.ts';
import { openReservations } from '../exchange/reservations.ts';
import { renewAccount } from '../ledger/accounts.ts';
import { openLedger } from '../ledger/ledger.ts';
import type { Ledger, LedgerDeps } from '../ledger/types.ts';
import { ownDatabaseMigrations } from '../migrations.ts';
import type { Accepted } from '../moving/accept.ts';
import { isOfMoving, nothingToTell, type OwnAudit, operate, STILL_WRITTEN } from '../moving/operate.ts';
import type { Notifier } from '../notices/notifier.ts';
import { keepNotice } from '../notices/waiting.ts';
import type { RecipientPeer, SenderPeer } from '../notifications/messages.ts';
import { alertsHome } from '../notifications/own-alerts.ts';
import { notifierTo, passOnCrossing } from '../notifications/pass-on.ts';
import { openRecipients } from '../notifications/recipients.ts';
import { findPicture } from '../share/pictures.ts';
import { migrate } from '../sqlite/migrations.ts';
import type { Sql } from '../sqlite/port.ts';
import { unlinkWallet } from '../wallet/unlink.ts';
import { type Alarm, createAlarmClock } from './alarm.ts';
import { dropPictures, tellReferrer, tellUser } from './duties.ts';
import { tellErasure } from './erasures.ts';
import type { OperatedHome } from './operator.ts';
import type { PictureHome } from './pictures.ts';
import { tellPrices } from './prices.ts';
import { remindUser } from './remind.ts';
import { acceptReserving, withReservations, withUnsentCredits } from './reserved.ts';
import type { HolderPeer } from './wallet.ts';

export interface UserObjectDeps extends Omit<AppDeps, 'ledger' | 'neighbours' | 'findPicture' | 'fallback'> {
  readonly userId: number;
  readonly schedule: LedgerDeps['schedule'];
  /** HMAC-SHA256 as lower-case hex. */
  readonly hmacHex: LedgerDeps['hmac'];
  /** The secret behind the ids of credits, the same for every user. */
  readonly creditSecret: string;
  readonly readOnly: boolean;
  readonly peers: Peers;
  readonly alarm: Alarm;
  /** Null where there is nobody to tell of notices: then none is kept. */
  readonly notifier: Notifier | null;
  /** In place of it: the one that sends to users, whose calls settle in any case. */
  readonly sender?: SenderPeer | null;
  /** Where alerts are kept beside the prices; without a sender nobody is told. */
  readonly prices?: AlertsPeer | null;
  /** The least time between two messages to the referrer, milliseconds. */
  readonly everyMs: number;
  /** How long an alarm may be held back, so that not all users tell at once, milliseconds. */
  readonly jitterMs: () => number;
}

/** The home of a user, as the bot and the sender ask it. None is made for a stranger. */
export interface ToldPeer extends RecipientPeer {
  standing(): Promise<Standing | null>;
  /** See `Homes.heard`. */
  heard(mayWrite: boolean, at: number): Promise<void>;
}

export interface UserObject extends UserPeer, OperatedHome, ToldPeer, PictureHome, CrossedPeer, HolderPeer {
  /** Answers a call that this user has signed, or a download whose token is theirs. */
  fetch(request: Request): Promise<Response>;
  /** Sends everything that is due. Never throws: a message that did not arrive is sent again. */
  onAlarm(): Promise<void>;
}

/** A credit that has waited for longer was held up, milliseconds; or longer, where messages are further apart. */
const WAIT_LIMIT_MS = 24 * 60 * 60_000;

interface Opened {
  readonly ledger: Ledger;
  readonly app: ReturnType<typeof createApp>;
}

export function openUserObject(deps: UserObjectDeps): UserObject {
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
  const home = alertsHome(sql);
  const onFault = (message: string, cause: unknown) => peers.onFault(message, cause);
  const alarmClock = createAlarmClock({
    ...deps,
    duties: [
      tellReferrer({ ...deps, ledger: () => open().ledger }),
      ...(notifier === null ? [] : [tellUser({ sql, clock, notifier, onFault })]),
      ...(passOn === null ? [] : [remindUser(passOn)]),
      ...(sender === null ? [] : [tellErasure({ sql, clock, userId, sender, onFault })]),
      ...(passOn === null || prices === null ? [] : [tellPrices({ sql, clock, home, prices, onFault })]),
      dropPictures(sql, clock),
    ],
    isPaused: deps.readOnly,
    pauseMs: everyMs,
    // For want of room, or of newer code.
    onFault: (cause) => onFault(`User ${userId} could not tell what is new`, cause),
  });

  const reserved = { sql, userId, peers, reservations, bound: () => account()?.wallet ?? null };

  /** While nothing may be written, credits rightly wait: then only the ledger's own time counts. */
  function waitLimit() {
    const ms = Math.max(WAIT_LIMIT_MS, 6 * everyMs);
    if (!deps.readOnly) return { now: clock.now(), ms };
    const newest = sql.get<{ at: number }>(
      'SELECT at FROM events WHERE user_id = ? ORDER BY seq DESC LIMIT 1',
      userId,
    );
    return { now: newest?.at ?? 0, ms };
  }

  /** Makes the database where there is none. Only for a caller who has proved to be this user, or was sent by one who has. */
  function open(): Opened {
    if (opened !== null) return opened;
    const migrated = migrate(sql, ownDatabaseMigrations, clock.now());
    if (!migrated.ok) throw new Error(`Changed by newer code: ${migrated.error.unknown.join(', ')}`);
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
      ...(notifier === null ? {} : { onNotice: (notice) => keepNotice(sql, notice) }),
      onCommit: alarmClock.wake,
      onFault,
    });
    const neighbours = neighboursElsewhere({ sql, peers, reservations, everyMs });
    opened = { ledger, app: createApp({ ...deps, ledger, neighbours }) };
    forgetFuture(sql, clock.now(), everyMs);
    // A crash may have come between a commit and its alarm.
    alarmClock.wake();
    return opened;
  }

  return {
    fetch: async (request) => open().app.fetch(request),

    async registeredAt() {
      return hasDatabase(sql) ? (open().ledger.read.account(userId)?.registered?.at ?? null) : null;
    },

    async receive(message: Message): Promise<Receipt | null> {
      // Who sends knows this user as registered; where they are not, the database is older than that.
      if (!hasDatabase(sql)) return null;
      return receiveMessage(open().ledger, userId, message);
    },

    async operate(ask) {
      // The caller believes that all objects only read; a deployment does not reach all of them at once.
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
        // What the ledger remembers is of before.
        opened = null;
        open();
        return told as Accepted;
      });
    },

    unlinkWallet: async (reason) =>
      hasDatabase(sql) ? unlinkWallet(open().ledger, userId, reason) : { ok: false, error: 'not_registered' },

    async picture(tokenHash) {
      if (!hasDatabase(sql)) return null;
      open();
      return findPicture(sql, userId, tokenHash, clock.now());
    },

    compose: async (message) =>
      hasDatabase(sql) ? recipients.recipient(userId).compose(message) : { type: 'drop' },
    async refused(at) {
      if (hasDatabase(sql)) await recipients.recipient(userId).refused(at);
    },
    async crossed(crossing) {
      if (!hasDatabase(sql)) return;
      if (passOn === null || deps.readOnly) throw new Error('Nobody is told here');
      await passOnCrossing(passOn, crossing);
    },
    holds: async (wallet) => hasDatabase(sql) && reservations.holds(wallet),
    standing: async () => (hasDatabase(sql) ? recipients.standing(userId) : null),
    async heard(mayWrite, at) {
      if (!hasDatabase(sql)) return;
      await recipients.heard(userId, mayWrite, at);
      alarmClock.wake();
    },

    async onAlarm() {
      if (hasDatabase(sql)) await alarmClock.ring();
    },
  };
}

/** The homes as the bot knows them, each an object. */
export function homesOf(home: (userId: number) => Pick<ToldPeer, 'standing' | 'heard'>): Homes {
  return {
    standing: (userId) => home(userId).standing(),
    heard: (userId, mayWrite, at) => home(userId).heard(mayWrite, at),
  };
}

function hasDatabase(sql: Sql): boolean {
  return sql.get("SELECT 1 AS found FROM sqlite_master WHERE name = 'told'") !== undefined;
}

/** From the first event on it stays: ids of credits are made with it, and must never change. */
function keepCreditSecret(sql: Sql, secret: string): void {
  sql.run(
    `INSERT INTO meta (name, value) VALUES ('credit_secret', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
     WHERE value <> excluded.value AND NOT EXISTS (SELECT 1 FROM events)`,
    secret,
  );
}
