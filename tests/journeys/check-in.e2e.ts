/** The daily bonus: the dialog's states, and the feedback of a claim. */
import type { Page } from 'playwright/test';
import {
  type App,
  expect,
  failUntilPressed,
  letTimePass,
  nextFrame,
  stopTime,
  test,
} from '#tests/journeys/app.ts';
import { hold } from '#tests/journeys/held.ts';
import { untilConnected, untilInsetsStand } from '#tests/journeys/host.ts';

const TEXTS = {
  en: {
    title: 'Daily bonus',
    about: /^Come every day: each day in a row pays 10 iRICH more, up to 100\./,
    day: 'Check-in day 1',
    none: 'Start a streak today',
    row: '1 day in a row',
    next: 'Next: day 2',
    claim: 'Claim',
    open: 'Claim 10',
    claimed: 'Already claimed',
    close: 'Close',
    retry: 'Try again',
    loading: 'Loading',
    loadFailed: 'Failed to load check-in status',
    claimFailed: 'Failed to claim bonus',
    balance: (points: string) => `${points} iRICH show all digits`,
  },
  ru: {
    title: 'Ежедневный бонус',
    about: /^Забирайте бонус каждый день: за каждый день подряд на 10 iRICH больше, до 100\./,
    day: 'День 1',
    none: 'Начните серию сегодня',
    row: '1 день подряд',
    next: 'Следующий: день 2',
    claim: 'Забрать',
    open: 'Забрать 10',
    claimed: 'Уже получен',
    close: 'Закрыть',
    retry: 'Повторить',
    loading: 'Загрузка',
    loadFailed: 'Не удалось загрузить состояние бонуса',
    claimFailed: 'Не удалось получить бонус',
    balance: (points: string) => `${points} iRICH показать все знаки`,
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  test.describe(language, () => {
    test.use({ language, withoutServiceWorker: true });

    test('loading, then ready, and after the claim the profile shows it', async ({ app, page }) => {
      await app.onboard();
      await page.clock.install();
      await app.open({ path: '/profile' });
      await expect(page.getByRole('button', { name: texts.balance('0') })).toBeVisible();
      await untilConnected(app);
      await untilInsetsStand(page);
      const flights = await watchFlights(page);
      const release = await hold(page, '**/api/checkin/status');
      await page.getByRole('button', { name: texts.open }).click();
      const dialog = page.getByRole('dialog', { name: texts.title });
      const claim = dialog.getByRole('button', { name: texts.claim, exact: true });
      await expect(dialog.getByText(texts.about)).toBeVisible();
      await expect(dialog.getByRole('status')).toContainText(texts.loading);
      await expect(claim).toBeDisabled();
      await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'));
      const before = await claim.boundingBox();
      await release();
      await expect(dialog.getByText(texts.day)).toBeVisible();
      await expect(dialog.getByText('10 iRICH', { exact: true })).toBeVisible();
      await expect(dialog.getByText(texts.none)).toBeVisible();
      expect(await claim.boundingBox()).toEqual(before);

      await stopTime(page);
      const flew = await watchFlightTimes(page);
      await claim.click();
      await letTimePass(page, () => told(page, '+10 iRICH'));
      await page.clock.resume();
      expect(await flew()).toEqual([480]);
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: texts.balance('10') })).toBeVisible();
      await expect(page.getByRole('button', { name: texts.claimed })).toBeDisabled();
      await expect(page.getByText(texts.row)).toBeVisible();
      expect(await flights()).toEqual(['+10']);
      await expect.poll(() => felt(app, page)).toEqual(['success']);

      // Opened by its address anyway, it explains this.
      await app.open({ path: '/profile?checkin=1' });
      await expect(dialog.getByText(texts.next)).toBeVisible();
      await expect(dialog.getByText(texts.row)).toBeVisible();
      await expect(dialog.getByRole('button', { name: texts.claimed })).toBeDisabled();
      await dialog.getByRole('button', { name: texts.close }).click();
      await expect(dialog).toBeHidden();
    });

    test('a status that fails to load and a claim that fails can be retried', async ({ app, page }) => {
      await app.onboard();
      const fault = await failUntilPressed(page, '**/api/checkin/status', { status: 500, body: 'down' });
      await page.route('**/api/checkin/claim', (route) => route.fulfill({ status: 500, body: 'down' }));
      const letSyncThrough = await hold(page, '**/api/ledger/**');
      await app.open({ path: '/profile?checkin=1' });
      const dialog = page.getByRole('dialog', { name: texts.title });
      const claim = dialog.getByRole('button', { name: texts.claim, exact: true });
      await expect(dialog.getByRole('alert')).toContainText(texts.loadFailed);
      await expect(claim).toBeDisabled();
      await untilConnected(app);

      await fault.press(dialog.getByRole('button', { name: texts.retry }));
      await expect(dialog.getByText(texts.day)).toBeVisible();
      await claim.click();
      await expect(dialog.getByRole('alert')).toContainText(texts.claimFailed);
      await expect.poll(() => felt(app, page)).toEqual(['error']);
      // A successful sync in between changes nothing back.
      await letSyncThrough();
      await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
      await expect(dialog.getByRole('alert')).toContainText(texts.claimFailed);

      await claim.click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: texts.balance('10') })).toBeVisible();
    });
  });
}

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the award does not fly', async ({ app, page }) => {
    await app.onboard();
    await app.open({ path: '/profile?checkin=1' });
    const flights = await watchFlights(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Claim', exact: true }).click();
    await expect(page.getByRole('button', { name: /^10 iRICH/ })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await flights()).toEqual([]);
  });
});

test('a late answer to a claim leaves the user on their new screen', async ({ app, page }) => {
  await app.onboard();
  await page.clock.install();
  await app.open({ path: '/profile' });
  await page.getByRole('button', { name: 'Claim 10' }).click();
  const dialog = page.getByRole('dialog');
  const release = await hold(page, '**/api/checkin/claim');
  const claim = dialog.getByRole('button', { name: 'Claim', exact: true });
  await expect(claim).toBeEnabled();
  await stopTime(page);
  await claim.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await letTimePass(page, () => dialog.isHidden());
  await page.getByRole('navigation').getByRole('link', { name: 'Calculators' }).click();
  const calculators = page.getByRole('heading', { level: 1, name: 'Calculators' });
  await letTimePass(page, () => calculators.isVisible());
  await release();
  await letTimePass(page, () => told(page, '+10 iRICH'));
  await page.clock.resume();
  await nextFrame(page);
  await expect(page).toHaveURL(/\/calculators/);
  await expect(calculators).toBeVisible();
});

test('a claim that fails after its dialog closed shows a message besides the haptics', async ({
  app,
  page,
}) => {
  await app.onboard();
  await page.clock.install();
  await app.open({ path: '/profile' });
  await page.getByRole('button', { name: 'Claim 10' }).click();
  const dialog = page.getByRole('dialog');
  const refusal = { refuse: (): void => undefined };
  const isRefused = new Promise<void>((resolve) => {
    refusal.refuse = resolve;
  });
  await page.route('**/api/checkin/claim', async (route) => {
    await isRefused;
    await route.fulfill({ status: 500, body: 'down' });
  });
  const claim = dialog.getByRole('button', { name: 'Claim', exact: true });
  await expect(claim).toBeEnabled();
  await stopTime(page);
  await claim.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await letTimePass(page, () => dialog.isHidden());
  refusal.refuse();
  await letTimePass(page, () => told(page, 'Failed to claim bonus'));
  await page.clock.resume();
  // The next opening starts over.
  await page.getByRole('button', { name: 'Claim 10' }).click();
  await expect(dialog.getByText('Check-in day 1')).toBeVisible();
  await expect(dialog.getByRole('alert')).toBeHidden();
});

test("a dialog left open over the server's midnight shows the new day's award", async ({ app, page }) => {
  await app.onboard();
  await page.clock.install({ time: '2026-11-21T23:30:00Z' });
  const shift = Date.parse('2026-11-21T23:30:00Z') - Date.now();
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.now() + shift).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  let day = 1;
  const answerStatus = () =>
    page.route('**/api/checkin/status', (route) =>
      route.fulfill({ json: { isAvailable: true, currentStreak: day - 1, bonusAmount: `${10 * day}` } }),
    );
  await answerStatus();
  await app.open({ path: '/profile?checkin=1' });
  const dialog = page.getByRole('dialog', { name: 'Daily bonus' });
  await expect(dialog.getByText('Check-in day 1')).toBeVisible();
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
  // The page's clock moves away from the server's.
  await page.route('**/api/**', (route) => route.abort());
  await answerStatus();
  day = 2;
  await page.clock.pauseAt('2026-11-21T23:59:30Z');
  await expect(dialog.getByText('Check-in day 1')).toBeVisible();
  await page.clock.fastForward('01:00');
  await page.clock.resume();
  await expect(dialog.getByText('Check-in day 2')).toBeVisible();
});

const HOUR_MS = 3_600_000;
const CLOCKS = {
  'a day behind': -24,
  'a day ahead': 24,
  'twelve hours behind': -12,
  'twelve hours ahead': 12,
};
for (const [clock, hours] of Object.entries(CLOCKS)) {
  test(`a phone whose clock is ${clock} shows the server's state`, async ({ app, page }) => {
    await app.onboard();
    await page.clock.install({ time: Date.now() + hours * HOUR_MS });
    // Claimed on the server's previous day.
    await page.route('**/api/{user,sync,referral}/**', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { streak?: object; profile?: { streak: object } };
      const streak = { current: 1, longest: 1, last_day: Math.floor(Date.now() / 86_400_000) - 1 };
      if (body.streak !== undefined) body.streak = streak;
      if (body.profile !== undefined) body.profile.streak = streak;
      await route.fulfill({ response, json: body });
    });
    await app.open({ path: '/profile' });
    const main = page.getByRole('main');
    // Routed calls are slow, so onboarding may appear before the answer.
    await expect(main.getByRole('button', { name: 'Claim 20' })).toBeEnabled({ timeout: 30_000 });
    await expect(main.getByText('1 day in a row')).toBeVisible();
    const untilMidnight = Math.ceil((86_400_000 - (Date.now() % 86_400_000)) / 60_000);
    const shownMinutes = async () => {
      const text = (await main.getByText(/^new day in/).textContent()) ?? '';
      const [, h = 0, min = 0] = /in (?:(\d+) h ?)?(?:(\d+) min)?, at/.exec(text) ?? [];
      return Number(h) * 60 + Number(min);
    };
    expect(Math.abs((await shownMinutes()) - untilMidnight)).toBeLessThanOrEqual(2);

    await page.unrouteAll({ behavior: 'wait' });
    expect((await app.call('POST', '/api/checkin/claim', { userId: app.user.id })).status).toBe(200);
    await app.open({ path: '/profile' });
    await expect(main.getByRole('button', { name: 'Already claimed' })).toBeDisabled();
    await expect(main.getByText(/^next pays 20 · new day in/)).toBeVisible();
  });
}

test('offline the card shows its age', async ({ app, page, context }) => {
  await app.onboard();
  await app.open({ path: '/profile' });
  await app.untilPrecached();
  await expect(page.getByRole('button', { name: 'Claim 10' })).toBeEnabled();
  await context.setOffline(true);
  await expect(page.getByText(/^The check-in needs the network · as of \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Claim 10' })).toBeDisabled();
});

test('of two devices one claims, and the other learns of it', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profile?checkin=1' });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Check-in day 1')).toBeVisible();
  expect((await app.call('POST', '/api/checkin/claim', { userId: app.user.id })).status).toBe(200);
  await dialog.getByRole('button', { name: 'Claim', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Already claimed' })).toBeDisabled();
  await expect(dialog.getByText('Next: day 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: /^10 iRICH/ })).toBeVisible();
});

/** Whether the page shows this text now. */
function told(page: Page, text: string): Promise<boolean> {
  return page.getByRole('status').filter({ hasText: text }).isVisible();
}

/** Texts that fly over the page from now on: hidden from screen readers, placed beside the app. */
async function watchFlights(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenFlights: seen });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof HTMLElement && node.ariaHidden === 'true') seen.push(node.textContent ?? '');
      }
    }).observe(document.body, { childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { seenFlights: string[] }).seenFlights);
}

/** Duration of each flight that starts from now on, milliseconds. */
async function watchFlightTimes(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seenFlightTimes: seen });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      const animation = animate.call(this, frames, options);
      if (this.className === 'award-chip') seen.push(Number(animation.effect?.getTiming().duration));
      return animation;
    };
  });
  return () => page.evaluate(() => (window as unknown as { seenFlightTimes: number[] }).seenFlightTimes);
}

/** Haptic notifications sent to the host, in order. */
async function felt(app: App, page: Page): Promise<unknown[]> {
  return (await app.host.messages(page))
    .filter(({ type }) => type === 'web_app_trigger_haptic_feedback')
    .map(({ data }) => data as { type: string; notification_type?: string })
    .filter(({ type }) => type === 'notification')
    .map(({ notification_type: kind }) => kind);
}
