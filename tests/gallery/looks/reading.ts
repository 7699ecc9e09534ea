/** Screens to read: questions, offers, the calendar. */
import type { Page } from 'playwright/test';
import { type Look, press, type Scene } from '#tests/gallery/look.ts';
import { NOW } from '#tests/gallery/moment.ts';
import { expect } from '#tests/journeys/app.ts';

export const READING: readonly Look[] = [
  { name: 'questions', path: '/SBT' },
  { name: 'questions, open', path: '/SBT', prepare: ({ page }) => openAll(page) },
  { name: 'offers', path: '/profitable' },
  { name: 'offers, open', path: '/profitable', prepare: ({ page }) => openAll(page) },
  { name: 'calendar', path: '/calendar' },
  { name: 'calendar, open', path: '/calendar', prepare: ({ page }) => openAll(page) },
  {
    name: 'calendar, a reminder',
    path: '/calendar',
    async prepare(scene) {
      await setReminder(scene);
      await scene.page.locator('.reminder').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'calendar, reminders offline',
    path: '/calendar',
    async prepare(scene) {
      await setReminder(scene);
      await goOffline(scene);
      await expect(scene.page.getByText(scene.text('calendar:remind.offline')).first()).toBeVisible();
    },
  },
  {
    name: 'home, a reminder',
    path: '/index',
    as: 'filled',
    async prepare(scene) {
      await setReminder(scene);
      await scene.page.locator('.reminder').scrollIntoViewIfNeeded();
    },
  },
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

/** Sets the first reminder, which the messaging app allows. */
async function setReminder({ app, page }: Scene): Promise<void> {
  const bell = page.locator('.reminder-button').first();
  await expect(bell).toBeEnabled();
  await press(bell);
  await expect
    .poll(async () => (await app.host.messages(page)).map(({ type }) => type))
    .toContain('web_app_request_write_access');
  await app.host.send(page, 'write_access_requested', { status: 'allowed' });
  await expect(bell).toHaveAttribute('aria-pressed', 'true');
}

async function goOffline({ app, page }: Scene): Promise<void> {
  await app.context.setOffline(true);
  // Stored data are old enough to be fetched again.
  await page.clock.setFixedTime(NOW + 10 * 60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('pageshow')));
}

async function openAll(page: Page): Promise<void> {
  await page.locator('main details').evaluateAll((all) => {
    for (const one of all) (one as HTMLDetailsElement).open = true;
  });
}
