/** A thread of `tree-threads.ts`: an error ends it, and reaches all who wait for it. */
import { parentPort } from 'node:worker_threads';
import { recordsOf } from '#api/proof/tree-work.ts';
import { freeBytes } from '#api/runtime/free-bytes.ts';
import { sha256Into } from '#api/runtime/hashing.ts';
import { groupNodes } from '#core/proof/sum-builder.ts';
import { sortedRecords } from '#core/proof/sum-nodes.ts';
import type { TreeTask } from './tree-threads.ts';

parentPort?.on('message', (task: TreeTask) => {
  const bytes = done(task);
  parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
  for (const one of movedWith(task)) freeBytes(one);
});

function done(task: TreeTask): Uint8Array {
  if ('records' in task) return recordsOf(task.records);
  if ('sorted' in task) return sortedRecords(task.sorted);
  return groupNodes(sha256Into, task.nodes);
}

function movedWith(task: TreeTask): ArrayBufferView[] {
  if ('records' in task) return [task.records.userIds, task.records.totals, task.records.seqs];
  return ['sorted' in task ? task.sorted : task.nodes];
}
