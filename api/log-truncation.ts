/** Empties the write-ahead log of one machine's database after a user has erased something: its pages still hold the bytes. */
import type { NodeSqlite } from './sqlite/better-sqlite3.ts';

export interface LogTruncationDeps {
  readonly sql: Pick<NodeSqlite, 'truncateLog'>;
  /** Runs `run` once after `ms` milliseconds; the answer cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onFault: (message: string, cause: unknown) => void;
}

export interface LogTruncation {
  /** Erased rows are committed. Several within a second share one truncation. */
  request(): void;
  stop(): void;
}

/** The least time between two truncations; and how long one waits that found a reader of an older state, milliseconds. */
const EVERY_MS = 1000;

export function truncateLogAfterErasure({ sql, after, onFault }: LogTruncationDeps): LogTruncation {
  let cancel: (() => void) | null = null;
  let isWanted = false;

  function truncate(): void {
    try {
      if (sql.truncateLog()) isWanted = false;
    } catch (cause) {
      onFault('The write-ahead log could not be emptied after a deletion', cause);
    }
    cancel = after(EVERY_MS, () => {
      cancel = null;
      if (isWanted) truncate();
    });
  }

  return {
    request() {
      isWanted = true;
      cancel ??= after(0, truncate);
    },
    stop: () => cancel?.(),
  };
}
