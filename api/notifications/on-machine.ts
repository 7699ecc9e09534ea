/** Notifications where all users are in one database: what the bot asks, and the duties of sending. */
import type { Api } from 'grammy';
import type { LedgerState } from '#core/points/evolve.ts';
import type { UserHosts } from '../bot/bot.ts';
import type { CalendarProvider } from '../calendar/provider.ts';
import { historyUntil } from '../market/history.ts';
import type { Duty } from '../runtime/scheduler.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { findPerson } from '../users/users.ts';
import { handCrossings, remindOfEvents, remindUsers, tellSetAlerts } from './duties.ts';
import { notifierTo, passOnCrossing } from './pass-on.ts';
import type { Notifier } from './pending/notifier.ts';
import { alertStore } from './preferences/own-alerts.ts';
import { forgetAllLeft, keepAlerts } from './price-alerts/alerts.ts';
import type { SenderPeer } from './sender/messages.ts';
import { openRecipients } from './sender/recipients.ts';
import { openSender, type SenderDeps } from './sender/sender.ts';

export interface NotificationsDeps extends Pick<SenderDeps, 'onDelivery' | 'onRecovered'> {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly onFault: (message: string, cause: unknown) => void;
  readonly account: (userId: number) => LedgerState | null;
  /** `https://t.me/BOT/APP`. */
  readonly appLink: string;
  readonly api: Api;
  readonly calendar: CalendarProvider;
  /** Nothing is written, nothing sent. */
  readonly readOnly: boolean;
}

export interface Notifications {
  readonly hosts: UserHosts;
  readonly notifier: Notifier;
  readonly duties: readonly Duty[];
}

/** Users reminded, or slices of crossings handed over, in one work: requests are answered in between. */
const REMINDED_AT_ONCE = 100;

export function openNotifications(deps: NotificationsDeps): Notifications {
  const { sql, clock, account, readOnly } = deps;
  const nameOf = (friendId: number) => findPerson(sql, friendId)?.username ?? null;
  const recipients = openRecipients({ ...deps, nameOf });
  if (readOnly) return { hosts: recipients, notifier: { tell: async () => 'later' }, duties: [] };

  const sender = openSender({
    ...deps,
    recipient: recipients.recipient,
    // All users are in this database: none keeps the sender waiting.
    ahead: 0,
    // Every commit is on the disk before it is over.
    durable: async () => undefined,
  });
  const peer: SenderPeer = {
    forget: async (userId) => sender.forget(userId),
    take: async (handover) => sender.take(handover),
  };
  const passOn = { sql, clock, account, sender: peer };
  const prices = {
    async keepAlerts(change: Parameters<typeof keepAlerts>[1]) {
      const now = clock.now();
      const kept = keepAlerts(sql, change, historyUntil(sql, now), now);
      forgetAllLeft(sql);
      return kept;
    },
  };
  const user = () => ({
    crossed: (one: Parameters<typeof passOnCrossing>[1]) => passOnCrossing(passOn, one),
  });
  return {
    hosts: recipients,
    notifier: notifierTo(passOn),
    duties: [
      { name: 'messages', dueAt: sender.dueAt, work: sender.step },
      remindUsers(passOn, REMINDED_AT_ONCE),
      remindOfEvents({ ...passOn, calendar: deps.calendar, onFault: deps.onFault }, REMINDED_AT_ONCE),
      tellSetAlerts({ ...deps, store: alertStore(sql), prices }),
      handCrossings({ ...deps, user }, 1),
    ],
  };
}
