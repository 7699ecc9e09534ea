/** The audit on all processors: ranges of users run side by side, each with its own connection and thread. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  type AuditReport,
  addReports,
  auditRange,
  NOTHING_AUDITED,
  type RangeReport,
  type UserRange,
  userRanges,
  wholeReport,
} from '../../ledger/audit.ts';
import type { SavedHead } from '../../ledger/heads.ts';
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
  /** UTC milliseconds; the clock of this machine by default. */
  readonly now?: number;
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
  const now = options.now ?? Date.now();
  const tasks = rangeTasks(ranges, now, options.heads, options.from?.upTo);
  let { report } = options.from ?? { report: NOTHING_AUDITED };
  /** Reports of ranges that finished before an earlier range. */
  const early = new Map<number, AuditedSoFar>();
  let next = 0;
  const done = (index: number, { to }: UserRange, own: RangeReport) => {
    early.set(index, { upTo: to, report: own });
    for (let one = early.get(next); one !== undefined; one = early.get(next)) {
      early.delete(next);
      next += 1;
      report = addReports(report, one.report);
      options.onProgress?.({ upTo: one.upTo, report });
    }
  };

  const [first, second] = [tasks.next(), tasks.next()];
  if (first.done !== true && second.done === true) {
    // Too small to be worth a thread.
    const { range, heads } = first.value;
    const deps = { sql, sha256, hmac, addresses: walletAddresses, now };
    done(0, range, auditRange(deps, range, heads === null ? {} : { heads: heads.values() }));
    return wholeReport({ sql }, report);
  }

  const begun = [first, second];
  let taken = 0;
  const takeTask = (): { readonly index: number; readonly task: RangeTask } | null => {
    const task = begun.shift() ?? tasks.next();
    if (task.done === true) return null;
    taken += 1;
    return { index: taken - 1, task: task.value };
  };
  const count = options.threads ?? Math.min(availableParallelism(), MOST_THREADS);
  const threads = Array.from({ length: count }, () => startThread(sql.path));
  try {
    await Promise.all(
      threads.map(async (thread) => {
        for (let taken = takeTask(); taken !== null; taken = takeTask()) {
          done(taken.index, taken.task.range, await thread.audit(taken.task));
        }
      }),
    );
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()));
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
  for (const range of ranges) {
    const own: SavedHead[] = [];
    while (head !== undefined && head.done !== true && head.value.userId <= range.to) {
      own.push(head.value);
      head = heads?.next();
    }
    yield { range, heads: heads === undefined ? null : own, now };
  }
}

interface Thread {
  audit(task: RangeTask): Promise<RangeReport>;
  stop(): Promise<unknown>;
}

function startThread(path: string): Thread {
  const worker = new Worker(new URL('./audit-thread.ts', import.meta.url), {
    workerData: { path },
    // Rows live for one chunk: a larger nursery would only keep dead rows longer.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
  return {
    audit(task) {
      return new Promise((resolve, reject) => {
        const answered = (report: RangeReport) => {
          worker.off('error', reject);
          resolve(report);
        };
        worker.once('message', answered);
        worker.once('error', reject);
        worker.postMessage(task);
      });
    },
    stop: () => worker.terminate(),
  };
}
