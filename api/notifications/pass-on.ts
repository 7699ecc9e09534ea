/**
 * Passes notices, reminders, events and price crossings from a user's ledger host to the sender, if the user wants them and the
 * bot may write.
 */
import type { LedgerState } from '#core/points/evolve.ts';
import { isDeleted } from '#core/points/evolve.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { EventReminder } from './event-reminders/reminders.ts';
import type { Notifier } from './pending/notifier.ts';
import { saveFired } from './preferences/own-alerts.ts';
import { nextAllowed } from './preferences/quiet-hours.ts';
import { readReach, readSettings, saveRefusal } from './preferences/settings.ts';
import { areNoted } from './price-alerts/notes.ts';
import type { Crossing } from './price-alerts/peers.ts';
import {
  type DueReminder,
  planReminder,
  putOffReminder,
  reminderDone,
  reminderMessage,
} from './reminders.ts';
import { wanted } from './sender/compose.ts';
import { type Item, itemOf, type PendingNotification, type SenderPeer } from './sender/messages.ts';

export interface PassOnDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly account: (userId: number) => LedgerState | null;
  readonly sender: Pick<SenderPeer, 'take'>;
}

/** Time until a reminder is handed over again, milliseconds. */
const RETRY_MS = 60_000;

/** Passes notices to the sender. Takes and drops those that the user does not want, or that the bot may not send. */
export function notifierTo(deps: PassOnDeps): Notifier {
  const { sql, clock, account } = deps;
  return {
    async tell(userId, notices) {
      const state = account(userId);
      if (state === null || isDeleted(state)) return 'taken';
      const settings = readSettings(sql, userId);
      const dueAt = nextAllowed(clock.now(), settings);
      const messages = notices.flatMap((notice): PendingNotification[] => {
        const item = itemOf(notice);
        if (item === null || wanted(item, settings) === null) return [];
        return [{ id: notice.id, madeAt: notice.at, dueAt, generation: state.deletions, item }];
      });
      await passOn(deps, userId, messages);
      return 'taken';
    },
  };
}

/** Hands over the reminder of an event that is near. Rejects if the sender does not answer. */
export async function remindOfEvent(
  deps: PassOnDeps,
  { userId, setAt, ...event }: EventReminder,
  isSample: boolean,
): Promise<void> {
  const state = deps.account(userId);
  if (state === null || isDeleted(state)) return;
  const now = deps.clock.now();
  const message: PendingNotification = {
    id: `${userId}:event:${setAt}`,
    madeAt: now,
    dueAt: now,
    generation: state.deletions,
    item: { kind: 'event_soon', event, setAt, isSample },
  };
  await passOn(deps, userId, [message]);
}

/** Hands over a due reminder. Rejects if the sender does not answer; the reminder is due again after a minute. */
export async function remind(deps: PassOnDeps, due: DueReminder): Promise<void> {
  const { sql, clock, account } = deps;
  putOffReminder(sql, due, clock.now() + RETRY_MS);
  const message = reminderMessage(account(due.userId), due, clock.now());
  if (message !== null) await passOn(deps, due.userId, [message]);
  reminderDone(sql, due);
  // A freeze may keep the streak for one more day.
  const state = account(due.userId);
  if (state !== null) planReminder(sql, state, clock.now(), due.day + 1);
}

/**
 * Passes on that a price has crossed a user's threshold. Rejects if the sender does not answer, and while the price store
 * does not know the latest alerts, because the crossing may belong to an older threshold.
 */
export async function passOnCrossing(deps: PassOnDeps, { userId, ...seen }: Crossing): Promise<void> {
  const { sql, clock, account } = deps;
  const state = account(userId);
  const settings = readSettings(sql, userId);
  const item: Item = { kind: 'price_crossed', ...seen };
  if (state === null || isDeleted(state) || wanted(item, settings) === null) return;
  if (areNoted(sql, userId)) throw new Error('The price store does not know their latest alerts yet');
  saveFired(sql, userId, seen);
  const message: PendingNotification = {
    id: `${userId}:alert:${seen.symbol}:${seen.threshold}:${seen.at}`,
    madeAt: seen.at,
    dueAt: nextAllowed(clock.now(), settings),
    generation: state.deletions,
    item,
  };
  await passOn(deps, userId, [message]);
}

async function passOn(
  { sql, sender }: PassOnDeps,
  userId: number,
  messages: readonly PendingNotification[],
): Promise<void> {
  const { mayWrite, returnedAt } = readReach(sql, userId);
  if (messages.length === 0 || !mayWrite || returnedAt === null) return;
  const taken = await sender.take({ userId, returnedAt, messages });
  if (!taken.taken) saveRefusal(sql, userId, taken.refusedAt);
}
