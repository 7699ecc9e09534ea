/**
 * The accounts projection: one row per user with the folded state, so that a command or a profile reads one row instead of
 * a ledger. Derived from events alone: a missing row, or one of another version, is folded again.
 */
import type { StoredEvent } from '#core/points/events.ts';
import { evolve, initialState, type LedgerState } from '#core/points/evolve.ts';
import { decidedOf, readDecided } from '#core/points/facts.ts';
import { totalOf } from '#core/points/levels.ts';
import { CURRENT_RULES, rulesOf } from '#core/points/rules.ts';
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

/** Later events leave the columns of the index as they are, so it is not written then: each of its rows is paid for on Cloudflare. */
export function writeAccount(sql: Sql, state: LedgerState): void {
  const {
    user_id,
    version,
    seq,
    hash,
    total,
    level,
    registered_at,
    credits_to,
    state: text,
  } = accountRow(state);
  const values = [user_id, version, seq, hash, total, level, registered_at, credits_to, text];
  if (sql.run(KEEP_REGISTRATION, ...values).changes === 0) sql.run(REPLACE, ...values);
}

const COLUMNS = '(user_id, version, seq, hash, total, level, registered_at, credits_to, state)';
const REPLACE = `INSERT OR REPLACE INTO accounts ${COLUMNS} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const KEEP_REGISTRATION = `INSERT INTO accounts ${COLUMNS} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (user_id) DO UPDATE SET
    version = excluded.version, seq = excluded.seq, hash = excluded.hash,
    total = excluded.total, level = excluded.level, state = excluded.state
  WHERE registered_at = excluded.registered_at AND credits_to IS excluded.credits_to`;

/** A ledger holds an event of newer code. This code shows such a ledger, but appends nothing to it. */
export class LedgerNewer extends Error {
  override readonly name = 'LedgerNewer';
}

/**
 * A user's state, to be shown: from the projection, or folded from events if the projection lacks it. Of an event of newer code
 * it has the points. Null if there is no ledger.
 */
export function readAccount(sql: Sql, userId: number): LedgerState | null {
  return projected(sql, userId) ?? orNull(fold(sql, initialState(userId), shown));
}

/**
 * The same, to go on from. Throws `LedgerNewer`.
 * @param isNewer newer code has written to this database: it may have left events of its own, which the projection hides.
 */
export function readToAppend(sql: Sql, userId: number, isNewer: boolean): LedgerState | null {
  return (isNewer ? null : projected(sql, userId)) ?? orNull(foldOn(sql, initialState(userId)));
}

/** Whether a ledger holds events of newer code, by all of its events. */
export function isOfNewerCode(sql: Sql, userId: number): boolean {
  try {
    readToAppend(sql, userId, true);
    return false;
  } catch (error) {
    if (error instanceof LedgerNewer) return true;
    throw error;
  }
}

function projected(sql: Sql, userId: number): LedgerState | null {
  const row = sql.get<{ state: string }>(
    'SELECT state FROM accounts WHERE user_id = ? AND version = ?',
    userId,
    PROJECTION_VERSION,
  );
  return row === undefined ? null : (JSON.parse(row.state) as LedgerState);
}

const orNull = (state: LedgerState) => (state.head.seq === 0 ? null : state);

/** Rewrites a row of another version: for a database that no rebuild covers. Leaves that of a ledger with newer events. */
export function renewAccount(sql: Sql, userId: number): void {
  const row = sql.get<{ version: number }>('SELECT version FROM accounts WHERE user_id = ?', userId);
  if (row === undefined || row.version === PROJECTION_VERSION) return;
  try {
    const state = readToAppend(sql, userId, true);
    if (state !== null) writeAccount(sql, state);
  } catch (error) {
    if (!(error instanceof LedgerNewer)) throw error;
  }
}

/** The state after all events that follow the given state. Throws `LedgerNewer`. */
export function foldOn(sql: Sql, from: LedgerState): LedgerState {
  return fold(sql, from, known);
}

function fold(sql: Sql, from: LedgerState, next: typeof known): LedgerState {
  let state = from;
  for (;;) {
    const events = eventsAfter(sql, state.userId, state.head.seq, CHUNK);
    for (const event of events) state = next(state, event);
    if (events.length < CHUNK) return state;
  }
}

function known(state: LedgerState, event: StoredEvent): LedgerState {
  const decided = rulesOf(event.rules) === null ? null : readDecided(event);
  if (decided !== null) return evolve(state, decided, event);
  const { seq, userId, type, rules } = event;
  throw new LedgerNewer(`Event ${seq} of user ${userId} is of newer code: ${type} by rules ${rules}`);
}

/** An event of an unknown type changes the points, as a correction does; one of unknown rules is read by the newest known ones. */
function shown(state: LedgerState, event: StoredEvent): LedgerState {
  const rules = rulesOf(event.rules) === null ? CURRENT_RULES.version : event.rules;
  const read = { ...event, rules };
  const decided = readDecided(read) ?? decidedOf({ type: 'Correction.v1', data: { reason: '' } }, read);
  return evolve(state, decided, event);
}

const CHUNK = 1000;
