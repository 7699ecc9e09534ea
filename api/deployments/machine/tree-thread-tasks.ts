/** The thread of `tree-thread.ts`: an error ends it, and reaches all who wait. */
import { parentPort } from 'node:worker_threads';
import { grown, recordsOf } from '#api/proof/tree-work.ts';
import type { TreeTask } from './tree-thread.ts';

parentPort?.on('message', (task: TreeTask) => {
  if ('records' in task) answer(recordsOf(task.records), (records) => [records]);
  else answer(atOnce(grown(task.grow)), (tree) => tree?.groups.map(({ bytes }) => bytes) ?? []);
});

function answer<T>(value: T, moved: (value: T) => readonly Uint8Array[]): void {
  parentPort?.postMessage(
    value,
    moved(value).map(({ buffer }) => buffer as ArrayBuffer),
  );
}

/** Nobody waits on this thread: it needs no pauses. */
function atOnce<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
