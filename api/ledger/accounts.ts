/**
 * The accounts projection: one row per user with the folded state, so that a command or a profile reads one row instead of
 * a ledger. Derived from events alone: a missing row, or one of another version, is folded again.
 */
import { evolve, initialState, type LedgerState } from '#core/points/evolve.ts';
import { readDecided } from '#core/points/facts.ts';
import { totalOf } from '#core/points/levels.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { eventsAfter } from './event-rows.ts';

/** Grows with every change to the content of a row, including the fields and the meaning of `LedgerState`. */
export const PROJECTION_VERSION = 4;

export interface AccountRow {
  readonly user_id: number;
  readonly version: number;
  readonly seq: number;
  readonly hash: string;
  readonly total: number;
  readonly level: number;
  readonly registered_at: number;
  readonly credits_to: number | null;
  readonly state: string;
}

/** The row that stores a state. */
export function accountRow(state: LedgerState): AccountRow {
  const { registered } = state;
  return {
    user_id: state.userId,
    version: PROJECTION_VERSION,
    seq: state.head.seq,
    hash: state.head.hash,
    total: totalOf(state.points),
    level: state.level,
    registered_at: registered?.at ?? 0,
    credits_to: registered?.referrerRegistered === true ? registered.referrer : null,
    state: JSON.stringify(state),
  };
}

export function writeAccount(sql: Sql, state: LedgerState): void {
  const row = accountRow(state);
  sql.run(
    `INSERT OR REPLACE INTO accounts
       (user_id, version, seq, hash, total, level, registered_at, credits_to, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.user_id,
    row.version,
    row.seq,
    row.hash,
    row.total,
    row.level,
    row.registered_at,
    row.credits_to,
    row.state,
  );
}

/** A user's state from the projection, or folded from events if the projection lacks it; null if there is no ledger. */
export function readAccount(sql: Sql, userId: number): LedgerState | null {
  const row = sql.get<{ state: string }>(
    'SELECT state FROM accounts WHERE user_id = ? AND version = ?',
    userId,
    PROJECTION_VERSION,
  );
  if (row !== undefined) return JSON.parse(row.state) as LedgerState;
  const folded = foldOn(sql, initialState(userId));
  return folded.head.seq === 0 ? null : folded;
}

/** Rewrites a row of another version: for a database that no rebuild covers. */
export function renewAccount(sql: Sql, userId: number): void {
  const row = sql.get<{ version: number }>('SELECT version FROM accounts WHERE user_id = ?', userId);
  const state = row === undefined || row.version === PROJECTION_VERSION ? null : readAccount(sql, userId);
  if (state !== null) writeAccount(sql, state);
}

/** The state after all events that follow the given state. */
export function foldOn(sql: Sql, from: LedgerState): LedgerState {
  let state = from;
  for (;;) {
    const events = eventsAfter(sql, state.userId, state.head.seq, CHUNK);
    for (const event of events) {
      const decided = readDecided(event);
      if (decided === null) {
        throw new Error(`Event ${event.seq} of user ${event.userId} is of type ${event.type}, unknown here`);
      }
      state = evolve(state, decided, event);
    }
    if (events.length < CHUNK) return state;
  }
}

const CHUNK = 1000;
