/**
 * A number that the ledgers and the log both keep and that only grows. The ledgers get it first, so theirs is the lower one only
 * in a copy: that shows a restore even where no day was published since the copy.
 */
import { dayOf } from '#core/points/days.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { LedgerMemory } from './leaf-source.ts';

/** While the ledgers change, the mark rises this often. */
const EVERY_MS = 60_000;
/** More than the last minutes of a day that phones count to the next one. */
const CLOSING_MS = 15 * 60_000;

interface Marks {
  /** When the mark is to be raised, milliseconds; infinite while the ledgers stay as they are. */
  readonly dueAt: () => number;
  readonly raise: () => void;
}

export function marksOf(sql: Sql, memory: LedgerMemory, clock: { now(): number }): Marks {
  /** Null until this process has raised it. */
  let raised: { readonly at: number; readonly changes: number } | null = null;
  return {
    dueAt() {
      const now = clock.now();
      if (raised === null || raised.at > now) return now;
      return memory.changes() === raised.changes ? Number.POSITIVE_INFINITY : raised.at + EVERY_MS;
    },
    raise() {
      const at = clock.now();
      const own = sql.get<{ mark: number }>('SELECT mark FROM ledger_mark')?.mark ?? 0;
      const theirs = memory.mark();
      if (theirs < own) noteSetBack(sql, at);
      const next = Math.max(theirs, own) + 1;
      memory.setMark(next);
      sql.run('UPDATE ledger_mark SET mark = ?', next);
      raised = { at, changes: memory.changes() };
    },
  };
}

/**
 * The ledgers were found to be set back: all entries up to that of today must say so, for a phone may know what was lost on any
 * of these days.
 * @param now milliseconds
 */
export function noteSetBack(sql: Sql, now: number): void {
  sql.run('UPDATE ledger_mark SET set_back = max(ifnull(set_back, 0), ?)', dayOf(now + CLOSING_MS));
}

/** Whether the next entry must say that the ledgers were set back. */
export function isSetBack(sql: Sql): boolean {
  return sql.get('SELECT 1 AS found FROM ledger_mark WHERE set_back IS NOT NULL') !== undefined;
}

/** The entry of this day is decided. Inside a transaction. */
export function settleSetBack(sql: Sql, day: number): void {
  sql.run('UPDATE ledger_mark SET set_back = NULL WHERE set_back <= ?', day);
}

/**
 * In a copy of the ledgers: it is lower than the mark of any log. Ledgers of a version without marks have none, which is lower,
 * too.
 */
export function markAsCopy(sql: Sql): void {
  if (sql.get("SELECT 1 AS found FROM sqlite_master WHERE name = 'log_marks'") === undefined) return;
  sql.run('UPDATE log_marks SET mark = -1');
}
