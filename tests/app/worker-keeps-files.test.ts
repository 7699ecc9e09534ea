/** Whether the page leaves the fetching of the app's files to the service worker. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { workerKeepsFiles } from '#app/routing/prefetch.ts';

vi.mock('#i18n/i18n.ts', () => ({ loadTexts: () => Promise.resolve() }));

const PATIENCE_MS = 5000;
const LIMIT_MS = 60_000;
let installing: (EventTarget & { state: string }) | null;
let becomeReady: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  installing = null;
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });
  vi.stubGlobal('navigator', {
    serviceWorker: { ready, getRegistration: async () => (installing === null ? undefined : { installing }) },
  });
  vi.stubGlobal('caches', { match: async () => new Response() });
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answer() {
  const found: { keeps?: boolean } = {};
  void workerKeepsFiles(PATIENCE_MS, LIMIT_MS).then((keeps) => {
    found.keeps = keeps;
  });
  return found;
}

function install(): EventTarget & { state: string } {
  installing = Object.assign(new EventTarget(), { state: 'installing' });
  return installing;
}

test('it is waited for while it fetches them', async () => {
  const found = answer();
  install();
  await vi.advanceTimersByTimeAsync(LIMIT_MS / 2);
  expect(found).toEqual({});
  becomeReady();
  await vi.advanceTimersByTimeAsync(0);
  expect(found).toEqual({ keeps: true });
});

test('one that never comes is waited for with patience', async () => {
  const found = answer();
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  expect(found).toEqual({});
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  expect(found).toEqual({ keeps: false });
});

test('one that fails is not waited for', async () => {
  const found = answer();
  const worker = install();
  await vi.advanceTimersByTimeAsync(2 * PATIENCE_MS);
  worker.state = 'redundant';
  worker.dispatchEvent(new Event('statechange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(found).toEqual({ keeps: false });
});

test('one that stalls is given up', async () => {
  const found = answer();
  install();
  await vi.advanceTimersByTimeAsync(LIMIT_MS + 2 * PATIENCE_MS);
  expect(found).toEqual({ keeps: false });
});
