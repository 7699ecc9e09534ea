/** Expired launch data on a device without stored data: each screen says only what to do. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ServerCall } from '#tests/support/fake-account.ts';
import type { FakeServer } from '#tests/support/fake-server.ts';
import { posted } from '#tests/support/host-calls.ts';
import { expectUrl, main, nextFrame, onScreen } from '#tests/support/on-screen.ts';
import { renderApp, type TestApp } from '#tests/support/render-app.tsx';

const TEXTS = {
  en: {
    friends: 'Open the app again from Telegram to load your friends.',
    link: 'Open the app again from Telegram to get your link.',
    badges: 'Open the app again from Telegram to load your badges.',
    checkIn: 'Open the app again from Telegram to check in',
    title: 'Open iRICH again',
    close: 'Close',
    retry: 'Try again',
    claim: 'Claim',
  },
  ru: {
    friends: 'Чтобы загрузить друзей, откройте приложение заново из Telegram.',
    link: 'Чтобы получить ссылку, откройте приложение заново из Telegram.',
    badges: 'Чтобы загрузить значки, откройте приложение заново из Telegram.',
    checkIn: 'Чтобы забрать бонус, откройте приложение заново из Telegram',
    title: 'Откройте iRICH заново',
    close: 'Закрыть',
    retry: 'Повторить',
    claim: 'Забрать',
  },
} as const;

/** The calls of the screens below, each with launch data. */
const SIGNED: readonly ServerCall[] = [
  'register',
  'profile',
  'readLanguage',
  'readSettings',
  'sessions',
  'referrals',
  'checkInStatus',
  'claimCheckIn',
  'sbt',
  'proofPayload',
];

function expire(server: FakeServer): void {
  for (const call of SIGNED) server.refuse(call, 'launch_data_expired');
}

/** On a device that lost its store. */
const openExpired = (path: string, language: 'en' | 'ru'): Promise<TestApp> =>
  renderApp({ path, language, isForgetful: true, before: expire });

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  describe(language, () => {
    test('a device that lost everything asks to be reopened instead of showing onboarding', async () => {
      for (const path of ['/', '/profile']) {
        const app = await renderApp({ path, language, before: expire });
        await onScreen(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
        await onScreen(page.getByRole('navigation')).toHaveCount(0);
        await page.getByRole('button', { name: texts.close }).click();
        await expect.poll(() => posted(app, 'web_app_close')).toBe(1);
      }
      await renderApp({ language });
      await expectUrl(/\/index/);
    });

    test('the friends screen asks to be reopened, for the list and the link', async () => {
      await openExpired('/referrals', language);
      await onScreen(page.getByRole('alert')).toHaveText(texts.friends);
      await onScreen(page.getByText(texts.link)).toBeVisible();
      await onScreen(page.getByRole('button', { name: texts.retry })).toHaveCount(0);
    });

    test('the badges screen asks to be reopened', async () => {
      await openExpired('/achievements', language);
      await onScreen(page.getByRole('note').filter({ hasText: texts.badges })).toBeVisible();
      // The rest is still shown.
      await onScreen(main.getByRole('listitem')).toHaveCount(80);
    });

    test('the daily bonus asks to be reopened', async () => {
      await openExpired('/profile?checkin=1', language);
      const dialog = page.getByRole('dialog');
      await onScreen(dialog.getByRole('alert')).toHaveText(texts.checkIn);
      await onScreen(dialog.getByRole('button', { name: texts.retry })).toHaveCount(0);
      await onScreen(dialog.getByRole('button', { name: texts.claim, exact: true })).toBeDisabled();
    });
  });
}

test('while the app is open, a bonus cannot be claimed, and the dialog says what to do', async () => {
  // From when they were still valid.
  let release = (): void => undefined;
  const { server } = await renderApp({
    path: '/profile?checkin=1',
    before(server) {
      server.refuse('claimCheckIn', 'launch_data_expired');
      release = server.hold('readLanguage');
    },
  });
  const dialog = page.getByRole('dialog');
  const claim = dialog.getByRole('button', { name: TEXTS.en.claim, exact: true });
  await claim.click();
  await onScreen(dialog.getByRole('alert')).toHaveText(TEXTS.en.checkIn);
  release();
  // The round that was under way has ended.
  await expect.poll(() => server.asked('readSettings')).toBeGreaterThan(0);
  await onScreen(page.css('[data-sync]')).toHaveCount(1);
  await nextFrame();
  await onScreen(dialog.getByRole('alert')).toHaveText(TEXTS.en.checkIn);
  await onScreen(claim).toBeDisabled();
});

test('the message stays while the app retries', async () => {
  const { server } = await openExpired('/achievements', 'en');
  const told = page.getByRole('note').filter({ hasText: TEXTS.en.badges });
  await onScreen(told).toBeVisible();
  const before = server.asked('register');
  const release = server.hold('register');
  await expect.poll(() => server.asked('register')).toBeGreaterThan(before);
  await nextFrame();
  await onScreen(told).toBeVisible();
  release();
});
