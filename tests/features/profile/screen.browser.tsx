/** The profile: the user, their points, its links, and its messages while loading and on failure. */
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import common from '#locales/en/common.json';
import { opened, pressBack, shared, untilConnected } from '#tests/support/host-calls.ts';
import {
  expectUrl,
  letTimePass,
  main,
  onScreen,
  placeOf,
  retryBy,
  stopTime,
} from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import packageJson from '../../../package.json' with { type: 'json' };

const TEXTS = {
  en: {
    level: 'Pink trader · level 1',
    next: '500 iRICH to Purple',
    way: 'Way to the next level',
    buy: 'Buy Premium',
    username: /^Set a username/,
    failed: 'Error loading profile',
    safe: /^Your points are safe on the server/,
    retry: 'Try again',
    settings: 'Settings',
    privacy: 'Privacy',
    version: 'Version',
    credit: /iRICH team/,
    parts: ['On this phone', 'On the server', 'Your points', 'Who sees what', 'Take it along, or delete it'],
  },
  ru: {
    level: 'Розовый трейдер · уровень 1',
    next: 'До уровня «Пурпурный» — 500 iRICH',
    way: 'Путь до следующего уровня',
    buy: 'Купить Premium',
    username: /^Задайте имя пользователя/,
    failed: 'Ошибка загрузки профиля',
    safe: /^Ваши баллы целы на сервере/,
    retry: 'Повторить',
    settings: 'Настройки',
    privacy: 'Личные данные',
    version: 'Версия',
    credit: /командой iRICH/,
    parts: ['На этом телефоне', 'На сервере', 'Ваши баллы', 'Кто что видит', 'Забрать или удалить'],
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  describe(language, () => {
    test('shows name, username, level, progress to the next, and where to buy Premium', async () => {
      const app = await renderApp({ path: '/profile', language });
      await onScreen(page.getByRole('heading', { level: 2, name: 'Ada' })).toBeVisible();
      await onScreen(page.getByText(`@${app.user.username}`, { exact: true })).toBeVisible();
      await onScreen(page.getByText(texts.level)).toBeVisible();
      await onScreen(page.getByText(texts.next)).toBeVisible();
      const way = page.getByRole('progressbar', { name: texts.way });
      await onScreen(way).toHaveAttribute('aria-valuenow', '0');
      await onScreen(way).toHaveAttribute('aria-valuetext', texts.next);
      await onScreen(page.getByText(texts.username)).toHaveCount(0);

      await untilConnected(app);
      await page.getByRole('button', { name: texts.buy }).click();
      await expect.poll(() => opened(app)).toContain('https://t.me/premium');
    });

    test('Premium shows its star, and a user without a username is asked to set one', async () => {
      await renderApp({ path: '/profile', language, user: { username: '', is_premium: true } });
      await onScreen(page.getByRole('img', { name: 'Telegram Premium' })).toBeVisible();
      await onScreen(page.getByRole('button', { name: texts.buy })).toHaveCount(0);
      await onScreen(page.getByText(texts.username)).toBeVisible();
    });

    describe('before the server has answered', () => {
      test('all space is reserved, and nothing moves when the answer arrives', async () => {
        let release = (): void => undefined;
        await renderApp({
          path: '/profile',
          language,
          isForgetful: true,
          before(server) {
            release = server.hold();
          },
        });
        await onScreen(page.getByRole('heading', { level: 2, name: 'Ada' })).toBeVisible();
        await onScreen(page.getByText(texts.level)).toBeHidden();
        const settings = page.getByRole('heading', { name: texts.settings });
        const before = placeOf(settings);
        release();
        await onScreen(page.getByText(texts.level)).toBeVisible();
        expect(placeOf(settings)).toEqual(before);
      });

      test('a failure says that the data are safe, and a retry fixes it', async () => {
        const { server } = await renderApp({
          path: '/profile',
          language,
          isForgetful: true,
          before: (server) => server.refuse('register', 'unavailable'),
        });
        const alert = page.getByRole('alert');
        await onScreen(alert).toContainText(texts.failed);
        await onScreen(alert.getByText(texts.safe)).toBeVisible();
        await retryBy(alert.getByRole('button', { name: texts.retry }), server, 'register');
        await onScreen(page.getByText(texts.level)).toBeVisible();
        await onScreen(alert).toHaveCount(0);
      });
    });

    test('the footer names the maker and the version, and links to the privacy page', async () => {
      const app = await renderApp({ path: '/profile', language });
      const version = import.meta.env.VITE_APP_VERSION;
      expect(version).toBe(packageJson.version);
      const footer = main.css('footer');
      await onScreen(footer.getByText(`${texts.version} ${version}`)).toBeVisible();
      await onScreen(footer.getByText(texts.credit)).toBeVisible();
      await footer.getByRole('link', { name: texts.privacy }).click();
      await expectUrl(/\/privacy/);
      await onScreen(page.getByRole('heading', { level: 1, name: texts.privacy })).toBeVisible();
      for (const name of texts.parts) await onScreen(page.getByRole('heading', { name })).toBeVisible();
      await pressBack(app);
      await expectUrl(/\/profile/);
      // The card about the data links there, too.
      await main.getByRole('link', { name: texts.privacy }).first().click();
      await expectUrl(/\/privacy/);
    });
  });
}

test('the balance is short, a tap shows all digits for 3 seconds, and each bucket shows its share', async () => {
  const { server } = await renderApp({
    path: '/profile',
    before(server) {
      server.befriend(20, true);
      const source = '0'.repeat(64);
      const credit = { type: 'receive_credit', cause: 'friend_activity', basis: 1000 } as const;
      server.execute({
        ...credit,
        creditId: 'a calculation of theirs'.replaceAll(' ', '-'),
        source,
        premium: false,
      });
    },
  });
  const balance = page.getByRole('button', { name: '1.5K iRICH show all digits' });
  await onScreen(balance).toBeVisible();
  await onScreen(page.getByRole('term')).toHaveText([
    'Activity',
    'Friends invited',
    'Friends’ activity',
    'Friends’ friends',
    'Check-in',
  ]);
  await onScreen(page.getByRole('definition')).toHaveText(['0', '1.5K', '0.1', '0', '0']);

  stopTime();
  const digits = page.getByRole('status').getByText('1,500.1 iRICH', { exact: true });
  await onScreen(digits).toHaveCount(0);
  await balance.click();
  await onScreen(digits).toBeVisible();
  await letTimePass(2000);
  // Another tap restarts the three seconds.
  await balance.click();
  await letTimePass(2900);
  await onScreen(digits).toBeVisible();
  await letTimePass(200);
  await onScreen(digits).toHaveCount(0);

  // At most four badges, newest first.
  const earned = server.profile().earned.map(({ id }) => id);
  expect(earned.length).toBeGreaterThan(4);
  const labels = { lev: 'Level', ref: 'Friends', chain: 'Chain', streak: 'Streak' };
  const newest = earned.slice(-4).reverse();
  const link = page.getByRole('link', { name: /^Badges/ });
  await onScreen(link).toContainText('Tap to see them all');
  await onScreen(link).not.toHaveAccessibleName(/›/);
  await onScreen(link.getByRole('heading', { level: 2, name: 'Badges' })).toBeVisible();
  await onScreen(link.css('span h2')).toHaveCount(0);
  await onScreen(link.getByRole('img')).toHaveCount(4);
  for (const [place, badge] of newest.entries()) {
    const [family, tier] = badge.split('_');
    const label = labels[family as keyof typeof labels];
    await onScreen(link.getByRole('img').nth(place)).toHaveAccessibleName(new RegExp(`^${label} ${tier}\\b`));
  }
  vi.useRealTimers();
  await link.click();
  await expectUrl(/\/achievements/);
});

test("sharing passes the user's link to the host with each of five texts", async () => {
  const app = await renderApp({ path: '/profile' });
  const link = app.server.profile().referral_link;
  expect(link).toContain(String(app.user.id));
  const share = page.getByRole('button', { name: /^Share my link 50 iRICH per friend, 75 with Premium/ });
  await onScreen(share).toBeEnabled();
  await untilConnected(app);
  for (let chance = 0; chance < 5; chance += 1) {
    vi.spyOn(Math, 'random').mockReturnValue(chance / 5);
    await share.click();
  }
  const texts = Object.values(common.shareText).map((text) => text.replace('{{app}}', 'iRICH'));
  expect(texts).toHaveLength(5);
  await expect.poll(() => shared(app)).toEqual(texts.map((text) => ({ url: link, text })));

  await page.getByRole('link', { name: /^My friends/ }).click();
  await expectUrl(/\/referrals/);
});
