/** Telling users where all of them are in one database: the sender, reminders and prices, each with a timer of its own. */
import type { Api } from 'grammy';
import type { LedgerState } from '#core/points/evolve.ts';
import { forgetAllLeft, keepAlerts } from '../alerts/alerts.ts';
import { crossingsDueAt } from '../alerts/crossings.ts';
import { handOver } from '../alerts/hand-over.ts';
import { notesDueAt } from '../alerts/notes.ts';
import type { Crossing } from '../alerts/peers.ts';
import { tellAlerts } from '../alerts/tell.ts';
import type { Homes } from '../bot/bot.ts';
import { historyUntil } from '../market/history.ts';
import type { Notifier } from '../notices/notifier.ts';
import { findPerson } from '../people/people.ts';
import type { Sql } from '../sqlite/port.ts';
import { type ByTimerDeps, workByTimer } from './by-timer.ts';
import type { SenderPeer } from './messages.ts';
import { alertsHome } from './own-alerts.ts';
import { notifierTo, passOnCrossing, remind } from './pass-on.ts';
import { openRecipients } from './recipients.ts';
import { dueReminders, remindersDueAt } from './reminders.ts';
import { openSender } from './sender.ts';

export interface NotificationsDeps extends ByTimerDeps {
  readonly sql: Sql;
  readonly account: (userId: number) => LedgerState | null;
  /** `https://t.me/BOT/APP`. */
  readonly appLink: string;
  readonly api: Api;
  /** Nothing is written, nothing sent. */
  readonly readOnly: boolean;
}

export interface Notifications {
  readonly homes: Homes;
  readonly notifier: Notifier;
  start(): void;
  /** Prices were read. */
  wake(): void;
  /** Alerts may have been set. */
  onCommit(): void;
  /** Settles when nothing is being sent any more. */
  stop(): Promise<void>;
  /** As a crash. */
  halt(): void;
}

/** Users who are reminded in one step: requests are answered in between. */
const REMINDED_AT_ONCE = 100;

export function openNotifications(deps: NotificationsDeps): Notifications {
  const { sql, clock, account, readOnly } = deps;
  const nameOf = (friendId: number) => findPerson(sql, friendId)?.username ?? null;
  const recipients = openRecipients({ ...deps, nameOf });
  if (readOnly) {
    const notifier: Notifier = { tell: async () => 'later' };
    return { homes: recipients, notifier, start() {}, wake() {}, onCommit() {}, async stop() {}, halt() {} };
  }

  const sender = openSender({
    ...deps,
    recipient: recipients.recipient,
    // All homes are in this database: none keeps anybody waiting.
    ahead: 0,
    // Every commit of it is on the disk before it is over.
    durable: async () => undefined,
  });
  const sending = workByTimer(deps, { dueAt: sender.dueAt, step: sender.step });
  const peer: SenderPeer = {
    forget: async (userId) => sender.forget(userId),
    async take(handover) {
      const taken = sender.take(handover);
      sending.wake();
      return taken;
    },
  };
  const passOn = { sql, clock, account, sender: peer };
  const reminding = workByTimer(deps, {
    dueAt: () => remindersDueAt(sql),
    async step(isOver) {
      for (const due of dueReminders(sql, clock.now(), REMINDED_AT_ONCE)) {
        if (isOver()) return;
        await remind(passOn, due);
      }
    },
  });
  const alerting = workByTimer(deps, {
    dueAt: () => notesDueAt(sql, clock.now()),
    step: (isOver) =>
      tellAlerts(
        {
          ...deps,
          home: alertsHome(sql),
          prices: {
            async keepAlerts(change) {
              const now = clock.now();
              const kept = keepAlerts(sql, change, historyUntil(sql, now), now);
              forgetAllLeft(sql);
              crossing.wake();
              return kept;
            },
          },
        },
        isOver,
      ),
  });
  const crossing = workByTimer(deps, {
    dueAt: () => crossingsDueAt(sql, clock.now()),
    async step(isOver) {
      const home = () => ({ crossed: (one: Crossing) => passOnCrossing(passOn, one) });
      await handOver({ ...deps, home }, isOver);
    },
  });
  const works = [sending, reminding, alerting, crossing];

  return {
    homes: recipients,
    notifier: notifierTo(passOn),
    start() {
      for (const work of works) work.wake();
    },
    wake: crossing.wake,
    onCommit() {
      const due = notesDueAt(sql, clock.now());
      if (due !== null && due <= clock.now()) alerting.wake();
    },
    async stop() {
      await Promise.all(works.map((work) => work.stop()));
    },
    halt() {
      for (const work of works) work.halt();
    },
  };
}
