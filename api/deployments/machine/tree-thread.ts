/** A thread of `tree-threads.ts`: an error ends it, and reaches all who wait for it. */
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { readLeaves } from '#api/proof/ledger-leaves.ts';
import { freeBytes } from '#api/runtime/free-bytes.ts';
import { sha256Into } from '#api/runtime/hashing.ts';
import { type NodeSqlite, type OpenOptions, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { groupNodes } from '#core/proof/sum-builder.ts';
import { sortedRecords } from '#core/proof/sum-nodes.ts';
import type { TreeTask } from './tree-threads.ts';

/** A tenth of the time of the others where all have work: see sched(7). */
const GIVEN_WAY = 10;
const NOTHING = new Uint8Array();
/** By path; the end of the thread closes them. */
const opened = new Map<string, NodeSqlite>();

giveWay();
// Loads SQLite's library. Once that is told, the thread may be terminated.
openBetterSqlite3(':memory:').close();
parentPort?.postMessage(null);

parentPort?.on('message', (task: TreeTask) => {
  const bytes = done(task);
  parentPort?.postMessage(bytes, bytes === NOTHING ? [] : [bytes.buffer as ArrayBuffer]);
  if ('sorted' in task) freeBytes(task.sorted);
  if ('nodes' in task) freeBytes(task.nodes);
});

function done(task: TreeTask): Uint8Array {
  if ('leaves' in task)
    return readLeaves(database(task.ledgers, { readonly: true, mapped: task.mapped }), task.leaves);
  if ('sorted' in task) return sortedRecords(task.sorted);
  if ('nodes' in task) return groupNodes(sha256Into, task.nodes);
  database(task.checkpoint).checkpoint();
  return NOTHING;
}

function database(path: string, options: Pick<OpenOptions, 'readonly' | 'mapped'> = {}): NodeSqlite {
  const sql = opened.get(path) ?? openBetterSqlite3(path, { ...options, mustExist: true });
  opened.set(path, sql);
  return sql;
}

/** Requests, and commits that hold a write lock, come first. */
function giveWay(): void {
  // Elsewhere it would be the priority of the whole process.
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + GIVEN_WAY, constants.priority.PRIORITY_LOW));
  } catch (error) {
    // A sandbox may refuse it: then all threads are equal.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR')) throw error;
  }
}
