/** The service worker is registered once the page has received nothing for a while. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenAtRest } from '#app/boot/when-idle.ts';

const QUIET_MS = 1000;
const LIMIT_MS = 10_000;
let receive: () => void;
const disconnect = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      readonly disconnect = disconnect;
      constructor(callback: () => void) {
        receive = callback;
      }
      observe = vi.fn();
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function waiting() {
  const state = { rests: false };
  void whenAtRest(QUIET_MS, LIMIT_MS).then(() => {
    state.rests = true;
  });
  return state;
}

it('rests when nothing has arrived for the time', async () => {
  const state = waiting();
  await vi.advanceTimersByTimeAsync(QUIET_MS - 1);
  receive();
  await vi.advanceTimersByTimeAsync(QUIET_MS - 1);
  expect(state.rests).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.rests).toBe(true);
  expect(disconnect).toHaveBeenCalled();
});

it('waits no longer than the limit', async () => {
  const state = waiting();
  for (let passed = 0; passed < LIMIT_MS; passed += QUIET_MS / 2) {
    expect(state.rests).toBe(false);
    receive();
    await vi.advanceTimersByTimeAsync(QUIET_MS / 2);
  }
  expect(state.rests).toBe(true);
});
