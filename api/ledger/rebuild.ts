/**
 * Rebuilds the accounts and wallets projections from events while others read and write. Folding happens without the write
 * lock; each short write first folds the events appended since. Ledgers are done in order, and stopping anywhere is harmless.
 */
import type { StoredEvent } from '#core/points/events.ts';
import { evolve, initialState, type LedgerState } from '#core/points/evolve.ts';
import { readDecided } from '#core/points/facts.ts';
import { rulesOf } from '#core/points/rules.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { type AccountRow, accountRow, foldOn, PROJECTION_VERSION, writeAccount } from './accounts.ts';
import { EVENT_COLUMNS } from './event-rows.ts';
import { repairWallet } from './wallets.ts';

export interface Rebuilt {
  readonly events: number;
  readonly users: number;
  /** Rows that were missing or wrong. */
  readonly changed: number;
  /** Rows of users without any event. */
  readonly removed: number;
  /** Ledgers left unchanged, because they hold events that this code does not know. */
  readonly skipped: number;
}

/** Events folded, and ledgers written, per step: a few milliseconds each. */
const EVENTS_PER_STEP = 1000;
const USERS_PER_WRITE = 200;

/** Whether another version rebuilt the rows last; opening the ledger then rebuilds them. */
export function needsRebuild(sql: Sql): boolean {
  const row = sql.get<{ value: string }>("SELECT value FROM meta WHERE name = 'projection_version'");
  if (row !== undefined) return row.value !== String(PROJECTION_VERSION);
  if (sql.get('SELECT 1 AS found FROM events LIMIT 1') !== undefined) return true;
  markRebuilt(sql);
  return false;
}

function markRebuilt(sql: Sql): void {
  sql.run(
    "INSERT OR REPLACE INTO meta (name, value) VALUES ('projection_version', ?)",
    String(PROJECTION_VERSION),
  );
}

/** Rebuilds step by step; the caller asks for the next step when it has time. Yields the totals so far. */
export function* rebuild(sql: Sql): Generator<Rebuilt> {
  const done = { events: 0, users: 0, changed: 0, removed: 0, skipped: 0 };
  let cursor = { userId: Number.MIN_SAFE_INTEGER, seq: 0 };
  let writtenUpTo = cursor.userId;
  let current: LedgerState | null = null;
  let isKnown = true;
  let ended: (LedgerState | number)[] = [];

  function end(): void {
    if (current === null) return;
    ended.push(isKnown ? current : current.userId);
    current = null;
    isKnown = true;
  }

  function fold(event: StoredEvent): void {
    if (current?.userId !== event.userId) {
      end();
      current = initialState(event.userId);
    }
    const decided = rulesOf(event.rules) === null ? null : readDecided(event);
    if (decided === null) isKnown = false;
    if (decided !== null && isKnown) current = evolve(current, decided, event);
  }

  function write(upTo: number): void {
    const states = ended;
    ended = [];
    sql.transaction(() => {
      for (const state of states) {
        if (typeof state === 'number') done.skipped += 1;
        else if (replace(sql, foldOn(sql, state))) done.changed += 1;
      }
      done.removed += removeStrangers(sql, writtenUpTo, upTo);
    });
    done.users += states.length;
    writtenUpTo = upTo;
  }

  for (;;) {
    const events = sql.all<StoredEvent>(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE (user_id, seq) > (?, ?) ORDER BY user_id, seq LIMIT ?`,
      cursor.userId,
      cursor.seq,
      EVENTS_PER_STEP,
    );
    for (const event of events) fold(event);
    done.events += events.length;
    const last = events.at(-1);
    if (last === undefined || events.length < EVENTS_PER_STEP) break;
    cursor = { userId: last.userId, seq: last.seq };
    if (ended.length >= USERS_PER_WRITE) write(last.userId - 1);
    yield { ...done };
  }
  end();
  write(Number.MAX_SAFE_INTEGER);
  markRebuilt(sql);
  yield { ...done };
}

/** Writes the row of a state if it is missing or wrong. */
function replace(sql: Sql, state: LedgerState): boolean {
  const row = sql.get<AccountRow>('SELECT * FROM accounts WHERE user_id = ?', state.userId);
  const right = accountRow(state);
  const isRepaired = repairWallet(sql, state.userId, state.wallet);
  if (row !== undefined && COLUMNS.every((name) => row[name] === right[name])) return isRepaired;
  writeAccount(sql, state);
  return true;
}

const COLUMNS = [
  'version',
  'seq',
  'hash',
  'total',
  'level',
  'registered_at',
  'credits_to',
  'state',
] as const satisfies readonly (keyof AccountRow)[];

function removeStrangers(sql: Sql, from: number, to: number): number {
  sql.run(
    `DELETE FROM wallets WHERE user_id > ? AND user_id <= ?
       AND NOT EXISTS (SELECT 1 FROM events WHERE events.user_id = wallets.user_id)`,
    from,
    to,
  );
  return sql.run(
    `DELETE FROM accounts WHERE user_id > ? AND user_id <= ?
       AND NOT EXISTS (SELECT 1 FROM events WHERE events.user_id = accounts.user_id)`,
    from,
    to,
  ).changes;
}
