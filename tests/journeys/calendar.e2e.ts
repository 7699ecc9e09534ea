/** The economic calendar: the details of each event, local times, and messages for missing lists. */
import type { Page } from 'playwright/test';
import { expect, failUntilPressed, test } from '#tests/journeys/app.ts';
import { violationsOf } from '#tests/journeys/axe.ts';
import { hold } from '#tests/journeys/held.ts';
import { pressBack } from '#tests/journeys/host.ts';
import { shiftsOf, watchShifts } from '#tests/journeys/shifts.ts';
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
async function serve(page: Page, events: readonly object[], more: object = {}): Promise<void> {
  await page.clock.setFixedTime(NOW);
  await page.route('**/api/calendar', (route) =>
    route.fulfill({ json: { date: NOW, sample: false, stale: false, events, ...more } }),
  );
}

const days = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const event = (page: Page, name: string) => page.getByRole('group').filter({ hasText: name });

test.describe('events', () => {
  test.use({ withoutServiceWorker: true });

  test('the demo shows samples around today, marked as such, with today on top', async ({ app, page }) => {
    await app.onboard();
    await app.open({ path: '/index' });
    await page.getByRole('link', { name: /Economic calendar/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Economic calendar' })).toBeVisible();
    await expect(page.getByText(/^Sample data, as of/)).toBeVisible();
    await expect(page.getByRole('note')).toContainText('never took place');
    await expect(page.getByRole('note')).toContainText('not financial advice');
    await expect(days(page).filter({ visible: true }).first()).toHaveText(/^Today/);
    await expect(page.getByRole('heading', { name: /^Yesterday/ })).toBeHidden();
    await page.getByText(/^Earlier: \d+ events/).click();
    await expect(page.getByRole('heading', { name: /^Yesterday/ })).toBeVisible();
  });

  test('the market links to it, and back returns to where the user was', async ({ app, page }) => {
    await app.onboard();
    await app.open({ path: '/cryptooverview' });
    await page.getByRole('link', { name: /Economic calendar/ }).click();
    await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
    await pressBack(app);
    await expect(page).toHaveURL(/\/cryptooverview/);
  });

  test('an event expands to its details, by keyboard too', async ({ app, page }) => {
    await serve(page, [EVENT, { ...EVENT, ...BARE, id: 'etf', name: 'etf', at: '2026-11-21' }]);
    await app.onboard();
    await app.open({ path: '/calendar' });
    const prices = event(page, 'CPI, year over year');
    await expect(prices).toContainText('actual 2.9 % · forecast 3.0 %');
    await expect(prices).toContainText('Volatility: high');
    await expect(prices.getByText('BTC reaction')).toBeHidden();
    await prices.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(prices.getByText('BTC reaction')).toBeVisible();
    await expect(prices.getByRole('definition')).toHaveText([
      /^2\.9\s%$/,
      /^3\.0\s%$/,
      /^3\.1\s%$/,
      'October 2026',
      'high',
      'low',
      /^▲\s?up\s?1\.84\s%$/,
      /^▼\s?down\s?0\.50\s%$/,
    ]);
    const fund = event(page, 'Crypto ETF');
    await expect(fund.locator('summary')).toContainText('Day');
    await fund.getByText('Crypto ETF').click();
    await expect(fund.getByRole('definition')).toHaveText(Array.from({ length: 8 }, () => /^—\s?no data$/));
  });

  test('the next event shows the time left', async ({ app, page }) => {
    const at = (time: string) => ({ ...EVENT, ...BARE, id: time, name: 'fomc', at: time });
    await serve(page, [EVENT, at('2026-11-21T19:30:00Z'), at('2026-11-25T19:00:00Z')]);
    await app.onboard();
    await app.open({ path: '/calendar' });
    await expect(page.getByText('in 4 h 30 min')).toHaveCount(1);
    await expect(event(page, 'FOMC meeting').first()).toContainText('in 4 h 30 min');
  });

  test('units, minus signs and quarters are spelled out', async ({ app, page }) => {
    await serve(page, [
      { ...EVENT, id: 'a', name: 'jobless_claims', unit: 'thousand', actual: '221', forecast: '226' },
      { ...EVENT, id: 'b', name: 'gdp_qoq', actual: '-0.4', forecast: null, period: '2026-Q3' },
      { ...EVENT, id: 'c', name: 'm2', unit: 'trillion', actual: null, forecast: null, previous: '22.12' },
      { ...EVENT, id: 'd', name: 'conference_board', unit: null, actual: '101.2', forecast: '99' },
    ]);
    await app.onboard();
    await app.open({ path: '/calendar' });
    await expect(event(page, 'Jobless claims')).toContainText('actual 221K · forecast 226K');
    await expect(event(page, 'GDP, quarter over quarter')).toContainText('actual −0.4 %');
    await expect(event(page, 'Money supply M2')).toContainText('previous 22.12T');
    await expect(event(page, 'Conference Board index')).toContainText('actual 101.2 · forecast 99');
    await event(page, 'GDP').getByText('GDP').click();
    await expect(event(page, 'GDP').getByRole('definition').filter({ hasText: 'Q3 2026' })).toBeVisible();
  });

  test('zones are listed separately by name', async ({ app, page }) => {
    await serve(page, [
      EVENT,
      { ...EVENT, id: 'boe', name: 'boe', zone: 'united_kingdom', at: '2026-11-21T12:00:00Z' },
      { ...EVENT, id: 'core', name: 'core_cpi' },
    ]);
    await app.onboard();
    await app.open({ path: '/calendar' });
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([/United Kingdom$/, /United States$/]);
  });

  test("a day's heading stays visible while its events scroll", async ({ app, page }) => {
    await serve(
      page,
      Array.from({ length: 20 }, (_, index) => ({ ...EVENT, id: `e${String(index).padStart(2, '0')}` })),
    );
    await app.onboard();
    await app.open({ path: '/calendar' });
    await event(page, 'CPI').nth(15).scrollIntoViewIfNeeded();
    await expect(page.getByRole('heading', { name: /^Today/ })).toBeInViewport();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  });
});

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

test.describe('in Russian', () => {
  test.use({ withoutServiceWorker: true, language: 'ru', timezoneId: 'Europe/Moscow' });

  test('shows names, days and figures in Russian', async ({ app, page }) => {
    await serve(page, [EVENT, { ...EVENT, id: 'b', name: 'boe', zone: 'united_kingdom', at: '2026-11-20' }]);
    await app.onboard();
    await app.open({ path: '/calendar' });
    await expect(days(page).first()).toHaveText('Сегодня Суббота, 21 ноября');
    await expect(event(page, 'CPI, год к году')).toContainText('факт 2,9 % · прогноз 3,0 %');
    await expect(event(page, 'CPI, год к году')).toContainText('16:30');
    await page.getByText('Раньше: 1 событие').click();
    await expect(page.getByRole('heading', { name: 'Вчера Пятница, 20 ноября' })).toBeVisible();
  });
});

test.describe('without a list', () => {
  test.use({ withoutServiceWorker: true });

  test('an empty list shows a message, for today too', async ({ app, page }) => {
    await serve(page, []);
    await app.onboard();
    await app.open({ path: '/calendar' });
    await expect(page.getByText('No events found')).toBeVisible();
  });

  test('a day without events shows a message', async ({ app, page }) => {
    await serve(page, [{ ...EVENT, at: '2026-11-24T10:00:00Z' }]);
    await app.onboard();
    await app.open({ path: '/calendar' });
    await expect(page.getByText('No events today')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Tuesday 24 November' })).toBeVisible();
  });

  test('a failure explains what to do, and a retry helps', async ({ app, page }) => {
    const fault = await failUntilPressed(page, '**/api/calendar', {
      status: 503,
      json: { error: { code: 'unavailable', message: 'no list' } },
    });
    await app.onboard();
    await app.open({ path: '/calendar' });
    await expect(page.getByRole('alert')).toContainText('Failed to load events. Please try again later');
    await fault.press(page.getByRole('button', { name: 'Try again' }));
    await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a missing answer is shown as a network problem', async ({ app, page }) => {
    await page.route('**/api/calendar', (route) => route.abort());
    await app.onboard();
    await app.open({ path: '/calendar' });
    await expect(page.getByRole('alert')).toContainText('There is no network');
  });

  test('an old list of a failing source shows its age', async ({ app, page }) => {
    await serve(page, [EVENT], { stale: true, date: '2026-11-20T09:15:00Z' });
    await app.onboard();
    await app.open({ path: '/calendar' });
    await expect(page.getByText(/^Not updated since 20 Nov/)).toBeVisible();
    await expect(event(page, 'CPI')).toHaveCount(1);
  });

  test('loaded content fills its reserved space', async ({ app, page }) => {
    await watchShifts(page);
    const release = await hold(page, '**/api/calendar');
    await app.onboard();
    await app.open({ path: '/calendar' });
    await expect(page.getByRole('status').filter({ hasText: 'Loading events' })).toBeAttached();
    await release();
    await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
    const shifts = await shiftsOf(page);
    expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.005);
  });
});

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
