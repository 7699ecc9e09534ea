/** Several duties of an object over its one alarm. */
import { beforeEach, expect, test } from 'vitest';
import { type AlarmClock, createAlarmClock, type Duty } from '#api/objects/alarm.ts';

const PAUSE = 600_000;

interface Job extends Duty {
  due: number | null;
  done: number;
  /** What becomes of the work; by then the duty is due again later. */
  outcome: () => Promise<void>;
}

function job(): Job {
  return {
    due: null,
    done: 0,
    outcome: async () => {},
    dueAt() {
      return this.due;
    },
    async work() {
      this.due = now + 5_000;
      await this.outcome();
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
let clock: AlarmClock;

function open(isPaused = false): AlarmClock {
  return createAlarmClock({
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
    isPaused,
    pauseMs: PAUSE,
    jitterMs: () => jitter,
    onFault: (cause) => void faults.push(cause),
  });
}

beforeEach(() => {
  now = 1_000_000;
  at = null;
  jitter = 0;
  faults = [];
  one = job();
  other = job();
  clock = open();
});

test('the earliest duty sets the alarm, and an alarm does only what is due', async () => {
  clock.wake();
  expect(at).toBeNull();
  one.due = now + 2_000;
  other.due = now + 1_000;
  clock.wake();
  expect(at).toBe(now + 1_000);
  now += 1_000;
  await clock.ring();
  expect([one.done, other.done, at]).toEqual([0, 1, now + 1_000]);
  now += 1_000;
  await clock.ring();
  expect([one.done, other.done, at]).toEqual([1, 1, null]);
});

test('what comes later holds no alarm back, whatever its jitter', () => {
  jitter = 30_000;
  one.due = now;
  clock.wake();
  expect(at).toBe(now + 30_000);
  now += 10_000;
  other.due = now;
  clock.wake();
  expect(at).toBe(now + 20_000);
});

test('while the work goes on there is an alarm for when it may have come to nothing', async () => {
  one.due = now;
  one.outcome = () => new Promise(() => {});
  void clock.ring();
  expect(at).toBe(now + 5_000);
  other.due = now;
  await clock.ring();
  expect([other.done, at]).toEqual([1, now + 5_000]);
});

test('a duty that fails keeps no other from its work, and is tried again after the pause', async () => {
  one.due = now;
  other.due = now;
  one.outcome = () => Promise.reject(new Error('no room'));
  await clock.ring();
  expect(faults).toEqual([new Error('no room')]);
  expect([other.done, at]).toEqual([1, now + PAUSE]);
});

test('a duty that cannot even say when it is due is asked again after the pause', async () => {
  one.dueAt = () => {
    throw new Error('newer code');
  };
  await clock.ring();
  expect([faults.length, at]).toEqual([1, now + PAUSE]);
});

test('while nothing may be done it only looks again later', async () => {
  one.due = now;
  clock = open(true);
  clock.wake();
  expect(at).toBe(now + PAUSE);
  now += PAUSE;
  await clock.ring();
  expect([one.done, at]).toEqual([0, now + PAUSE]);
});
