/** From the home of a user to the sender: news, reminders and prices, where the user wants them and the bot may write. */
import type { LedgerState } from '#core/points/evolve.ts';
import { isDeleted } from '#core/points/evolve.ts';
import { areNoted } from '../alerts/notes.ts';
import type { Crossing } from '../alerts/peers.ts';
import type { Notifier } from '../notices/notifier.ts';
import type { Sql } from '../sqlite/port.ts';
import { wanted } from './compose.ts';
import { type Item, itemOf, type Message, type SenderPeer } from './messages.ts';
import { saveFired } from './own-alerts.ts';
import { type DueReminder, putOffReminder, reminderDone, reminderMessage } from './reminders.ts';
import { nextAllowed } from './schedule.ts';
import { readReach, readSettings, saveRefusal } from './settings.ts';

export interface PassOnDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly account: (userId: number) => LedgerState | null;
  readonly sender: Pick<SenderPeer, 'take'>;
}

/** How long a reminder waits until it is handed over again, milliseconds. */
const RETRY_MS = 60_000;

/** Tells the sender of notices. What nobody wants to hear, or nobody may be told, is taken and forgotten. */
export function notifierTo(deps: PassOnDeps): Notifier {
  const { sql, clock, account } = deps;
  return {
    async tell(userId, notices) {
      const state = account(userId);
      if (state === null || isDeleted(state)) return 'taken';
      const settings = readSettings(sql, userId);
      const dueAt = nextAllowed(clock.now(), settings);
      const messages = notices.flatMap((notice): Message[] => {
        const item = itemOf(notice);
        if (item === null || wanted(item, settings) === null) return [];
        return [{ id: notice.id, madeAt: notice.at, dueAt, generation: state.deletions, item }];
      });
      await passOn(deps, userId, messages);
      return 'taken';
    },
  };
}

/** Hands a reminder over that is due. Rejects where the sender does not answer: it is due again after a minute then. */
export async function remind(deps: PassOnDeps, due: DueReminder): Promise<void> {
  const { sql, clock, account } = deps;
  putOffReminder(sql, due, clock.now() + RETRY_MS);
  const message = reminderMessage(account(due.userId), due, clock.now());
  if (message !== null) await passOn(deps, due.userId, [message]);
  reminderDone(sql, due);
}

/**
 * Hands on that a price has crossed what the user had set. Rejects where the sender does not answer, and as long as it is
 * to be told where the prices are what has been set since: the crossing may be of what was set before.
 */
export async function passOnCrossing(deps: PassOnDeps, { userId, ...seen }: Crossing): Promise<void> {
  const { sql, clock, account } = deps;
  const state = account(userId);
  const settings = readSettings(sql, userId);
  const item: Item = { kind: 'price_crossed', ...seen };
  if (state === null || isDeleted(state) || wanted(item, settings) === null) return;
  if (areNoted(sql, userId)) throw new Error('Their alerts are still to be told where the prices are');
  saveFired(sql, userId, seen);
  const message: Message = {
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
  messages: readonly Message[],
): Promise<void> {
  const { mayWrite, returnedAt } = readReach(sql, userId);
  if (messages.length === 0 || !mayWrite || returnedAt === null) return;
  const taken = await sender.take({ userId, returnedAt, messages });
  if (!taken.taken) saveRefusal(sql, userId, taken.refusedAt);
}
