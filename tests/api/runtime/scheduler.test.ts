/** Several duties over one alarm. */
import { beforeEach, expect, test } from 'vitest';
import {
  createScheduler,
  type Duty,
  oneAtATime,
  type Scheduler,
  type SchedulerDeps,
} from '#api/runtime/scheduler.ts';

const PAUSE = 600_000;

interface Job extends Duty {
  restMs?: number;
  due: number | null;
  done: number;
  /** What becomes of the work; by then the duty is due again later. */
  outcome: (isOver: () => boolean) => Promise<void>;
}

function job(): Job {
  return {
    name: 'job',
    due: null,
    done: 0,
    outcome: async () => {},
    dueAt() {
      return this.due;
    },
    async work(isOver) {
      this.due = now + 5_000;
      await this.outcome(isOver);
      this.done += 1;
      this.due = null;
    },
  };
}

let now: number;
let at: number | null;
let jitter: number;
let faults: unknown[];
let one: Job;
let other: Job;
let scheduler: Scheduler;

function open(options: Partial<SchedulerDeps> = {}): Scheduler {
  return createScheduler({
    alarm: {
      set(moment) {
        at = moment;
      },
      clear() {
        at = null;
      },
    },
    duties: [one, other],
    clock: { now: () => now },
    pauseMs: PAUSE,
    jitterMs: () => jitter,
    onFault: (_, cause) => void faults.push(cause),
    ...options,
  });
}

beforeEach(() => {
  now = 1_000_000;
  at = null;
  jitter = 0;
  faults = [];
  one = job();
  other = job();
  scheduler = open();
});

test('the earliest duty sets the alarm, and an alarm does only what is due', async () => {
  scheduler.wake();
  expect(at).toBeNull();
  one.due = now + 2_000;
  other.due = now + 1_000;
  scheduler.wake();
  expect(at).toBe(now + 1_000);
  now += 1_000;
  await scheduler.ring();
  expect([one.done, other.done, at]).toEqual([0, 1, now + 1_000]);
  now += 1_000;
  await scheduler.ring();
  expect([one.done, other.done, at]).toEqual([1, 1, null]);
});

test('what comes later holds no alarm back, whatever its jitter', () => {
  jitter = 30_000;
  one.due = now;
  scheduler.wake();
  expect(at).toBe(now + 30_000);
  now += 10_000;
  other.due = now;
  scheduler.wake();
  expect(at).toBe(now + 20_000);
});

test('while the work goes on there is an alarm for when it may have come to nothing', async () => {
  one.due = now;
  one.outcome = () => new Promise(() => {});
  void scheduler.ring();
  expect(at).toBe(now + 5_000);
  other.due = now;
  await scheduler.ring();
  expect([other.done, at]).toEqual([1, now + 5_000]);
});

test('a duty that fails keeps no other from its work, and is tried again after the pause', async () => {
  one.due = now;
  other.due = now;
  one.outcome = () => Promise.reject(new Error('no room'));
  await scheduler.ring();
  expect(faults).toEqual([new Error('no room')]);
  expect([other.done, at]).toEqual([1, now + PAUSE]);
});

test('a duty that cannot even say when it is due is asked again after the pause', async () => {
  one.dueAt = () => {
    throw new Error('newer code');
  };
  await scheduler.ring();
  expect([faults.length, at]).toEqual([1, now + PAUSE]);
});

test('while nothing may be done it only looks again later', async () => {
  one.due = now;
  scheduler = open({ isPaused: true });
  scheduler.wake();
  expect(at).toBe(now + PAUSE);
  now += PAUSE;
  await scheduler.ring();
  expect([one.done, at]).toEqual([0, now + PAUSE]);
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a duty that stays due while it works is done one at a time, and begun anew where it is lost', async () => {
  const settles: (() => void)[] = [];
  const slow: Duty = {
    name: 'slow',
    dueAt: () => now,
    work: () => new Promise((resolve) => void settles.push(resolve)),
  };
  scheduler = open({ duties: [oneAtATime(slow, { now: () => now }, 60_000)] });
  void scheduler.ring();
  void scheduler.ring();
  expect([settles.length, at]).toEqual([1, now + 60_000]);
  settles[0]?.();
  await turn();
  expect(at).toBe(now);
  void scheduler.ring();
  now += 60_000;
  void scheduler.ring();
  expect(settles.length).toBe(3);
  // The lost one settles after all: the newest is still under way.
  settles[1]?.();
  await turn();
  expect(at).toBe(now + 60_000);
});

test('a duty that stays due rests between two works, unless the clock was set back', async () => {
  one.restMs = 1_000;
  one.due = now;
  one.outcome = async () => {};
  one.work = async () => {
    one.done += 1;
  };
  await scheduler.ring();
  expect([one.done, at]).toEqual([1, now + 1_000]);
  now -= 3_600_000;
  one.due = now;
  await scheduler.ring();
  expect(one.done).toBe(2);
});

test('a process that shares its database looks again after a while, whether or not anything is due', async () => {
  scheduler = open({ longestMs: 60_000 });
  scheduler.wake();
  expect(at).toBe(now + 60_000);
  one.due = now + 3_600_000;
  now += 60_000;
  await scheduler.ring();
  expect(at).toBe(now + 60_000);
});

test('stopped, it waits for the work under way and begins no other', async () => {
  let settle = () => {};
  let wasOver: boolean | null = null;
  one.due = now;
  one.outcome = (isOver) =>
    new Promise((resolve) => {
      settle = () => {
        wasOver = isOver();
        resolve();
      };
    });
  void scheduler.ring();
  let isStopped = false;
  const stopping = scheduler.stop().then(() => (isStopped = true));
  await turn();
  expect([isStopped, at]).toEqual([false, null]);
  settle();
  await stopping;
  other.due = now;
  scheduler.wake();
  await scheduler.ring();
  expect([wasOver, one.done, other.done, at]).toEqual([false, 1, 0, null]);
});

test('stopped, it does not wait for a work that may be cut', async () => {
  const asking: Duty = {
    name: 'asking',
    mayBeCut: true,
    dueAt: () => now,
    work: () => new Promise(() => {}),
  };
  scheduler = open({ duties: [asking] });
  void scheduler.ring();
  await scheduler.stop();
  expect(at).toBeNull();
});

test('halted, the work under way is over, and its failure is not logged', async () => {
  let fail = () => {};
  let wasOver: boolean | null = null;
  one.due = now;
  one.outcome = (isOver) =>
    new Promise((_, reject) => {
      fail = () => {
        wasOver = isOver();
        reject(new Error('closed'));
      };
    });
  void scheduler.ring();
  scheduler.halt();
  fail();
  await turn();
  expect([wasOver, at, faults]).toEqual([true, null, []]);
});
