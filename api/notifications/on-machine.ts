/** Telling users where all of them are in one database: the sender and the sweep of reminders, each with a timer of its own. */
import type { Api } from 'grammy';
import type { LedgerState } from '#core/points/evolve.ts';
import type { Homes } from '../bot/bot.ts';
import type { Notifier } from '../notices/notifier.ts';
import { findPerson } from '../people/people.ts';
import type { Sql } from '../sqlite/port.ts';
import { type ByTimerDeps, workByTimer } from './by-timer.ts';
import type { SenderPeer } from './messages.ts';
import { notifierTo, remind } from './pass-on.ts';
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
    return { homes: recipients, notifier, start() {}, async stop() {}, halt() {} };
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
  const works = [sending, reminding];

  return {
    homes: recipients,
    notifier: notifierTo(passOn),
    start() {
      for (const work of works) work.wake();
    },
    async stop() {
      await Promise.all(works.map((work) => work.stop()));
    },
    halt() {
      for (const work of works) work.halt();
    },
  };
}
