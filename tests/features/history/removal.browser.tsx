/** Deleting rows of the history, by finger and by keys, and having them back. */
import { expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { openHistory, rows } from '#tests/features/history/history.ts';
import {
  expectUrl,
  focus,
  letTimePass,
  nextFrame,
  onScreen,
  press,
  stopTime,
} from '#tests/support/on-screen.ts';

const undo = page.getByRole('button', { name: 'Undo' });
const names = rows.css('.history-name');
const trash = rows.getByRole('button', { name: 'Delete' });

test('a finger swipes rows away by their figures, and one tap has all of them back', async () => {
  await openHistory('BTC', 'ETH', 'SOL');
  await swipe('.history-line', -60);
  await expect.poll(() => (rows.first().element() as HTMLElement).dataset['swipe']).toBeUndefined();
  await swipe('.history-line', -180);
  await onScreen(names).toHaveText(['ETH · Risk $', 'BTC · Risk $']);
  await swipe('.history-head', -180);
  await onScreen(names).toHaveText(['BTC · Risk $']);
  await onScreen(page.getByText('2 calculations deleted')).toBeVisible();
  await undo.click();
  await onScreen(names).toHaveText(['SOL · Risk $', 'ETH · Risk $', 'BTC · Risk $']);
  await swipe('.history-state', -180);
  await onScreen(page.getByText('Calculation deleted')).toBeVisible();
});

test('a swiped row leaves in the direction of the swipe', async () => {
  await openHistory('BTC');
  const row = rows.element() as HTMLElement;
  let left = 0;
  const look = () => {
    if (!row.isConnected) return;
    left = row.getBoundingClientRect().right;
    requestAnimationFrame(look);
  };
  look();
  await swipe('.history-state', -180);
  await onScreen(rows).toHaveCount(0);
  expect(left).toBeLessThan(row.ownerDocument.documentElement.clientWidth * 0.1);
});

test('after a swipe back the first key opens the row', async () => {
  await openHistory('BTC');
  await swipe('.history-state', -60);
  await expect.poll(() => (rows.element() as HTMLElement).dataset['swipe']).toBeUndefined();
  await focus(rows.getByRole('link'));
  await press('Enter');
  await expectUrl(/\/riskmoney\?record=/);
});

test('deletions by key lead to Undo, which stays, and from there to the next row', async () => {
  await openHistory('BTC', 'ETH', 'SOL');
  stopTime();
  await focus(trash.first());
  await press('Enter');
  await onScreen(names).toHaveText(['ETH · Risk $', 'BTC · Risk $']);
  await onScreen(undo).toBeFocused();
  await letTimePass(20_000);
  await press('Tab');
  await onScreen(trash.first()).toBeFocused();
  await press('Enter');
  await onScreen(page.getByText('2 calculations deleted')).toBeVisible();
  await onScreen(undo).toBeFocused();
  await press('Enter');
  await onScreen(rows).toHaveCount(3);
  await onScreen(trash.last()).toBeFocused();
  await onScreen(undo).toHaveCount(0);
  // Another row before it, then none.
  await press('Enter');
  await onScreen(undo).toBeFocused();
  await press('Escape');
  await onScreen(trash.last()).toBeFocused();
  await letTimePass(6000);
  await onScreen(undo).toHaveCount(0);
});

test('the buttons of each row name its record', async () => {
  await openHistory('BTC', 'ETH');
  const labels = rows
    .getByRole('button')
    .elements()
    .map((one) => one.getAttribute('aria-label') ?? '');
  expect(new Set(labels).size).toBe(4);
  expect(labels[1]).toMatch(/^Delete ETH · Risk \$, 100 → 130, stop 90, \w+/);
});

/** A real finger from the middle of a part of the first row, so far to the right. */
async function swipe(part: string, by: number): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect();
  const { x, y, width, height } = rows.first().css(part).element().getBoundingClientRect();
  const at = (moved: number) => [{ x: frame.x + x + width * 0.7 + moved, y: frame.y + y + height / 2 }];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    cdp().send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', at(0));
  for (const share of [0.1, 0.3, 0.6, 0.8, 1]) {
    await send('touchMove', at(by * share));
    await nextFrame();
  }
  await send('touchEnd', []);
}
