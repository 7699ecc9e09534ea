/**
 * The sender: sends one message after the other, within the rate that the service asks for, each at most once. A message is
 * `sending` in the database before the service is called, and one that is `sending` at a start is never sent again.
 */
import type { Api } from 'grammy';
import { retryMs } from '#api/runtime/jobs.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { OLDEST_NEWS_MS } from '#core/privacy/retention.ts';
import { askAhead } from './ask-ahead.ts';
import { type Delivery, deliver } from './deliver.ts';
import type { Composed, Handover, RecipientPeer, Taken } from './messages.ts';
import {
  endLongWaits,
  forgetOld,
  forgetUser,
  markSending,
  nextWaiting,
  pause,
  postpone,
  refuseUser,
  sendAgain,
  settle,
  settleInFlight,
  takeMessages,
  unlessSetBack,
  type Waiting,
  waitingDueAt,
} from './queue.ts';

export interface SenderDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly api: Api;
  readonly recipient: (userId: number) => RecipientPeer;
  /** How many further messages the sender asks ledger hosts about while one is being sent. */
  readonly ahead: number;
  /** Settles when everything written so far survives a crash of this process. */
  readonly durable: () => Promise<void>;
  /** Called with the outcome of each message that was handed to the service. */
  readonly onDelivery?: (type: Delivery['type']) => void;
  /** Receives faults for the operator, without the text of messages. */
  readonly onFault: (message: string, cause: unknown) => void;
  /** What has failed works again. */
  readonly onRecovered?: (message: string) => void;
}

export interface Sender {
  /** Stored when it returns, once the database is durable. */
  take(handover: Handover): Taken;
  /** Removes everything about the user. */
  forget(userId: number): void;
  /** When there is work to do, milliseconds; null if nothing waits. */
  dueAt(): number | null;
  /**
   * Sends one due message, and settles when its answer is known. One call at a time.
   * @param isOver once true, the database is no longer used, because the process is ending.
   */
  step(isOver?: () => boolean): Promise<void>;
}

/** 25 messages a second: the service takes about 30. */
const PACE_MS = 40;
/** The least time between two messages in one chat. */
const CHAT_PACE_MS = 1_000;
/** How long a message waits if the user's ledger host did not answer. */
const HOST_RETRY_MS = 60_000;

/** Opens the queue of a migrated database. Messages in flight become `unknown`. */
export function openSender(deps: SenderDeps): Sender {
  const { sql, clock, api, recipient, ahead, durable, onFault } = deps;
  const lost = settleInFlight(sql, clock.now());
  if (lost > 0) onFault('The process ended while messages were being sent', new Error(`${lost} unknown`));
  endLongWaits(sql, clock.now());
  /** When it last looked for due messages, to notice a clock that was set back since. */
  let seenAt = clock.now();
  // The previous process may have sent a message a moment ago.
  let freeAt = clock.now() + CHAT_PACE_MS;
  /** When chats with a recent message may have the next one. */
  const chats = new Map<number, number>();
  const texts = askAhead(clock, ask);
  /** Whether the service did not take the last message, and may take it later. */
  let isHeldUp = false;

  async function ask(waiting: Waiting): Promise<Composed> {
    try {
      return await recipient(waiting.userId).compose(waiting.message);
    } catch (cause) {
      onFault(`The ledger host of user ${waiting.userId} did not compose a message`, cause);
      return { type: 'later', at: clock.now() + HOST_RETRY_MS };
    }
  }

  function conclude(waiting: Waiting, delivery: Delivery): void {
    const now = clock.now();
    deps.onDelivery?.(delivery.type);
    if (delivery.type !== 'sent') {
      onFault(`A message to user ${waiting.userId}: ${delivery.type}`, new Error(delivery.why));
    }
    if (isHeldUp && delivery.type === 'sent') deps.onRecovered?.('Messages are sent again');
    isHeldUp = delivery.type === 'again' || (isHeldUp && delivery.type !== 'sent');
    if (delivery.type === 'again') putOff(waiting, delivery.ms, now);
    else if (delivery.type === 'refused' && delivery.isGone) refuseUser(sql, waiting, now);
    else settle(sql, waiting, delivery.type, now);
  }

  /** Pauses all sending if the service asks for it or is in trouble. */
  function putOff(waiting: Waiting, askedMs: number | null, now: number): void {
    sql.transaction(() => {
      if (now - waiting.message.madeAt > OLDEST_NEWS_MS) settle(sql, waiting, 'refused', now);
      else sendAgain(sql, waiting, now + (askedMs ?? retryMs(waiting.attempts + 1)));
      pause(sql, now + (askedMs ?? retryMs(1)), now);
    });
  }

  /** When this chat may have its next message; known for chats that had one within the last second. */
  function chatFreeAt(userId: number): number {
    const now = clock.now();
    for (const [chat, at] of chats) if (unlessSetBack(at, CHAT_PACE_MS, now) <= now) chats.delete(chat);
    return chats.get(userId) ?? now;
  }

  /** When the next message to any chat may be sent. */
  function nextAt(): number {
    return unlessSetBack(freeAt, CHAT_PACE_MS, clock.now());
  }

  async function tellHost(userId: number, at: number): Promise<void> {
    try {
      await recipient(userId).refused(at);
    } catch (cause) {
      // The host learns it with the next message that it hands over.
      onFault(`The ledger host of user ${userId} did not take a refusal of the bot`, cause);
    }
  }

  return {
    take: (handover) => takeMessages(sql, handover, clock.now()),
    forget: (userId) => forgetUser(sql, userId),
    dueAt() {
      const at = waitingDueAt(sql, clock.now());
      return at === null ? null : Math.max(at, nextAt());
    },
    async step(isOver = () => false) {
      if (nextAt() > clock.now()) return;
      if (clock.now() < seenAt) endLongWaits(sql, clock.now());
      seenAt = clock.now();
      const [waiting, ...next] = nextWaiting(sql, clock.now(), 1 + ahead);
      if (waiting === undefined) return;
      const chatAt = chatFreeAt(waiting.userId);
      if (chatAt > clock.now()) {
        postpone(sql, waiting, chatAt);
        return;
      }
      const composed = await texts.take(waiting, next);
      if (isOver()) return;
      if (composed.type !== 'send') {
        if (composed.type === 'drop') settle(sql, waiting, 'dropped', clock.now());
        else postpone(sql, waiting, composed.at);
        return;
      }
      if (!markSending(sql, waiting)) return;
      await durable();
      if (isOver()) return;
      freeAt = clock.now() + PACE_MS;
      chats.set(waiting.userId, clock.now() + CHAT_PACE_MS);
      const delivery = await deliver(api, waiting.userId, composed);
      if (isOver()) return;
      conclude(waiting, delivery);
      forgetOld(sql, clock.now());
      if (delivery.type === 'refused' && delivery.isGone) await tellHost(waiting.userId, clock.now());
    },
  };
}
