/** Which links leave for a wallet and close the app. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveForWallet } from '#platform/wallet-link.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function host(isOpened = true) {
  const opened: string[] = [];
  const state = { isClosed: false };
  return {
    opened,
    state,
    openTelegramLink(url: string) {
      opened.push(url);
      return isOpened
        ? ({ ok: true, value: null } as const)
        : ({ ok: false, error: { type: 'invalid_url' } } as const);
    },
    close() {
      state.isClosed = true;
    },
  };
}

test("a link to a wallet's site is opened, and the app closes after it", () => {
  const around = host();
  expect(leaveForWallet(around, 'https://app.wallet.test/transfer/x')).toBe(true);
  expect(around.opened).toEqual(['https://app.wallet.test/transfer/x']);
  expect(around.state.isClosed).toBe(false);
  vi.advanceTimersByTime(100);
  expect(around.state.isClosed).toBe(true);
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)//ton:',
  'data:text/html,x',
  'http://wallet.test/x',
  'intent://x#Intent;scheme=ton;end',
  ' ton://transfer/x',
  'tonkeeper://x',
  '/transfer/x',
  '',
])('%j is not opened, and the app stays', (link) => {
  const around = host();
  expect(leaveForWallet(around, link)).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(around).toMatchObject({ opened: [], state: { isClosed: false } });
});

test('a link that the messaging app refuses does not close it either', () => {
  const around = host(false);
  expect(leaveForWallet(around, 'https://user@wallet.test/')).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(around.state.isClosed).toBe(false);
});
