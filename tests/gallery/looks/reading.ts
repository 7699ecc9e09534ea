/** Screens to read: questions, offers, the calendar. */
import type { Page } from 'playwright/test';
import type { Look } from '#tests/gallery/look.ts';

export const READING: readonly Look[] = [
  { name: 'questions', path: '/SBT' },
  { name: 'questions, open', path: '/SBT', prepare: ({ page }) => openAll(page) },
  { name: 'offers', path: '/profitable' },
  { name: 'offers, open', path: '/profitable', prepare: ({ page }) => openAll(page) },
  { name: 'calendar', path: '/calendar' },
  { name: 'calendar, open', path: '/calendar', prepare: ({ page }) => openAll(page) },
  {
    name: 'calendar, empty',
    path: '/calendar',
    before: ({ page }) =>
      page.route('**/api/calendar*', (route) =>
        route.fulfill({
          json: { date: new Date().toISOString(), sample: false, stale: false, events: [] },
        }),
      ),
  },
  {
    name: 'calendar, failed',
    path: '/calendar',
    before: ({ page }) => page.route('**/api/calendar*', (route) => route.fulfill({ status: 503 })),
  },
];

async function openAll(page: Page): Promise<void> {
  await page.locator('main details').evaluateAll((all) => {
    for (const one of all) (one as HTMLDetailsElement).open = true;
  });
}
