/** The economic calendar: the details of each event, local times, and messages for missing lists. */
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Calendar, CalendarEvent } from '#core/contract/calendar.ts';
import { BARE } from '#tests/support/calendar.ts';
import { pressBack } from '#tests/support/host-calls.ts';
import { watchShifts } from '#tests/support/layout-shifts.ts';
import {
  expectUrl,
  focus,
  isVisible,
  main,
  onScreen,
  press,
  retryBy,
  scrollTo,
  textOf,
} from '#tests/support/on-screen.ts';
import { type RenderOptions, renderApp, type TestApp } from '#tests/support/render-app.tsx';

const NOW = '2026-11-21T15:00:00Z';

const EVENT: CalendarEvent = {
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

/** Opens the calendar with these events at a fixed time. */
function openWith(
  events: readonly CalendarEvent[],
  more: Partial<Calendar> = {},
  options: RenderOptions = {},
): Promise<TestApp> {
  vi.setSystemTime(NOW);
  return renderApp({
    path: '/calendar',
    ...options,
    before: (server) =>
      server.answer('calendar', { date: NOW, sample: false, stale: false, events: [...events], ...more }),
  });
}

const days = main.getByRole('heading', { level: 2 });
const event = (name: string) => page.getByRole('group').filter({ hasText: name });

describe('events', () => {
  test('the demo shows samples around today, marked as such, with today on top', async () => {
    await renderApp({ path: '/index' });
    await page.getByRole('link', { name: /Economic calendar/ }).click();
    await onScreen(page.getByRole('heading', { level: 1, name: 'Economic calendar' })).toBeVisible();
    await onScreen(page.getByText(/^Sample data, as of/)).toBeVisible();
    await onScreen(page.getByRole('note')).toContainText('never took place');
    await onScreen(page.getByRole('note')).toContainText('not financial advice');
    await expect.poll(() => days.elements().filter(isVisible).map(textOf)[0]).toMatch(/^Today/);
    await onScreen(page.getByRole('heading', { name: /^Yesterday/ })).toBeHidden();
    await page.getByText(/^Earlier: \d+ events/).click();
    await onScreen(page.getByRole('heading', { name: /^Yesterday/ })).toBeVisible();
  });

  test('the market links to it, and back returns to where the user was', async () => {
    const app = await renderApp({ path: '/cryptooverview' });
    await page.getByRole('link', { name: /Economic calendar/ }).click();
    await onScreen(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
    await pressBack(app);
    await expectUrl(/\/cryptooverview/);
  });

  test('an event expands to its details, by keyboard too', async () => {
    await openWith([EVENT, { ...EVENT, ...BARE, id: 'etf', name: 'etf', at: '2026-11-21' }]);
    const prices = event('CPI, year over year');
    await onScreen(prices).toContainText('actual 2.9 % · forecast 3.0 %');
    await onScreen(prices).toContainText('Volatility: high');
    await onScreen(prices.getByText('BTC reaction')).toBeHidden();
    await focus(prices.css('summary'));
    await press('Enter');
    await onScreen(prices.getByText('BTC reaction')).toBeVisible();
    await onScreen(prices.getByRole('definition')).toHaveText([
      /^2\.9\s%$/,
      /^3\.0\s%$/,
      /^3\.1\s%$/,
      'October 2026',
      'high',
      'low',
      /^▲\s?up\s?1\.84\s%$/,
      /^▼\s?down\s?0\.50\s%$/,
    ]);
    const fund = event('Crypto ETF');
    await onScreen(fund.css('summary')).toContainText('Day');
    await fund.getByText('Crypto ETF').click();
    await onScreen(fund.getByRole('definition')).toHaveText(Array.from({ length: 8 }, () => /^—\s?no data$/));
  });

  test('the next event shows the time left', async () => {
    const at = (time: string): CalendarEvent => ({ ...EVENT, ...BARE, id: time, name: 'fomc', at: time });
    await openWith([EVENT, at('2026-11-21T19:30:00Z'), at('2026-11-25T19:00:00Z')]);
    await onScreen(page.getByText('in 4 h 30 min')).toHaveCount(1);
    await onScreen(event('FOMC meeting').first()).toContainText('in 4 h 30 min');
  });

  test('units, minus signs and quarters are spelled out', async () => {
    await openWith([
      { ...EVENT, id: 'a', name: 'jobless_claims', unit: 'thousand', actual: '221', forecast: '226' },
      { ...EVENT, id: 'b', name: 'gdp_qoq', actual: '-0.4', forecast: null, period: '2026-Q3' },
      { ...EVENT, id: 'c', name: 'm2', unit: 'trillion', actual: null, forecast: null, previous: '22.12' },
      { ...EVENT, id: 'd', name: 'conference_board', unit: null, actual: '101.2', forecast: '99' },
    ]);
    await onScreen(event('Jobless claims')).toContainText('actual 221K · forecast 226K');
    await onScreen(event('GDP, quarter over quarter')).toContainText('actual −0.4 %');
    await onScreen(event('Money supply M2')).toContainText('previous 22.12T');
    await onScreen(event('Conference Board index')).toContainText('actual 101.2 · forecast 99');
    await event('GDP').getByText('GDP').click();
    await onScreen(event('GDP').getByRole('definition').filter({ hasText: 'Q3 2026' })).toBeVisible();
  });

  test('zones are listed separately by name', async () => {
    await openWith([
      EVENT,
      { ...EVENT, id: 'boe', name: 'boe', zone: 'united_kingdom', at: '2026-11-21T12:00:00Z' },
      { ...EVENT, id: 'core', name: 'core_cpi' },
    ]);
    await onScreen(page.getByRole('heading', { level: 3 })).toHaveText([/United Kingdom$/, /United States$/]);
  });

  test("a day's heading stays visible while its events scroll", async () => {
    await openWith(
      Array.from({ length: 20 }, (_, index) => ({ ...EVENT, id: `e${String(index).padStart(2, '0')}` })),
    );
    // The list may still grow while it scrolls, and the event then moves on.
    await expect
      .poll(async () => {
        await scrollTo(event('CPI').nth(15));
        return window.scrollY;
      })
      .toBeGreaterThan(200);
    await onScreen(page.getByRole('heading', { name: /^Today/ })).toBeInViewport();
  });
});

describe('in Russian', () => {
  test('shows names, days and figures in Russian', async () => {
    await openWith(
      [EVENT, { ...EVENT, id: 'b', name: 'boe', zone: 'united_kingdom', at: '2026-11-20' }],
      {},
      { language: 'ru' },
    );
    await onScreen(days.first()).toHaveText('Сегодня Суббота, 21 ноября');
    await onScreen(event('CPI, год к году')).toContainText('факт 2,9 % · прогноз 3,0 %');
    await onScreen(event('CPI, год к году')).toContainText('13:30');
    await page.getByText('Раньше: 1 событие').click();
    await onScreen(page.getByRole('heading', { name: 'Вчера Пятница, 20 ноября' })).toBeVisible();
  });
});

describe('without a list', () => {
  test('an empty list shows a message, for today too', async () => {
    await openWith([]);
    await onScreen(page.getByText('No events found')).toBeVisible();
  });

  test('a day without events shows a message', async () => {
    await openWith([{ ...EVENT, at: '2026-11-24T10:00:00Z' }]);
    await onScreen(page.getByText('No events today')).toBeVisible();
    await onScreen(page.getByRole('heading', { name: 'Tuesday 24 November' })).toBeVisible();
  });

  test('a failure explains what to do, and a retry helps', async () => {
    const { server } = await renderApp({
      path: '/calendar',
      before: (server) => server.refuse('calendar', 'unavailable'),
    });
    await onScreen(page.getByRole('alert')).toContainText('Failed to load events. Please try again later');
    await retryBy(page.getByRole('button', { name: 'Try again' }), server, 'calendar');
    await onScreen(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
    await onScreen(page.getByRole('alert')).toHaveCount(0);
  });

  test('a missing answer is shown as a network problem', async () => {
    await renderApp({ path: '/calendar', before: (server) => server.disconnect('calendar') });
    await onScreen(page.getByRole('alert')).toContainText('There is no network');
  });

  test('an old list of a failing source shows its age', async () => {
    await openWith([EVENT], { stale: true, date: '2026-11-20T09:15:00Z' });
    await onScreen(page.getByText(/^Not updated since 20 Nov/)).toBeVisible();
    await onScreen(event('CPI')).toHaveCount(1);
  });

  test('loaded content fills its reserved space', async () => {
    const shifts = watchShifts();
    let release = (): void => undefined;
    await renderApp({
      path: '/calendar',
      before(server) {
        release = server.hold('calendar');
      },
    });
    await onScreen(page.getByRole('status').filter({ hasText: 'Loading events' })).toHaveCount(1);
    release();
    await onScreen(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
    expect((await shifts()).reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.005);
  });
});
