/** Computes the trees of many users on threads of their own, so that requests are answered meanwhile. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { groupsAtOnce, type RecordTask, type TreeWork, workInPlace } from '#api/proof/tree-work.ts';
import { joined } from '#core/proof/bytes.ts';
import { GROUP } from '#core/proof/grouped-tree.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';

/** The thread answers each in turn, with bytes. */
export type TreeTask =
  | { readonly records: RecordTask }
  | { readonly sorted: Uint8Array }
  | { readonly nodes: Uint8Array };

/** With fewer leaves a thread is not worth its start. */
const LEAST_LEAVES = 500;
/** More would leave no processor for requests. */
const MOST_THREADS = 2;

/** The threads run from the first task that is large enough until they may rest. */
export function workOnThreads(): TreeWork {
  const count = Math.min(availableParallelism(), MOST_THREADS);
  let threads: Thread[] = [];

  /** By the thread that has the fewest tasks. */
  function ask(task: TreeTask, moved: readonly ArrayBufferView[]): Promise<Uint8Array> {
    threads = threads.filter((one) => !one.hasEnded());
    while (threads.length < count) threads.push(startThread());
    const free = threads.reduce((best, one) => (one.tasks() < best.tasks() ? one : best));
    return free.ask(task, moved);
  }

  return {
    records: (task) =>
      task.userIds.length < LEAST_LEAVES
        ? workInPlace.records(task)
        : ask({ records: task }, [task.userIds, task.totals, task.seqs]),
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
      const ended = threads.map((one) => one.end());
      threads = [];
      await Promise.all(ended);
    },
  };
}

const isSmall = (records: Uint8Array) => records.length < LEAST_LEAVES * RECORD_BYTES;

const ENDED = 'The thread that computes trees has ended';

interface Thread {
  readonly hasEnded: () => boolean;
  /** That it has not answered yet. */
  readonly tasks: () => number;
  /** @param moved bytes of the task that only the thread has afterwards */
  ask(task: TreeTask, moved: readonly ArrayBufferView[]): Promise<Uint8Array>;
  end(): Promise<void>;
}

function startThread(): Thread {
  const worker = new Worker(new URL('./tree-thread.ts', import.meta.url), {
    // Records are moved, not copied: a larger nursery would only keep dead objects longer.
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
  worker.on('message', (bytes) => {
    waiting.shift()?.resolve(bytes);
    if (waiting.length === 0) worker.unref();
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error(ENDED)));
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
      // Answers under way would still be heard.
      fail(new Error(ENDED));
      await worker.terminate();
    },
  };
}
