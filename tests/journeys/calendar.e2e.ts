/** The economic calendar in other time zones and offline; tests/features/calendar has the rest of the screen. */
import type { Page } from 'playwright/test';
import { expect, test } from '#tests/journeys/app.ts';
import { violationsOf } from '#tests/journeys/axe.ts';
import { BARE } from '#tests/support/calendar.ts';

test.use({ serviceWorkers: 'block' });

const NOW = '2026-11-21T15:00:00Z';

const EVENT = {
  id: 'cpi',
  name: 'cpi_yoy',
  zone: 'united_states',
  at: '2026-11-21T13:30:00Z',
  period: '2026-10',
  unit: 'percent',
  actual: '2.9',
  forecast: '3.0',
  previous: '3.1',
  volatility: 'high',
  ethVolatility: 'low',
  btcReaction: '+1.84',
  ethReaction: '-0.50',
};

/** Serves these events at a fixed time. */
async function serve(page: Page, events: readonly object[]): Promise<void> {
  await page.clock.setFixedTime(NOW);
  await page.route('**/api/calendar', (route) =>
    route.fulfill({ json: { date: NOW, sample: false, stale: false, events } }),
  );
}

const days = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

/** For each time zone, at 21 November 15:00 UTC: the time of the list and each day's events. */
const CLOCKS = {
  'America/New_York': {
    readAt: '10:00',
    today: 21,
    days: [
      [21, 'fomc', '09:59'],
      [21, 'boe', '10:00'],
      [21, 'boj', '23:59'],
      [22, 'ecb', '00:00'],
    ],
  },
  'Asia/Tokyo': {
    readAt: '00:00',
    today: 22,
    days: [
      [21, 'fomc', '23:59'],
      [22, 'boe', '00:00'],
      [22, 'boj', '13:59'],
      [22, 'ecb', '14:00'],
    ],
  },
} as const;
const WORDS = {
  en: {
    events: {
      fomc: 'FOMC',
      boe: 'Bank of England',
      boj: 'Bank of Japan',
      ecb: 'ECB',
      sanctions: 'Sanctions',
    },
    month: 'November',
    today: /^Today/,
    earlier: /^Earlier/,
    wholeDay: 'Day',
  },
  ru: {
    events: { fomc: 'FOMC', boe: 'Банка Англии', boj: 'Банка Японии', ecb: 'ЕЦБ', sanctions: 'Санкции' },
    month: 'ноября',
    today: /^Сегодня/,
    earlier: /^Раньше/,
    wholeDay: 'День',
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  for (const timezoneId of ['America/New_York', 'Asia/Tokyo'] as const) {
    test.describe(`${timezoneId}, ${language}`, () => {
      test.use({ withoutServiceWorker: true, language, timezoneId });

      test('days and hours around midnight follow the local clock', async ({ app, page }) => {
        const { readAt, today, days: placed } = CLOCKS[timezoneId];
        const words = WORDS[language];
        const at = (name: string, time: string) => ({ ...EVENT, ...BARE, id: name, name, at: time });
        await serve(page, [
          at('fomc', '2026-11-21T14:59:00Z'),
          at('boe', '2026-11-21T15:00:00Z'),
          at('boj', '2026-11-22T04:59:00Z'),
          at('ecb', '2026-11-22T05:00:00Z'),
          at('sanctions', '2026-11-22'),
        ]);
        await app.onboard();
        await app.open({ path: '/calendar' });
        const now = days(page).filter({ hasText: words.today });
        await expect(now).toContainText(`${today} ${words.month}`);
        await expect(page.getByText(readAt).first()).toBeVisible();
        if (today === 22) await page.getByText(words.earlier).click();
        const onDay = (day: number) => page.getByRole('region', { name: `${day} ${words.month}` });
        for (const [day, name, time] of placed) {
          const summary = onDay(day).getByRole('group').filter({ hasText: words.events[name] });
          await expect(summary).toContainText(time);
        }
        // A day without a time is the same everywhere.
        const wholeDay = onDay(22).getByRole('group').filter({ hasText: words.events.sanctions });
        await expect(wholeDay).toContainText(words.wholeDay);
      });
    });
  }
}

test.describe("with the app's files cached", () => {
  test.use({ serviceWorkers: 'allow' });

  test('offline it shows the last list and its age', async ({ app, page, context }) => {
    await app.onboard();
    await app.open({ path: '/calendar' });
    await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
    await app.untilPrecached();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
    await expect(page.getByText(/^Sample data, as of \d\d:\d\d$/)).toBeVisible();
  });
});

for (const [language, scheme] of [
  ['en', 'light'],
  ['ru', 'dark'],
] as const) {
  test.describe(`${language}, ${scheme}`, () => {
    test.use({ language, scheme });

    test('every expanded event passes the accessibility check', async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/calendar' });
      await expect(page.locator('main summary').first()).toBeVisible();
      await page.locator('main').evaluate((main) => {
        for (const fold of main.querySelectorAll('details')) fold.open = true;
      });
      expect(await violationsOf(page)).toEqual([]);
    });
  });
}
