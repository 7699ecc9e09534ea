/** Detects a messaging app around the page within a tenth of a second. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BridgePlace, DETECTION_MS, findBridge } from '#platform/telegram/bridge.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface ChangingPlace {
  TelegramWebviewProxy?: BridgePlace['TelegramWebviewProxy'];
  external?: object;
  parent?: unknown;
}

/** A window; the topmost one is its own parent. */
function place(change: ChangingPlace = {}): ChangingPlace {
  const page: ChangingPlace = { external: {} };
  page.parent = page;
  return Object.assign(page, change);
}

const proxy = { postEvent: () => undefined };

test.each([
  ['on phones', place({ TelegramWebviewProxy: proxy })],
  ['of the old desktop client', place({ external: { notify: () => undefined } })],
  ['around a frame', place({ parent: {} })],
])('the bridge %s is found at once', async (_where, page) => {
  let found: boolean | undefined;
  void findBridge(page).then((isThere) => {
    found = isThere;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(found).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('one that appears a little later is found then', async () => {
  const page = place();
  const found = findBridge(page);
  await vi.advanceTimersByTimeAsync(55);
  page.TelegramWebviewProxy = proxy;
  await vi.advanceTimersByTimeAsync(10);
  expect(await found).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('a page without one continues after exactly 100 ms', async () => {
  expect(DETECTION_MS).toBe(100);
  let found: boolean | undefined;
  void findBridge(place({ TelegramWebviewProxy: {} })).then((isThere) => {
    found = isThere;
  });
  await vi.advanceTimersByTimeAsync(99);
  expect(found).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
