/** A clock that is set is a problem until it is back, or has gone on for ten minutes. */
import { expect, test } from 'vitest';
import { clockSteps } from '#api/runtime/health/clock-steps.ts';
import { NOON } from '../../../support/ledger.ts';

const HOUR_MS = 3_600_000;

function rig() {
  const state = { set: 0, passed: 0 };
  const probe = clockSteps({
    clock: { now: () => NOON + state.set + state.passed },
    elapsed: () => state.passed,
  });
  return {
    /** Sets the clock by `ms`. */
    set(ms: number) {
      state.set += ms;
    },
    probeAfter(ms: number) {
      state.passed += ms;
      return probe().map(({ message }) => message);
    },
  };
}

test('a clock that goes on as time passes is no problem, over days', () => {
  const { probeAfter } = rig();
  for (let hours = 0; hours < 72; hours += 1) expect(probeAfter(HOUR_MS)).toEqual([]);
});

test.each([
  [HOUR_MS, 'The clock was set ahead by 3600 s'],
  [-HOUR_MS, 'The clock was set back by 3600 s'],
  [60_000, 'The clock was set ahead by 60 s'],
])('a clock set by %i ms is a problem until it is back', (ms, message) => {
  const { set, probeAfter } = rig();
  expect(probeAfter(5000)).toEqual([]);
  set(ms);
  expect(probeAfter(5000)).toEqual([message]);
  expect(probeAfter(5000)).toEqual([message]);
  set(-ms);
  expect(probeAfter(5000)).toEqual([]);
});

test('a clock that has gone on for ten minutes from where it was set counts as right', () => {
  const { set, probeAfter } = rig();
  set(HOUR_MS);
  expect(probeAfter(5000)).toHaveLength(1);
  expect(probeAfter(10 * 60_000 - 1)).toHaveLength(1);
  expect(probeAfter(1)).toEqual([]);
  set(-HOUR_MS);
  expect(probeAfter(5000)).toEqual(['The clock was set back by 3600 s']);
});

test('a second step begins the ten minutes anew', () => {
  const { set, probeAfter } = rig();
  set(HOUR_MS);
  expect(probeAfter(5000)).toHaveLength(1);
  set(HOUR_MS);
  expect(probeAfter(9 * 60_000)).toEqual(['The clock was set ahead by 7200 s']);
  expect(probeAfter(9 * 60_000)).toHaveLength(1);
  expect(probeAfter(60_000)).toEqual([]);
});

test('small corrections never add up to a problem', () => {
  const { set, probeAfter } = rig();
  for (let i = 0; i < 100; i += 1) {
    set(59_999);
    expect(probeAfter(5000)).toEqual([]);
  }
});
