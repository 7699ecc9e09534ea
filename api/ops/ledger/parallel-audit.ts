/** The audit on all processors: ranges of users run side by side, each with its own connection and thread. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  type AuditReport,
  addReports,
  auditRange,
  NOTHING_AUDITED,
  type RangeReport,
  userRanges,
  wholeReport,
} from '../../ledger/audit.ts';
import type { SavedHead } from '../../ledger/heads.ts';
import type { UserRange } from '../../ledger/user-range.ts';
import { hmac, sha256 } from '../../runtime/hashing.ts';
import type { NodeSqlite } from '../../runtime/sqlite/better-sqlite3.ts';
import { walletAddresses } from '../../wallet/addresses.ts';

export interface ParallelOptions {
  /** Saved heads, by user id. */
  readonly heads?: Iterator<SavedHead>;
  readonly threads?: number;
  /** The approximate number of events that one thread takes at a time. */
  readonly eventsPerRange?: number;
  /** The progress of a stopped audit, to resume from. */
  readonly from?: AuditedSoFar;
  /** Called whenever all users up to a further one are done. */
  readonly onProgress?: (done: AuditedSoFar) => void;
}

/** The report on all users up to `upTo`. */
export interface AuditedSoFar {
  readonly upTo: number;
  readonly report: RangeReport;
}

/** The task of a thread; it answers with a `RangeReport`. */
export interface RangeTask {
  /** Counts from 0, in the order of the users. */
  readonly index: number;
  readonly range: UserRange;
  readonly heads: readonly SavedHead[] | null;
  /** UTC milliseconds. */
  readonly now: number;
}

const MOST_THREADS = 8;
const EVENTS_PER_RANGE = 20_000;

/** Audits the whole database file. Memory does not grow with the number of events. */
export async function auditInParallel(sql: NodeSqlite, options: ParallelOptions = {}): Promise<AuditReport> {
  const ranges = userRanges(sql, options.eventsPerRange ?? EVENTS_PER_RANGE, options.from?.upTo);
  const now = Date.now();
  const tasks = rangeTasks(ranges, now, options.heads, options.from?.upTo);
  let { report } = options.from ?? { report: NOTHING_AUDITED };
  /** Reports of ranges that finished before an earlier range. */
  const early = new Map<number, AuditedSoFar>();
  let next = 0;
  const done = ({ index, range }: RangeTask, own: RangeReport) => {
    early.set(index, { upTo: range.to, report: own });
    for (let one = early.get(next); one !== undefined; one = early.get(next)) {
      early.delete(next);
      next += 1;
      report = addReports(report, one.report);
      options.onProgress?.({ upTo: one.upTo, report });
    }
  };

  const first: RangeTask = tasks.next().value;
  const second = tasks.next();
  if (second.done === true) {
    // Too small to be worth a thread.
    const deps = { sql, sha256, hmac, addresses: walletAddresses, now };
    done(first, auditRange(deps, first.range, first.heads === null ? {} : { heads: first.heads.values() }));
    return wholeReport({ sql }, report);
  }
  const all = (function* () {
    yield* [first, second.value];
    yield* tasks;
  })();
  const count = options.threads ?? Math.min(availableParallelism(), MOST_THREADS);
  // Each thread takes the next task that no other has taken.
  const threads = Array.from({ length: count }, () => auditOnThread(sql.path, all, done));
  try {
    await Promise.all(threads);
  } finally {
    // The others finish their task.
    await Promise.allSettled(threads);
  }
  return wholeReport({ sql }, report);
}

/** Pairs each range with the saved heads of its users. */
function* rangeTasks(
  ranges: Iterable<UserRange>,
  now: number,
  heads: Iterator<SavedHead> | undefined,
  after = Number.MIN_SAFE_INTEGER,
): Generator<RangeTask> {
  let head = heads?.next();
  while (head !== undefined && head.done !== true && head.value.userId <= after) head = heads?.next();
  let index = 0;
  for (const range of ranges) {
    const own: SavedHead[] = [];
    while (head !== undefined && head.done !== true && head.value.userId <= range.to) {
      own.push(head.value);
      head = heads?.next();
    }
    yield { index, range, heads: heads === undefined ? null : own, now };
    index += 1;
  }
}

function startThread(path: string): Worker {
  return new Worker(new URL('./audit-thread.ts', import.meta.url), {
    workerData: { path },
    // Rows live for one chunk: a larger nursery would only keep dead rows longer.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
}

/** Starts a thread for the first of these tasks, and ends it after the last. */
async function auditOnThread(
  path: string,
  tasks: Iterable<RangeTask>,
  done: (task: RangeTask, report: RangeReport) => void,
): Promise<void> {
  let thread: Worker | undefined;
  try {
    for (const task of tasks) {
      thread ??= startThread(path);
      done(task, await auditOn(thread, task));
    }
  } finally {
    // It has answered or failed by now: terminating a thread that loads SQLite would abort the process.
    await thread?.terminate();
  }
}

async function auditOn(thread: Worker, task: RangeTask): Promise<RangeReport> {
  const answer = once(thread, 'message');
  thread.postMessage(task);
  const [report] = await answer;
  return report;
}
