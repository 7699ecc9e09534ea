/**
 * The sender's side. A user's referrer is told of every change of their card and of every credit, but at most once in a
 * while: everything that happened since goes in one message. When is derived from what the referrer was told last, so a
 * crash between a commit and the alarm forgets nothing.
 */
import type { LedgerState } from '#core/points/evolve.ts';
import {
  markDelivered,
  markFailed,
  nextCreditAt,
  type PendingCredit,
  pendingCredits,
} from '../ledger/credit-rows.ts';
import { findPerson } from '../people/people.ts';
import type { Sql } from '../sqlite/port.ts';
import type { Card, Message, Receipt } from './message.ts';

/** At most this many credits in one message; the rest goes with the next. */
const MOST_CREDITS = 500;
/** A message that did not arrive is sent again after this, doubled each time. */
const FIRST_RETRY_MS = 5_000;

export interface Post {
  readonly to: number;
  readonly message: Message;
  readonly credits: readonly PendingCredit[];
}

interface Told {
  /** Of the newest message. */
  readonly number: number;
  /** The card that the referrer has, as text; empty while nobody knows. */
  readonly card: string;
  /** When the last message arrived that was the newest, milliseconds. */
  readonly at: number;
  /** How often in a row no message has arrived since, and before when none is sent again. */
  readonly attempts: number;
  readonly retryAt: number;
}
const NOTHING: Told = { number: 0, card: '', at: 0, attempts: 0, retryAt: 0 };

/**
 * The earliest moment at which the referrer may be told what they do not know yet; null where there is nothing to tell, or
 * nobody. @param everyMs the least time between two messages.
 */
export function postDueAt(sql: Sql, state: LedgerState | null, everyMs: number): number | null {
  if (state === null || recipientOf(state) === null) return null;
  const told = toldOf(sql);
  const changedAt = JSON.stringify(cardOf(sql, state)) === told.card ? null : 0;
  const wantedAt = changedAt ?? nextCreditAt(sql);
  return wantedAt === null ? null : Math.max(wantedAt, told.retryAt, told.at + everyMs);
}

/** What a clock that was ahead has put off counts from now: nothing waits for that time to come. */
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
 * What the referrer is told now; null where there is no referrer. Nothing more is due before `everyMs` is over or it is known
 * what became of this: another alarm meanwhile, in this life of the sender or the next, sends nothing.
 */
export function composePost(sql: Sql, state: LedgerState, now: number, everyMs: number): Post | null {
  const to = recipientOf(state);
  if (to === null) return null;
  const told = toldOf(sql);
  const number = told.number + 1;
  // From here on the referrer may have this card or still the one before.
  saveTold(sql, { ...told, number, card: '', retryAt: now + everyMs });
  const credits = pendingCredits(sql, now, MOST_CREDITS);
  const sent = credits.map(({ sourceSeq, command }) => ({ sourceSeq, command }));
  return { to, message: { card: cardOf(sql, state), number, credits: sent }, credits };
}

/**
 * It arrived; what was refused of it is tried again later. Where a newer message was sent meanwhile, the receipt speaks only of
 * the credits: what card the referrer has, and when they may be told more, goes by the newest.
 */
export function postArrived(sql: Sql, { message, credits }: Post, receipt: Receipt, now: number): void {
  const refused = new Set(receipt.refused.map(({ sourceSeq }) => sourceSeq));
  sql.transaction(() => {
    for (const credit of credits) {
      if (refused.has(credit.sourceSeq)) markFailed(sql, credit, now);
      else markDelivered(sql, credit, now);
    }
    const told = toldOf(sql);
    if (told.number !== message.number) return;
    const card = JSON.stringify(message.card);
    saveTold(sql, { ...told, card, at: now, attempts: 0 });
  });
}

/** It arrived or not: what it said is said again later, with whatever has come meanwhile. */
export function postLost(sql: Sql, { message }: Post, now: number, everyMs: number): void {
  const told = toldOf(sql);
  if (told.number !== message.number) return;
  const wait = Math.min(everyMs, FIRST_RETRY_MS * 2 ** Math.min(told.attempts, 20));
  saveTold(sql, { ...told, attempts: told.attempts + 1, retryAt: now + wait });
}

/**
 * Waiting credits that a message which has arrived should have carried: it carries everything that waits, up to the event its
 * card names. By the sequence number of their event, lowest first.
 */
export function overlookedCredits(sql: Sql): { readonly seq: number; readonly target: number }[] {
  const { card, at } = toldOf(sql);
  if (card === '') return [];
  const carried = sql.get<{ n: number }>('SELECT count(*) AS n FROM credits WHERE delivered_at = ?', at);
  if (carried === undefined || carried.n >= MOST_CREDITS) return [];
  const { seq } = JSON.parse(card) as Card;
  return sql.all(
    `SELECT source_seq AS seq, target_user AS target FROM credits
     WHERE delivered_at IS NULL AND attempts = 0 AND source_seq <= ? ORDER BY source_seq`,
    seq,
  );
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
