/** Empties the write-ahead log after a user has erased something: its pages still hold the bytes. */
import type { Duty } from '#api/runtime/scheduler.ts';

export interface LogTruncation {
  /** Erased rows are committed. Several within a second share one truncation. */
  request(): void;
  readonly duty: Duty;
}

/** The least time between two truncations; and how long one waits behind a reader of an older state, milliseconds. */
const EVERY_MS = 1000;

/** @param truncateLog false where a reader still needs the log. */
export function truncateLogAfterErasure(truncateLog: () => boolean, clock: { now(): number }): LogTruncation {
  let isWanted = false;
  return {
    request() {
      isWanted = true;
    },
    duty: {
      name: 'log of erased rows',
      restMs: EVERY_MS,
      dueAt: () => (isWanted ? clock.now() : null),
      async work() {
        if (truncateLog()) isWanted = false;
      },
    },
  };
}
