/** The daily bonus: the dialog's states, and the feedback of a claim. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { DAY_MS } from '#core/points/days.ts';
import { felt, untilConnected, untilInsetsStand } from '#tests/support/host-calls.ts';
import { expectUrl, nextFrame, onScreen, placeOf, retryBy } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';

const TEXTS = {
  en: {
    title: 'Daily bonus',
    about: /^Each day in a row pays 10 iRICH more\./,
    day: 'Check-in day 1',
    none: 'Start a streak today',
    row: '1 day in a row',
    next: 'Next: day 2',
    claim: 'Claim',
    open: 'Claim 10',
    claimed: 'Already claimed',
    done: 'done',
    close: 'Close',
    retry: 'Try again',
    loading: 'Loading',
    loadFailed: 'Failed to load check-in status',
    claimFailed: 'Failed to claim bonus',
    balance: (points: string) => `${points} iRICH show all digits`,
  },
  ru: {
    title: 'Ежедневный бонус',
    about: /^За каждый день подряд на 10 iRICH больше\./,
    day: 'День 1',
    none: 'Начните серию сегодня',
    row: '1 день подряд',
    next: 'Следующий: день 2',
    claim: 'Забрать',
    open: 'Забрать 10',
    claimed: 'Уже получен',
    done: 'получено',
    close: 'Закрыть',
    retry: 'Повторить',
    loading: 'Загрузка',
    loadFailed: 'Не удалось загрузить состояние бонуса',
    claimFailed: 'Не удалось получить бонус',
    balance: (points: string) => `${points} iRICH показать все знаки`,
  },
} as const;

const claimIn = (dialog: Locator, name = 'Claim') => dialog.getByRole('button', { name, exact: true });
const message = (text: string) => page.getByRole('status').filter({ hasText: text });

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  describe(language, () => {
    test('loading, then ready, and after the claim the profile shows it', async () => {
      const app = await renderApp({ path: '/profile', language });
      await onScreen(page.getByRole('button', { name: texts.balance('0') })).toBeVisible();
      await untilConnected(app);
      await untilInsetsStand();
      const flights = watchFlights();
      const release = app.server.hold('checkInStatus');
      await page.getByRole('button', { name: texts.open }).click();
      const dialog = page.getByRole('dialog', { name: texts.title });
      const claim = claimIn(dialog, texts.claim);
      await onScreen(dialog.getByText(texts.about)).toBeVisible();
      await onScreen(dialog.getByRole('status')).toContainText(texts.loading);
      await onScreen(claim).toBeDisabled();
      await expect
        .poll(() => document.getAnimations().every((one) => one.playState !== 'running'))
        .toBe(true);
      const before = placeOf(claim);
      release();
      await onScreen(dialog.getByText(texts.day)).toBeVisible();
      await onScreen(dialog.getByText('10 iRICH', { exact: true })).toBeVisible();
      await onScreen(dialog.getByText(texts.none)).toBeVisible();
      expect(placeOf(claim)).toEqual(before);
      const ladder = dialog.getByRole('listitem');
      await onScreen(ladder).toHaveText(['10', '20', '30', '40', '50', '60', '70', '80', '90', '100']);
      await onScreen(ladder.nth(0)).toHaveAttribute('aria-current', 'step');

      await claim.click();
      await onScreen(dialog).toBeHidden();
      await onScreen(page.getByRole('button', { name: texts.balance('10') })).toBeVisible();
      await onScreen(page.getByRole('button', { name: texts.claimed })).toBeDisabled();
      await onScreen(page.getByText(texts.row)).toBeVisible();
      expect(flights).toEqual([{ text: '+10', ms: 480 }]);
      await expect.poll(() => felt(app)).toEqual(['success']);

      // Opened by its address anyway, it explains this.
      await app.reopen('/profile?checkin=1');
      await onScreen(dialog.getByText(texts.next)).toBeVisible();
      await onScreen(dialog.getByText(texts.row)).toBeVisible();
      await onScreen(ladder.nth(0).getByRole('img')).toHaveAccessibleName(texts.done);
      await onScreen(ladder.nth(1)).toHaveAttribute('aria-current', 'step');
      await onScreen(dialog.getByRole('button', { name: texts.claimed })).toBeDisabled();
      await page.viewport(320, 640);
      const label = document.createRange();
      label.selectNodeContents(dialog.getByRole('button', { name: texts.claimed }).element());
      expect(label.getClientRects()).toHaveLength(1);
      await dialog.getByRole('button', { name: texts.close }).click();
      await onScreen(dialog).toBeHidden();
    });

    test('a status that fails to load and a claim that fails can be retried', async () => {
      let letSyncThrough = (): void => undefined;
      const app = await renderApp({
        path: '/profile?checkin=1',
        language,
        before(server) {
          server.refuse('checkInStatus', 'internal');
          server.refuse('claimCheckIn', 'internal');
          letSyncThrough = server.hold('ledger');
        },
      });
      const dialog = page.getByRole('dialog', { name: texts.title });
      const claim = claimIn(dialog, texts.claim);
      await onScreen(dialog.getByRole('alert')).toContainText(texts.loadFailed);
      await onScreen(claim).toBeDisabled();
      await untilConnected(app);

      await retryBy(dialog.getByRole('button', { name: texts.retry }), app.server, 'checkInStatus');
      await onScreen(dialog.getByText(texts.day)).toBeVisible();
      await claim.click();
      await onScreen(dialog.getByRole('alert')).toContainText(texts.claimFailed);
      await expect.poll(() => felt(app)).toEqual(['error']);
      // A successful sync in between changes nothing back.
      letSyncThrough();
      await onScreen(page.css('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
      await onScreen(dialog.getByRole('alert')).toContainText(texts.claimFailed);

      app.server.recover('claimCheckIn');
      await claim.click();
      await onScreen(dialog).toBeHidden();
      await onScreen(page.getByRole('button', { name: texts.balance('10') })).toBeVisible();
    });
  });
}

test('a late answer to a claim leaves the user on their new screen', async () => {
  const { server } = await renderApp({ path: '/profile' });
  await page.getByRole('button', { name: 'Claim 10' }).click();
  const dialog = page.getByRole('dialog');
  const release = server.hold('claimCheckIn');
  await claimIn(dialog).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await onScreen(dialog).toBeHidden();
  await page.getByRole('navigation').getByRole('link', { name: 'Calculators' }).click();
  const calculators = page.getByRole('heading', { level: 1, name: 'Calculators' });
  await onScreen(calculators).toBeVisible();
  release();
  await onScreen(message('+10 iRICH')).toBeVisible();
  await nextFrame();
  await expectUrl(/\/calculators/);
  await onScreen(calculators).toBeVisible();
});

test('a claim that fails after its dialog closed shows a message besides the haptics', async () => {
  const { server } = await renderApp({
    path: '/profile',
    before: (server) => server.refuse('claimCheckIn', 'internal'),
  });
  await page.getByRole('button', { name: 'Claim 10' }).click();
  const dialog = page.getByRole('dialog');
  const release = server.hold('claimCheckIn');
  await claimIn(dialog).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await onScreen(dialog).toBeHidden();
  release();
  await onScreen(message('Failed to claim bonus')).toBeVisible();
  // The next opening starts over.
  await page.getByRole('button', { name: 'Claim 10' }).click();
  await onScreen(dialog.getByText('Check-in day 1')).toBeVisible();
  await onScreen(dialog.getByRole('alert')).toBeHidden();
});

for (const refusal of ['internal', 'launch_data_expired'] as const) {
  test(`on the smallest phone the dialog of a refused claim needs no scrolling: ${refusal}`, async () => {
    await renderApp({
      path: '/profile?checkin=1',
      language: 'ru',
      viewport: { width: 320, height: 568 },
      before: (server) => server.refuse('claimCheckIn', refusal),
    });
    await untilInsetsStand();
    const dialog = page.getByRole('dialog');
    await claimIn(dialog, 'Забрать').click();
    await onScreen(dialog.getByRole('alert')).toBeVisible();
    const { scrollHeight, clientHeight } = dialog.element();
    expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
  });
}

test('of two devices one claims, and the other learns of it', async () => {
  const { server } = await renderApp({ path: '/profile?checkin=1' });
  const dialog = page.getByRole('dialog');
  await onScreen(dialog.getByText('Check-in day 1')).toBeVisible();
  server.execute({ type: 'claim_check_in' });
  await claimIn(dialog).click();
  await onScreen(dialog.getByRole('button', { name: 'Already claimed' })).toBeDisabled();
  await onScreen(dialog.getByText('Next: day 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await onScreen(page.getByRole('button', { name: /^10 iRICH/ })).toBeVisible();
});

/** Awards that fly over the page from now on, each with its duration in milliseconds. */
function watchFlights(): { readonly text: string | null; readonly ms: number }[] {
  const seen: { text: string | null; ms: number }[] = [];
  const { animate } = Element.prototype;
  const spy = vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, ...given) {
    const animation = animate.apply(this, given);
    if (this.className === 'award-chip')
      seen.push({ text: this.textContent, ms: Number(animation.effect?.getTiming().duration) });
    return animation;
  });
  onTestFinished(() => spy.mockRestore());
  return seen;
}

for (const [language, sign, atWork] of [
  ['en', '1 freeze', 'frozen'],
  ['ru', '1 заморозка', 'заморозка'],
] as const) {
  test(`the card shows a kept freeze as a sign, and says so when one is at work (${language})`, async () => {
    const app = await renderApp({
      path: '/profile',
      language,
      before(server) {
        for (let day = 0; day < 7; day += 1) {
          server.setClock(day * DAY_MS);
          server.execute({ type: 'claim_check_in' });
        }
        server.setClock(7 * DAY_MS);
      },
    });
    await onScreen(page.getByRole('img', { name: sign })).toBeVisible();
    app.server.setClock(8 * DAY_MS);
    window.dispatchEvent(new Event('online'));
    await onScreen(page.getByRole('img', { name: atWork, exact: true })).toHaveText('1');
    await onScreen(page.getByRole('img', { name: sign })).toHaveCount(0);
  });
}
