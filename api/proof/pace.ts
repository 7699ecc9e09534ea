/** How many leaves a commit takes: fewer where the last one was slow, so that a slow machine holds the write lock for less time. */
import type { Sql } from '../runtime/sqlite/port.ts';

export interface Pace {
  /** Leaves of the next commit, about. */
  readonly leaves: () => number;
  /** Commits some leaves. A loss of power takes some of the last ones back, and they are made again. */
  readonly commit: (sql: Sql, work: () => void) => void;
}

const FEWEST = 1_024;
/** A megabyte of records. */
const MOST = 16_384;
/** A commit that took longer halves those after it. The next one is on its way already. */
const SLOW_MS = 20;
/** A commit that took less doubles them. */
const FAST_MS = 10;

/** @param now milliseconds */
export function createPace(now = () => performance.now()): Pace {
  let leaves = FEWEST * 4;
  return {
    leaves: () => leaves,
    commit(sql, work) {
      const from = now();
      sql.unsynced(work);
      const ms = now() - from;
      if (ms > SLOW_MS) leaves = Math.max(FEWEST, leaves / 2);
      if (ms < FAST_MS) leaves = Math.min(MOST, leaves * 2);
    },
  };
}
