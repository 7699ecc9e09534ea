/** A database whose process can die before any statement, before a commit, and after one. What was committed stays. */
import type { Sql, SqlValue, Synchronous } from '#api/sqlite/port.ts';

export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

export interface FragileSql extends Sql {
  /** Dies so many steps from now. */
  dieAfter(steps: number): void;
  die(): void;
  /** A step that is no statement, such as an answer that leaves. False where it is dead by then. */
  breathe(): boolean;
  isDead(): boolean;
}

/** @param onDeath told once, from within whatever the process was doing. */
export function fragileSql(base: Sql, onDeath: () => void): FragileSql {
  let left = Number.POSITIVE_INFINITY;
  let dead = false;
  let depth = 0;

  function die(): void {
    if (dead) return;
    dead = true;
    onDeath();
  }

  function breathe(): boolean {
    if (!dead && --left < 0) die();
    return !dead;
  }

  function step(): void {
    if (!breathe()) throw new ProcessDied();
  }

  function inside<T>(begin: <R>(work: () => Synchronous<R>) => R, work: () => Synchronous<T>): T {
    step();
    const isOutermost = depth === 0;
    depth += 1;
    let value: T;
    try {
      value = begin<{ readonly of: T }>(() => {
        const of = work();
        // Whatever was caught on the way: a dead process commits nothing.
        step();
        return { of };
      }).of;
    } finally {
      depth -= 1;
    }
    if (isOutermost) step();
    return value;
  }

  return {
    run(text: string, ...values: readonly SqlValue[]) {
      step();
      return base.run(text, ...values);
    },
    get<T extends object>(text: string, ...values: readonly SqlValue[]) {
      step();
      return base.get<T>(text, ...values);
    },
    all<T extends object>(text: string, ...values: readonly SqlValue[]) {
      step();
      return base.all<T>(text, ...values);
    },
    iterate<T extends object>(text: string, ...values: readonly SqlValue[]) {
      step();
      return base.iterate<T>(text, ...values);
    },
    transaction: (work) => inside((begun) => base.transaction(begun), work),
    snapshot: (work) => inside((begun) => base.snapshot(begun), work),
    scrub(drop) {
      step();
      base.scrub(drop);
    },
    foreignVersion: () => base.foreignVersion(),
    dieAfter(steps) {
      left = steps;
    },
    die,
    breathe,
    isDead: () => dead,
  };
}
