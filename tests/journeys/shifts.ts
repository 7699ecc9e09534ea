/** Layout shifts of a journey's pages. */
import type { Page } from 'playwright/test';
import { nextFrame } from '#tests/journeys/app.ts';
import { observeShifts, type Shift } from '#tests/support/observe-shifts.ts';

declare global {
  interface Window {
    /** Layout shifts on this page so far. */
    shifts: Shift[];
  }
}

/** Records layout shifts of each page that opens. */
export async function watchShifts(page: Page): Promise<void> {
  const content = `window.shifts = []; (${observeShifts})((shift) => window.shifts.push(shift), true);`;
  await page.addInitScript({ content });
}

/** Layout shifts of the open page up to the current paint. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  await nextFrame(page);
  return page.evaluate(() => window.shifts);
}
