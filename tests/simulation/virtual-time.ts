/** Virtual time: the next due event happens next, followed at once by everything it causes. */

export interface VirtualTime {
  /** True time, UTC milliseconds; each clock shows its own. */
  now(): number;
  /** Runs `run` once after `ms` milliseconds of true time; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Runs until `until`, or until nothing is due. */
  runUntil(until: number): Promise<void>;
  /** How many events have happened. */
  steps(): number;
}

interface Due {
  readonly at: number;
  readonly order: number;
  run: (() => void) | null;
}

export function virtualTime(start: number): VirtualTime {
  let now = start;
  let order = 0;
  let steps = 0;
  const heap: Due[] = [];

  return {
    now: () => now,
    steps: () => steps,
    after(ms, run) {
      const due: Due = { at: now + Math.max(0, Math.ceil(ms)), order: order++, run };
      push(heap, due);
      return () => {
        due.run = null;
      };
    },
    async runUntil(until) {
      await settled();
      for (let due = heap[0]; due !== undefined && due.at <= until; due = heap[0]) {
        pop(heap);
        if (due.run === null) continue;
        now = due.at;
        steps += 1;
        due.run();
        await settled();
      }
      now = Math.max(now, until);
    },
  };
}

/** Resolves when all pending promises have settled as far as they can. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function isBefore(a: Due, b: Due): boolean {
  return a.at !== b.at ? a.at < b.at : a.order < b.order;
}

function push(heap: Due[], due: Due): void {
  heap.push(due);
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || isBefore(above, due)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = due;
}

function pop(heap: Due[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    const left = heap[child];
    const right = heap[child + 1];
    if (left === undefined) break;
    if (right !== undefined && isBefore(right, left)) child += 1;
    const smaller = heap[child];
    if (smaller === undefined || isBefore(last, smaller)) break;
    heap[at] = smaller;
    at = child;
  }
  heap[at] = last;
}
