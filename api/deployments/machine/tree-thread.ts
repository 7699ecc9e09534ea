/** Computes the trees of many users on a thread of its own, so that requests are answered meanwhile. */
import { Worker } from 'node:worker_threads';
import {
  type Grown,
  type GrowTask,
  type RecordTask,
  type TreeWork,
  workInPlace,
} from '#api/proof/tree-work.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';

/** The thread answers each in turn, with records or with what has grown. */
export type TreeTask = { readonly records: RecordTask } | { readonly grow: GrowTask };

/** With fewer leaves a thread is not worth its start. */
const LEAST_LEAVES = 500;

/** The thread runs from the first task that is large enough until it may rest. */
export function workOnThread(): TreeWork {
  let thread: Thread | null = null;

  function ask<T>(task: TreeTask, moved: readonly ArrayBufferView[]): Promise<T> {
    if (thread === null || thread.hasEnded()) thread = startThread();
    return thread.ask(task, moved) as Promise<T>;
  }

  return {
    records: (task) =>
      task.userIds.length < LEAST_LEAVES
        ? workInPlace.records(task)
        : ask<Uint8Array>({ records: task }, [task.userIds, task.totals, task.seqs]),
    grow: (task, pause) =>
      task.records.length < LEAST_LEAVES * RECORD_BYTES
        ? workInPlace.grow(task, pause)
        : ask<Grown | null>({ grow: task }, [task.records]),
    async rest() {
      const ended = thread?.end();
      thread = null;
      await ended;
    },
  };
}

interface Thread {
  readonly hasEnded: () => boolean;
  /** @param moved bytes of the task that only the thread has afterwards */
  ask(task: TreeTask, moved: readonly ArrayBufferView[]): Promise<unknown>;
  end(): Promise<void>;
}

function startThread(): Thread {
  const worker = new Worker(new URL('./tree-thread-tasks.ts', import.meta.url), {
    // Records are moved, not copied: a larger nursery would only keep dead objects longer.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
  const waiting: { resolve(answer: unknown): void; reject(error: unknown): void }[] = [];
  function fail(error: unknown): void {
    for (const one of waiting.splice(0)) one.reject(error);
  }
  worker.on('message', (answer) => {
    waiting.shift()?.resolve(answer);
    // It keeps no process alive that waits for nothing.
    if (waiting.length === 0) worker.unref();
  });
  worker.on('error', fail);
  let hasEnded = false;
  worker.on('exit', () => {
    hasEnded = true;
    fail(new Error('The thread that computes trees has ended'));
  });
  return {
    hasEnded: () => hasEnded,
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
      await worker.terminate();
    },
  };
}
