/** What a trader does next, on Home: the daily bonus in one tap, the last calculation, the next strong event. */
import { expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { CalendarEvent } from '#core/contract/calendar.ts';
import { BARE } from '#tests/support/calendar.ts';
import type { ServerAnswer } from '#tests/support/fake-account.ts';
import type { FakeServer } from '#tests/support/fake-server.ts';
import { felt, untilConnected, untilInsetsStand } from '#tests/support/host-calls.ts';
import { watchShifts } from '#tests/support/layout-shifts.ts';
import { expectUrl, main, onScreen, region, retryBy } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { itemsOf } from '../market/overview.ts';
import { answerPermission, permissionQuestions } from '../notifications/permission.ts';

const DAY_MS = 86_400_000;
const WORDS = {
  en: {
    title: 'What’s next',
    claim: 'Claim 10',
    none: 'Daily bonus Start a streak today Claim 10',
    due: /^\+20 in (\d+\sh ?)?(\d+\smin)?$/,
    claimed: 'Already claimed',
    remind: 'Remind me',
    reminded: 'The bot will remind you',
    result: 'BTC · Risk $ ▲ Long 64,120.5 → 68,400, stop 62,800 3.24:1 Again',
    first: 'Your first calculation How much to buy, and where to stop',
  },
  ru: {
    title: 'Что дальше',
    claim: 'Забрать 10',
    none: 'Бонус дня Начните серию сегодня Забрать 10',
    due: /^\+20 через (\d+\sч ?)?(\d+\sмин)?$/,
    claimed: 'Уже получен',
    remind: 'Напомнить',
    reminded: 'Бот напомнит',
    result: 'BTC · Риск $ ▲ Лонг 64 120,5 → 68 400, стоп 62 800 3.24:1 Ещё раз',
    first: 'Ваш первый расчёт Сколько купить и где поставить стоп',
  },
} as const;

const card = region(WORDS.en.title);
const rows = (list: Locator = card) => list.getByRole('listitem');
const [bonus, last, event] = [rows().nth(0), rows().nth(1), rows().nth(2)];
const claim = bonus.getByRole('button', { name: /^Claim/ });
const message = (text: string) => page.getByRole('status').filter({ hasText: text });

for (const language of ['en', 'ru'] as const) {
  const words = WORDS[language];

  test(`${language}: one tap claims the bonus, and its answer offers a reminder`, async () => {
    const app = await renderApp({ path: '/index', language });
    const row = rows(region(words.title)).nth(0);
    await expect.poll(() => itemsOf(region(words.title))[0]).toBe(words.none);
    await untilConnected(app);
    await row.getByRole('button', { name: words.claim }).click();
    await onScreen(row.getByText('+10 iRICH')).toBeVisible();
    await onScreen(row.getByRole('img', { name: words.claimed })).toBeVisible();
    await onScreen(row.getByText(words.due)).toBeVisible();
    await expect.poll(() => felt(app)).toEqual(['success']);
    expect(app.server.asked('claimCheckIn')).toBe(1);
    await onScreen(page.getByRole('dialog')).toHaveCount(0);

    await row.getByRole('button', { name: words.remind }).click();
    await answerPermission(app, 'allowed');
    await onScreen(row.getByRole('img', { name: words.reminded })).toBeVisible();
    await expect.poll(() => app.server.settings().mayWrite).toBe(true);

    await app.reopen('/index');
    await onScreen(row.getByText(words.due)).toBeVisible();
    await onScreen(row.getByRole('button')).toHaveCount(0);
  });

  test(`${language}: the last calculation opens again with its inputs`, async () => {
    await renderApp({ path: '/index', language, before: (server) => calculate(server) });
    const row = rows(region(words.title)).nth(1);
    await expect.poll(() => itemsOf(region(words.title))[1]).toBe(words.result);
    await row.getByRole('link').click();
    await expectUrl(/\/riskmoney\?record=/);
    await onScreen(page.css('input[name="symbol"]')).toHaveValue('BTC');
    await onScreen(page.css('input[name="stopLossPrice"]')).toHaveValue(/^62.?800$/);
  });

  test(`${language}: a user without calculations is led to the first one`, async () => {
    await renderApp({ path: '/index', language });
    const row = rows(region(words.title)).nth(1);
    await expect.poll(() => itemsOf(region(words.title))[1]).toBe(words.first);
    await row.getByRole('link').click();
    await expectUrl(/\/calculators/);
  });

  for (const width of [320, 360, 390]) {
    test(`${language}: at ${width} px its late content moves nothing`, async () => {
      let release = (): void => undefined;
      const shifts = watchShifts();
      await renderApp({
        path: '/index',
        language,
        isForgetful: true,
        viewport: { width, height: 844 },
        before(server) {
          calculate(server, 'TakeProfitStopLoss');
          release = server.hold();
        },
      });
      await untilInsetsStand();
      await onScreen(page.css('main [aria-busy="true"]')).toHaveCount(1);
      const { scrollHeight } = document.documentElement;
      release();
      const next = rows(region(words.title));
      await onScreen(next.nth(0).getByRole('button')).toBeEnabled();
      await onScreen(next.nth(1)).toContainText('BTC');
      await onScreen(next.nth(2).getByRole('link')).toBeVisible();
      await onScreen(page.css('main [aria-busy="true"]')).toHaveCount(0);
      expect(document.documentElement.scrollHeight).toBe(scrollHeight);
      expect((await shifts()).filter(({ isBar }) => !isBar)).toEqual([]);
    });
  }
}

test('the server’s clock decides, not the phone’s', async () => {
  await renderApp({
    path: '/index',
    before(server) {
      server.execute({ type: 'claim_check_in' });
      server.setClock(DAY_MS);
    },
  });
  await onScreen(bonus).toContainText('1 day in a row');
  await onScreen(claim).toHaveText('Claim 20');
  await claim.click();
  await onScreen(bonus.getByText('+20 iRICH')).toBeVisible();
});

for (const [language, waits, kept] of [
  ['en', '7 days in a row · frozen', '+80 iRICH · a freeze kept your streak'],
  ['ru', '7 дней подряд · заморозка', '+80 iRICH · заморозка сохранила серию'],
] as const) {
  test(`a freeze keeps the streak over a missed day, and the row says so (${language})`, async () => {
    await renderApp({
      path: '/index',
      language,
      before(server) {
        for (let day = 0; day < 7; day += 1) {
          server.setClock(day * DAY_MS);
          server.execute({ type: 'claim_check_in' });
        }
        server.setClock(8 * DAY_MS);
      },
    });
    await page.getByRole('listitem').filter({ hasText: waits }).getByRole('button').click();
    await onScreen(message(kept)).toBeVisible();
  });
}

test('a claim whose answer arrives on the next day leaves that day’s bonus to claim', async () => {
  const midnight = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
  vi.useFakeTimers({ toFake: ['Date'], now: midnight - 20_000 });
  const { server } = await renderApp({ path: '/index' });
  await onScreen(claim).toHaveText('Claim 10');
  server.answer('claimCheckIn', (_asked, usual) => {
    const answer = usual() as ServerAnswer<'claimCheckIn'>;
    vi.setSystemTime(midnight + 2_000);
    return answer;
  });
  await claim.click();
  await onScreen(claim).toHaveCount(0);
  // The user returns to the app.
  document.dispatchEvent(new Event('visibilitychange'));
  await onScreen(claim).toHaveText('Claim 20');
  await onScreen(bonus).toContainText('1 day in a row');
});

test('without a network the bonus says so and waits', async () => {
  const app = await renderApp({ path: '/index' });
  await onScreen(claim).toBeEnabled();
  const reconnect = app.server.disconnect();
  await app.reopen('/index');
  await onScreen(bonus).toContainText('The check-in needs the network');
  await onScreen(claim).toBeDisabled();
  reconnect();
  window.dispatchEvent(new Event('online'));
  await onScreen(bonus).toContainText('Start a streak today');
  await onScreen(claim).toBeEnabled();
});

test('a slow claim says what it waits for, and a refused one can be repeated', async () => {
  const app = await renderApp({ path: '/index' });
  await onScreen(claim).toBeEnabled();
  await untilConnected(app);
  app.server.refuse('claimCheckIn', 'internal');
  const release = app.server.hold('claimCheckIn');
  await claim.click();
  await onScreen(claim).toHaveAttribute('aria-busy', 'true');
  await onScreen(bonus).toContainText('Asking the server');
  release();
  await onScreen(bonus.getByRole('alert')).toHaveText('Failed to claim bonus');
  await expect.poll(() => felt(app)).toEqual(['error']);
  await retryBy(claim, app.server, 'claimCheckIn');
  await onScreen(bonus.getByText('+10 iRICH')).toBeVisible();
  await onScreen(bonus.getByRole('alert')).toHaveCount(0);
});

test('a bonus claimed on another phone shows as claimed', async () => {
  const { server } = await renderApp({ path: '/index' });
  await onScreen(claim).toBeEnabled();
  server.refuse('claimCheckIn', 'already_claimed');
  const release = server.hold('claimCheckIn');
  await claim.click();
  await expect.poll(() => server.asked('claimCheckIn')).toBe(1);
  server.execute({ type: 'claim_check_in' });
  release();
  await onScreen(bonus.getByRole('img', { name: 'Already claimed' })).toBeVisible();
  await onScreen(bonus.getByText(WORDS.en.due)).toBeVisible();
  await onScreen(bonus.getByRole('button')).toHaveCount(0);
});

test('a refused claim is forgotten once another phone has claimed the bonus', async () => {
  const app = await renderApp({ path: '/index' });
  await onScreen(claim).toBeEnabled();
  app.server.refuse('claimCheckIn', 'internal');
  await claim.click();
  await onScreen(bonus.getByRole('alert')).toHaveText('Failed to claim bonus');
  app.server.execute({ type: 'claim_check_in' });
  window.dispatchEvent(new Event('online'));
  await onScreen(bonus.getByRole('img', { name: 'Already claimed' })).toBeVisible();
  await onScreen(bonus.getByText(WORDS.en.due)).toBeVisible();
  await onScreen(bonus.getByRole('alert')).toHaveCount(0);
});

test('an answer that comes after the user has left Home is shown as a message', async () => {
  const { server } = await renderApp({ path: '/index' });
  await onScreen(claim).toBeEnabled();
  const release = server.hold('claimCheckIn');
  await claim.click();
  await expect.poll(() => server.asked('claimCheckIn')).toBe(1);
  await page.getByRole('navigation').getByRole('link', { name: 'Calculators' }).click();
  await onScreen(page.getByRole('heading', { level: 1, name: 'Calculators' })).toBeVisible();
  release();
  await onScreen(message('+10 iRICH')).toBeVisible();
});

test('who has reminders is offered none; who refuses them is shown where they are set', async () => {
  const app = await renderApp({ path: '/index' });
  await claim.click();
  await bonus.getByRole('button', { name: 'Remind me' }).click();
  await answerPermission(app, 'cancelled');
  await page.getByRole('status').getByRole('button', { name: 'Notifications' }).click();
  await onScreen(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  expect(permissionQuestions(app)).toBe(1);

  await renderApp({ path: '/index', before: (server) => server.allowMessages() });
  await claim.click();
  await onScreen(bonus.getByText('+10 iRICH')).toBeVisible();
  await onScreen(bonus.css('.row-value')).toHaveText('');
  await onScreen(bonus.getByRole('button')).toHaveCount(0);
});

test('the next strong event counts down and opens the calendar', async () => {
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000 + 30_000).toISOString();
  await withEvents([
    { id: 'past', name: 'cpi', at: soon(-60), volatility: 'high' },
    { id: 'weak', name: 'ppi', at: soon(30), volatility: 'medium' },
    { id: 'later', name: 'ecb', at: soon(300), volatility: 'high', zone: 'eurozone' },
    { id: 'next', name: 'fomc', at: soon(125), volatility: 'high' },
  ]);
  const said = 'FOMC meeting United States · in 2 h 6 min Volatility: high';
  await expect.poll(() => itemsOf(card)[2]).toBe(said);
  await event.getByRole('link').click();
  await onScreen(page.getByRole('heading', { level: 1, name: 'Economic calendar' })).toBeVisible();
});

test('an event in some days shows its day and time; sample events say that they are', async () => {
  const at = new Date(Date.now() + 3 * DAY_MS);
  at.setHours(16, 30, 0, 0);
  await withEvents([{ id: 'far', name: 'fomc', at: at.toISOString(), volatility: 'high' }], true);
  const said = 'FOMC meeting Sample · United States · in 3 days, 16:30 Volatility: high';
  await expect.poll(() => itemsOf(card)[2]).toBe(said);
});

test('without strong events, and before the first connection, the row says so', async () => {
  await withEvents([{ id: 'weak', name: 'ppi', at: new Date(Date.now() + DAY_MS).toISOString() }]);
  await expect.poll(() => itemsOf(card)[2]).toBe('Economic calendar No strong events are known yet');
  await renderApp({ path: '/index', isForgetful: true, before: (server) => server.disconnect() });
  await expect.poll(() => itemsOf(card)[2]).toBe('Economic calendar Dates come with the first connection');
  await onScreen(bonus).toContainText('The check-in needs the network');
  await onScreen(last).toContainText('Your first calculation');
  await onScreen(main.getByRole('button', { name: 'Claim', exact: true })).toBeDisabled();
});

function withEvents(
  events: readonly (Pick<CalendarEvent, 'id' | 'name' | 'at'> & Partial<CalendarEvent>)[],
  sample = false,
) {
  return renderApp({
    path: '/index',
    before: (server) =>
      server.answer('calendar', {
        date: new Date().toISOString(),
        sample,
        stale: false,
        events: events.map((one) => ({ ...BARE, zone: 'united_states' as const, ...one })),
      }),
  });
}

/** One calculation on the server, made on another phone. */
function calculate(server: FakeServer, type: 'RiskMoney' | 'TakeProfitStopLoss' = 'RiskMoney'): void {
  const id = crypto.randomUUID();
  const occurredAt = Date.now();
  server.execute({
    type: 'record_calculation',
    recordId: id,
    calculationType: type,
    occurredAt,
    sentAt: null,
  });
  const prices = {
    symbol: 'BTC',
    positionType: 'LONG',
    calculationType: 'price',
    entryPrice: '64120.5',
    stopLossPrice: '62800',
    takeProfitPrice: '68400',
    takeProfit: '68400',
    stopLoss: '62800',
    riskAmount: '100',
    leverage: '5',
  };
  const record = {
    id,
    calculationType: type,
    occurredAt: new Date(occurredAt).toISOString(),
    inputs: prices,
  };
  const judged = { revision: 0, awarded: '1', reason: 'counted', seq: server.profile().head.seq } as const;
  server.answer('records', { records: [{ ...record, ...judged }], nextBefore: null });
}
