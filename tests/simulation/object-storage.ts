/**
 * The storage of one object as the platform provides it: all writes of a turn, including its alarm, become
 * durable together a moment later or are lost together, and no answer leaves the object before.
 */
import Database from 'better-sqlite3';
import type { Alarm } from '#api/runtime/scheduler.ts';
import type { ObjectStorage } from '#api/runtime/sqlite/durable-object.ts';

/** Compared by identity: set again for the same time, it is a different one. */
export interface SetAlarm {
  readonly at: number;
}

export interface TurnStorage extends ObjectStorage, Alarm {
  /** As the running turn sees it. */
  alarm(): SetAlarm | null;
  /** Resolves when all writes so far are durable; never if they are lost. */
  durable(): Promise<void>;
  /** Drops the writes since the last durable turn. */
  lose(): void;
  close(): void;
}

interface Turn {
  readonly kept: Promise<void>;
  readonly alarmBefore: SetAlarm | null;
}

/** @param later runs its argument once, when the disk has answered. @param onKept called after each durable turn. */
export function turnStorage(later: (keep: () => void) => void, onKept: () => void): TurnStorage {
  const database = new Database(':memory:');
  const statements = new Map<string, Database.Statement>();
  let turn: Turn | null = null;
  let alarm: SetAlarm | null = null;
  let depth = 0;

  function begin(): void {
    if (turn !== null) return;
    database.exec('BEGIN');
    let settle = () => {};
    const kept = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const begun: Turn = { kept, alarmBefore: alarm };
    turn = begun;
    later(() => {
      if (turn !== begun) return;
      database.exec('COMMIT');
      turn = null;
      onKept();
      settle();
    });
  }

  function setAlarm(next: SetAlarm | null): void {
    begin();
    alarm = next;
  }

  function prepared(text: string): Database.Statement {
    const known = statements.get(text);
    if (known !== undefined) return known;
    const made = database.prepare(text);
    statements.set(text, made);
    return made;
  }

  return {
    sql: {
      exec(text, ...values) {
        const statement = prepared(text);
        if (!statement.readonly) begin();
        const rows = statement.reader ? (statement.all(...values) as Record<string, unknown>[]) : [];
        if (!statement.reader) statement.run(...values);
        return Object.assign(rows, { rowsRead: 0, rowsWritten: 0 });
      },
      get databaseSize() {
        const [used, free] = ['page_count', 'freelist_count'].map((name) =>
          Number(database.pragma(name, { simple: true })),
        );
        return ((used ?? 0) - (free ?? 0)) * 4096;
      },
    },
    transactionSync<T>(work: () => T): T {
      begin();
      const level = `level_${depth}`;
      database.exec(`SAVEPOINT ${level}`);
      depth += 1;
      try {
        const value = work();
        database.exec(`RELEASE ${level}`);
        return value;
      } catch (error) {
        // If the object died in it, the whole turn is lost.
        if (database.inTransaction) database.exec(`ROLLBACK TO ${level}; RELEASE ${level}`);
        throw error;
      } finally {
        depth -= 1;
      }
    },
    set: (at) => setAlarm({ at }),
    clear: () => setAlarm(null),
    alarm: () => alarm,
    async durable() {
      while (turn !== null) await turn.kept;
    },
    lose() {
      if (turn === null) return;
      database.exec('ROLLBACK');
      alarm = turn.alarmBefore;
      turn = null;
    },
    close: () => database.close(),
  };
}
