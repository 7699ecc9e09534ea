/** Threads that read leaves, compute trees and move commits of the log, so that requests are answered meanwhile. */
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { type LeafRange, type ReadLeaves, readLeaves } from '#api/proof/ledger-leaves.ts';
import { groupsAtOnce, type TreeWork, workInPlace } from '#api/proof/tree-work.ts';
import type { NodeSqlite } from '#api/runtime/sqlite/better-sqlite3.ts';
import { joined } from '#core/proof/bytes.ts';
import { GROUP } from '#core/proof/grouped-tree.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';

/**
 * The thread answers each in turn, with bytes, after a first message: null, when it has loaded SQLite. Files of databases are
 * given by their paths.
 */
export type TreeTask =
  | { readonly ledgers: string; readonly mapped: boolean; readonly leaves: LeafRange }
  | { readonly sorted: Uint8Array }
  | { readonly nodes: Uint8Array }
  | { readonly checkpoint: string };

export interface TreeThreads extends TreeWork {
  /** Reads leaves as `readLeaves` does. */
  readonly leaves: ReadLeaves;
  /** Moves commits from the write-ahead log into the database, see `NodeSqlite`: on this thread while no other runs. */
  readonly checkpoint: (log: Pick<NodeSqlite, 'path' | 'checkpoint'>) => Promise<void>;
}

/** With fewer leaves a thread is not worth its start. */
const LEAST_LEAVES = 500;
/** More would leave no processor for requests. */
const MOST_THREADS = 2;

/**
 * The threads run from the first task that is large enough until they may rest.
 * @param ledgers where leaves are read
 * @param onFault hears of a thread's fault where its task is done without it
 * @param mapped whether the threads map that file: its pages count as memory of the process then
 */
export function treeThreads(
  ledgers: NodeSqlite,
  onFault: (message: string, cause: unknown) => void,
  mapped = true,
): TreeThreads {
  const count = Math.min(availableParallelism(), MOST_THREADS);
  let threads: Thread[] = [];
  /** Moves commits, so that no computation waits for the disk. */
  let mover: Thread | null = null;

  /** After a fault of a thread the same on this one: so it is this connection that finds a file damaged, and tells. */
  async function orHere<T, H>(answer: Promise<T>, work: () => H): Promise<T | H> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof ThreadEnded) throw error;
      onFault('a thread of the publishing failed', error);
      return work();
    }
  }

  /** By the thread that has the fewest tasks. */
  function ask(task: TreeTask, moved: readonly ArrayBufferView[]): Promise<Uint8Array> {
    threads = threads.filter((one) => !one.hasEnded());
    while (threads.length < count) threads.push(startThread());
    const free = threads.reduce((best, one) => (one.tasks() < best.tasks() ? one : best));
    return free.ask(task, moved);
  }

  return {
    leaves: (range) =>
      range.users < LEAST_LEAVES
        ? readLeaves(ledgers, range)
        : orHere(ask({ ledgers: ledgers.path, mapped, leaves: range }, []), () => readLeaves(ledgers, range)),
    async checkpoint(log) {
      if (threads.length === 0) return log.checkpoint();
      if (mover === null || mover.hasEnded()) mover = startThread();
      await orHere(mover.ask({ checkpoint: log.path }, []), () => log.checkpoint());
    },
    sorted: (records) =>
      isSmall(records) ? workInPlace.sorted(records) : ask({ sorted: records }, [records]),
    async nodes(records, pause) {
      if (isSmall(records)) return await workInPlace.nodes(records, pause);
      const share = Math.ceil(records.length / RECORD_BYTES / GROUP / count);
      const parts = groupsAtOnce(records, share).map((part) => {
        const own = part.slice();
        return ask({ nodes: own }, [own]);
      });
      return joined(...(await Promise.all(parts)));
    },
    async rest() {
      const ended = [...threads, mover].map((one) => one?.end());
      threads = [];
      mover = null;
      await Promise.all(ended);
    },
  };
}

const isSmall = (records: Uint8Array) => records.length < LEAST_LEAVES * RECORD_BYTES;

/** A thread has ended without an answer. */
export class ThreadEnded extends Error {
  constructor() {
    super('The thread has ended');
  }
}

interface Thread {
  readonly hasEnded: () => boolean;
  /** That it has not answered yet. */
  readonly tasks: () => number;
  /** @param moved bytes of the task that only the thread has afterwards */
  ask(task: TreeTask, moved: readonly ArrayBufferView[]): Promise<Uint8Array>;
  end(): Promise<void>;
}

function startThread(): Thread {
  // Else the limit of the process (`NODE_OPTIONS`) wins over that of the thread. The heap of the process keeps it.
  setFlagsFromString('--max-semi-space-size=0');
  const worker = new Worker(new URL('./tree-thread.ts', import.meta.url), {
    // Objects live for a page: a larger nursery would only keep dead ones longer.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  // It keeps no process alive that waits for nothing.
  worker.unref();
  const waiting: { resolve(bytes: Uint8Array): void; reject(error: unknown): void }[] = [];
  let hasEnded = false;
  function fail(error: unknown): void {
    hasEnded = true;
    for (const one of waiting.splice(0)) one.reject(error);
  }
  // Terminating a thread that loads SQLite would abort the process.
  const loaded = new Promise<void>((resolve) => {
    worker.once('message', () => resolve());
    worker.once('exit', () => resolve());
  });
  worker.on('message', (bytes) => {
    if (bytes === null) return;
    // `end` waits for the thread: a late answer must not let the process end before it.
    if (hasEnded) return;
    waiting.shift()?.resolve(bytes);
    if (waiting.length === 0) worker.unref();
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new ThreadEnded()));
  return {
    hasEnded: () => hasEnded,
    tasks: () => waiting.length,
    ask: (task, moved) =>
      new Promise((resolve, reject) => {
        worker.postMessage(
          task,
          moved.map(({ buffer }) => buffer as ArrayBuffer),
        );
        waiting.push({ resolve, reject });
        worker.ref();
      }),
    async end() {
      fail(new ThreadEnded());
      worker.ref();
      await loaded;
      await worker.terminate();
    },
  };
}
