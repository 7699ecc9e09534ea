/**
 * The sender's side. A referrer hears of every change of the card and of every credit, but at most once per interval, with
 * all changes since the last message in one. The next send time derives from the card that the referrer last received, so a
 * crash between a commit and the alarm loses nothing.
 */
import type { LedgerState } from '#core/points/evolve.ts';
import {
  type After,
  markDelivered,
  markFailed,
  nextCreditAt,
  oldestPendingCredit,
  type PendingCredit,
  pendingCredits,
  putOff,
} from '../ledger/credit-rows.ts';
import { CREDITS_PENDING } from '../ledger/tables.ts';
import { retryMs } from '../runtime/jobs.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { findPerson } from '../users/users.ts';
import { type Card, OF_NEWER_CODE, type Receipt, type ReferralMessage } from './message.ts';

/** Credits per message; the rest goes with the next one. */
const MOST_CREDITS = 500;

export interface Post {
  readonly to: number;
  readonly message: ReferralMessage;
  readonly credits: readonly PendingCredit[];
  /** Where its credits were looked for. */
  readonly after: After | null;
}

interface Told {
  /** Number of the newest message. */
  readonly number: number;
  /** The card that the referrer has, as text; empty while that is unknown. */
  readonly card: string;
  /** When the newest message arrived, milliseconds. */
  readonly at: number;
  /** Consecutive failed attempts; no retry happens before `retryAt`. */
  readonly attempts: number;
  readonly retryAt: number;
}
const NOTHING: Told = { number: 0, card: '', at: 0, attempts: 0, retryAt: 0 };

/**
 * The earliest moment for the next message; null if there is no news or no referrer.
 * @param everyMs the least time between two messages.
 */
export function postDueAt(sql: Sql, state: LedgerState | null, everyMs: number): number | null {
  if (state === null || recipientOf(state) === null) return null;
  const told = toldOf(sql);
  const changedAt = JSON.stringify(cardOf(sql, state)) === told.card ? null : 0;
  const wantedAt = changedAt ?? nextCreditAt(sql, waitingAfter(sql, state.userId, told));
  return wantedAt === null ? null : Math.max(wantedAt, told.retryAt, told.at + everyMs);
}

/** Shortens waits that a fast clock stored too far in the future: they count from now. */
export function forgetFuture(sql: Sql, now: number, everyMs: number): void {
  const retryAt = now + everyMs;
  sql.run(
    'UPDATE told SET at = min(at, ?), retry_at = min(retry_at, ?) WHERE at > ? OR retry_at > ?',
    now,
    retryAt,
    now,
    retryAt,
  );
}

/**
 * The next message to the referrer; null if there is none. No further message is due before `everyMs` has passed or the
 * outcome of this one is known, so a second alarm sends nothing, not even after a restart.
 */
export function composePost(sql: Sql, state: LedgerState, now: number, everyMs: number): Post | null {
  const to = recipientOf(state);
  if (to === null) return null;
  const told = toldOf(sql);
  const after = waitingAfter(sql, state.userId, told);
  const number = told.number + 1;
  // Until the outcome is known, the referrer may have either card.
  saveTold(sql, { ...told, number, card: '', retryAt: now + everyMs });
  const credits = pendingCredits(sql, now, MOST_CREDITS, after);
  const sent = credits.map(({ sourceSeq, command }) => ({ sourceSeq, command }));
  return { to, message: { card: cardOf(sql, state), number, credits: sent }, credits, after };
}

/**
 * The message arrived; credits that it refused are retried later. If a newer message was sent in the meantime, the receipt
 * counts only for the credits: the newest message decides which card the referrer has and when the next one is due.
 */
export function postArrived(
  sql: Sql,
  { message, credits, after }: Post,
  receipt: Receipt,
  now: number,
): void {
  const refused = new Map(receipt.refused.map(({ sourceSeq, error }) => [sourceSeq, error]));
  sql.transaction(() => {
    for (const credit of credits) {
      const error = refused.get(credit.sourceSeq);
      if (error === undefined) markDelivered(sql, credit, now);
      else if (error === OF_NEWER_CODE) putOff(sql, credit, now);
      else markFailed(sql, credit, now);
    }
    const told = toldOf(sql);
    if (told.number !== message.number) return;
    const card = JSON.stringify(message.card);
    saveTold(sql, { ...told, card, at: now, attempts: 0 });
    // The card says from now on that all up to its event are delivered.
    if (after !== null && leftBehind(sql, after, message.card.seq)) sql.run(CREDITS_PENDING);
  });
}

/** The outcome is unknown: its content is sent again later, with any later changes. */
export function postLost(sql: Sql, { message }: Post, now: number, everyMs: number): void {
  const told = toldOf(sql);
  if (told.number !== message.number) return;
  const wait = Math.min(everyMs, retryMs(told.attempts + 1));
  saveTold(sql, { ...told, attempts: told.attempts + 1, retryAt: now + wait });
}

/**
 * Undelivered credits that an arrived message should have carried: a message carries every pending credit up to the event
 * that its card names. By the sequence number of their event, lowest first.
 */
export function overlookedCredits(sql: Sql): { readonly seq: number; readonly target: number }[] {
  const { card, at } = toldOf(sql);
  if (card === '') return [];
  const carried = sql.get<{ n: number }>('SELECT count(*) AS n FROM credits WHERE delivered_at = ?', at);
  if (carried === undefined || carried.n >= MOST_CREDITS) return [];
  const { seq } = JSON.parse(card) as Card;
  return sql.all(
    `SELECT source_seq AS seq, target_user AS target FROM credits
     WHERE delivered_at IS NULL AND attempts = 0 AND retry_at = 0 AND source_seq <= ? ORDER BY source_seq`,
    seq,
  );
}

/** When the oldest waiting credit was caused, but for those that were put off, milliseconds; null if there is none. */
export function oldestWaiting(sql: Sql, userId: number): number | null {
  return oldestPendingCredit(sql, waitingAfter(sql, userId, toldOf(sql)));
}

function leftBehind(sql: Sql, { userId, seq }: After, upTo: number): boolean {
  const left = sql.get(
    `SELECT 1 AS found FROM credits
     WHERE source_user = ? AND source_seq > ? AND source_seq <= ? AND delivered_at IS NULL LIMIT 1`,
    userId,
    seq,
    upTo,
  );
  return left !== undefined;
}

/**
 * Where credits may wait: null where an index finds them. Without it they are newer than the card that the referrer has, or any
 * while that is unknown.
 */
function waitingAfter(sql: Sql, userId: number, told: Told): After | null {
  const found = sql.get("SELECT 1 AS found FROM sqlite_master WHERE name = 'credits_pending'");
  if (found !== undefined) return null;
  return { userId, seq: told.card === '' ? 0 : (JSON.parse(told.card) as Card).seq };
}

function recipientOf({ registered }: LedgerState): number | null {
  return registered?.referrerRegistered === true ? registered.referrer : null;
}

function cardOf(sql: Sql, state: LedgerState): Card {
  const person = findPerson(sql, state.userId);
  return {
    userId: state.userId,
    seq: state.head.seq,
    registeredAt: state.registered?.at ?? 0,
    level: state.level,
    points: state.points,
    username: person?.username ?? null,
    premium: person?.premium === true,
  };
}

function toldOf(sql: Sql): Told {
  return (
    sql.get<Told>('SELECT number, card, at, attempts, retry_at AS retryAt FROM told WHERE only = 1') ??
    NOTHING
  );
}

function saveTold(sql: Sql, { number, card, at, attempts, retryAt }: Told): void {
  sql.run(
    'INSERT OR REPLACE INTO told (only, number, card, at, attempts, retry_at) VALUES (1, ?, ?, ?, ?, ?)',
    number,
    card,
    at,
    attempts,
    retryAt,
  );
}
