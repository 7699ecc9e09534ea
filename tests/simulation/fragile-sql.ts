/** A database whose process can die before any statement, before a commit, and after one. Commits are durable. */
import { type Sql, type SqlValue, StorageFullError, type Synchronous } from '#api/runtime/sqlite/port.ts';
import type { Reach } from './paths.ts';

export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

export interface FragileSql extends Sql {
  /** Dies this many steps from now. */
  dieAfter(steps: number): void;
  /** Dies at a step that is no statement, after so many others of that kind. */
  dieInFlight(breaths: number): void;
  die(): void;
  /** The disk is full for this many commits: each runs its work and fails. */
  failCommits(count: number): void;
  /** A step without a statement, such as a departing answer. False if the process is dead by then. */
  breathe(): boolean;
  isDead(): boolean;
}

/** Rows that the ledger reads at a time. */
const CHUNK = 1000;

/** @param onDeath called once, in the middle of the process's work. */
export function fragileSql(base: Sql, onDeath: () => void, reach: Reach): FragileSql {
  let left = Number.POSITIVE_INFINITY;
  let breathsLeft = Number.POSITIVE_INFINITY;
  let failing = 0;
  let dead = false;
  let depth = 0;
  /** Whether the current transaction has appended an event. */
  let hasAppended = false;

  function die(): void {
    if (dead) return;
    dead = true;
    onDeath();
  }

  function step(): void {
    if (!dead && --left < 0) die();
    if (dead) throw new ProcessDied();
  }

  function breathe(): boolean {
    if (!dead && (--left < 0 || --breathsLeft < 0)) die();
    return !dead;
  }

  function inside<T>(
    begin: <R>(work: () => Synchronous<R>) => R,
    work: () => Synchronous<T>,
    canFail: boolean,
  ): T {
    step();
    const isOutermost = depth === 0;
    if (isOutermost) hasAppended = false;
    depth += 1;
    let value: T;
    try {
      value = begin<{ readonly of: T }>(() => {
        const of = work();
        // Even if the work caught the error: a dead process commits nothing.
        step();
        if (canFail && isOutermost) failIfFull();
        return { of };
      }).of;
    } finally {
      depth -= 1;
    }
    if (isOutermost) step();
    return value;
  }

  function failIfFull(): void {
    if (failing === 0) return;
    failing -= 1;
    if (hasAppended) reach('a commit failed with events in it');
    throw new StorageFullError();
  }

  return {
    run(text: string, ...values: readonly SqlValue[]) {
      step();
      const done = base.run(text, ...values);
      if (done.changes > 0 && text.startsWith('INSERT INTO events')) hasAppended = true;
      return done;
    },
    get<T extends object>(text: string, ...values: readonly SqlValue[]) {
      step();
      return base.get<T>(text, ...values);
    },
    all<T extends object>(text: string, ...values: readonly SqlValue[]) {
      step();
      const rows = base.all<T>(text, ...values);
      if (rows.length === CHUNK && values.at(-1) === CHUNK && text.includes('FROM events')) {
        reach('a ledger was read in several chunks');
      }
      return rows;
    },
    iterate<T extends object>(text: string, ...values: readonly SqlValue[]) {
      step();
      return base.iterate<T>(text, ...values);
    },
    transaction: (work) => inside((begun) => base.transaction(begun), work, true),
    unsynced: (work) => inside((begun) => base.unsynced(begun), work, true),
    snapshot: (work) => inside((begun) => base.snapshot(begun), work, false),
    overwritesDeleted: base.overwritesDeleted,
    scrub(drop) {
      step();
      base.scrub(drop);
    },
    foreignVersion: () => base.foreignVersion(),
    dieAfter(steps) {
      left = steps;
      breathsLeft = Number.POSITIVE_INFINITY;
    },
    dieInFlight(breaths) {
      breathsLeft = breaths;
    },
    die,
    failCommits(count) {
      failing = count;
    },
    breathe,
    isDead: () => dead,
  };
}
