/** Work by one timer: when it looks again, what a failure costs, and how it ends. */
import { beforeEach, expect, test } from 'vitest';
import { type WorkByTimer, workByTimer } from '#api/notifications/by-timer.ts';

const MINUTE = 60_000;

let now: number;
/** The timer that runs, if any. */
let timer: { readonly ms: number; readonly run: () => void } | null;
let due: number | null;
let steps: number;
let faults: unknown[];
let step: (isOver: () => boolean) => Promise<void>;
let work: WorkByTimer;
beforeEach(() => {
  now = 1_000_000;
  timer = null;
  due = null;
  steps = 0;
  faults = [];
  step = async () => {};
  work = workByTimer(
    {
      clock: { now: () => now },
      after(ms, run) {
        const mine = { ms, run };
        timer = mine;
        return () => {
          if (timer === mine) timer = null;
        };
      },
      onFault: (_, cause) => faults.push(cause),
    },
    {
      dueAt: () => due,
      step(isOver) {
        steps += 1;
        return step(isOver);
      },
    },
  );
});

/** Lets the timer that runs ring, and what follows come to its end. */
async function ring(): Promise<void> {
  const { run } = timer ?? { run: () => {} };
  timer = null;
  run();
  await new Promise((settle) => setImmediate(settle));
}

test('looks at once when it is woken', async () => {
  expect(timer).toBeNull();
  work.wake();
  work.wake();
  expect([timer?.ms, steps]).toEqual([0, 0]);
  await ring();
  expect(steps).toBe(1);
});

test.each([
  ['nothing is due', null, MINUTE],
  ['something is due in a while', 10_000, 10_000],
  ['something is due in a minute', MINUTE, MINUTE],
  ['something is due in a day', 24 * 60 * MINUTE, MINUTE],
  ['something is due now', 0, 0],
  ['something was due long ago', -MINUTE, 0],
])('looks again where %s', async (_, inMs, expected) => {
  work.wake();
  due = inMs === null ? null : now + inMs;
  await ring();
  expect(timer?.ms).toBe(expected);
});

test('is woken in between, and then waits anew', async () => {
  work.wake();
  await ring();
  expect(timer?.ms).toBe(MINUTE);
  work.wake();
  expect(timer?.ms).toBe(0);
  await ring();
  expect([steps, timer?.ms]).toEqual([2, MINUTE]);
});

test('does one thing after the other: woken while it works, it goes on when that is done', async () => {
  let settle = () => {};
  step = () => new Promise((resolve) => (settle = resolve));
  work.wake();
  await ring();
  due = now;
  work.wake();
  expect([steps, timer]).toEqual([1, null]);
  settle();
  await new Promise((done) => setImmediate(done));
  expect([steps, timer?.ms]).toEqual([1, 0]);
});

test('looks again after a minute where it failed', async () => {
  due = now;
  step = async () => {
    throw new Error('a defect');
  };
  work.wake();
  await ring();
  expect([timer?.ms, faults.length]).toEqual([MINUTE, 1]);
});

test('stopped, it waits for the step under way and begins no other', async () => {
  let settle = () => {};
  let wasOver: boolean | null = null;
  step = (isOver) =>
    new Promise((resolve) => {
      settle = () => {
        wasOver = isOver();
        resolve();
      };
    });
  work.wake();
  await ring();
  let isStopped = false;
  const stopping = work.stop().then(() => (isStopped = true));
  await new Promise((done) => setImmediate(done));
  expect(isStopped).toBe(false);
  settle();
  await stopping;
  work.wake();
  expect([timer, steps, wasOver]).toEqual([null, 1, false]);
});

test('halted, its step is over, and fails unheard', async () => {
  let fail = () => {};
  let wasOver: boolean | null = null;
  step = (isOver) =>
    new Promise((_, reject) => {
      fail = () => {
        wasOver = isOver();
        reject(new Error('closed'));
      };
    });
  work.wake();
  await ring();
  work.halt();
  fail();
  await new Promise((done) => setImmediate(done));
  expect([timer, wasOver, faults]).toEqual([null, true, []]);
});

test('halted while it waits, it does nothing more', () => {
  work.wake();
  work.halt();
  expect(timer).toBeNull();
  work.wake();
  expect(timer).toBeNull();
});
