/** The profile: the user, their points, its links, and its messages while loading and on failure. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { type App, expect, failUntilPressed, makeUser, stopTime, test } from '#tests/journeys/app.ts';
import { hold } from '#tests/journeys/held.ts';
import { opened, pressBack, untilConnected } from '#tests/journeys/host.ts';

test.use({ serviceWorkers: 'block' });

const PACKAGE = new URL('../../package.json', import.meta.url);

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
    parts: [
      'On this phone',
      'On the server',
      'In the ledger',
      'Who sees what',
      'Take it along, or delete it',
    ],
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
    parts: ['На этом телефоне', 'На сервере', 'В журнале баллов', 'Кто что видит', 'Забрать или удалить'],
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  test.describe(language, () => {
    test.use({ language });

    test('shows name, username, level, progress to the next, and where to buy Premium', async ({
      app,
      page,
    }) => {
      await app.onboard();
      await app.open({ path: '/profile' });
      await expect(page.getByRole('heading', { level: 2, name: 'Ada' })).toBeVisible();
      await expect(page.getByText(`@${app.user.username}`, { exact: true })).toBeVisible();
      await expect(page.getByText(texts.level)).toBeVisible();
      await expect(page.getByText(texts.next)).toBeVisible();
      const way = page.getByRole('progressbar', { name: texts.way });
      await expect(way).toHaveAttribute('aria-valuenow', '0');
      await expect(way).toHaveAttribute('aria-valuetext', texts.next);
      await expect(page.getByText(texts.username)).toHaveCount(0);

      await untilConnected(app);
      await page.getByRole('button', { name: texts.buy }).click();
      await expect.poll(() => opened(app, page)).toContain('https://t.me/premium');
    });

    test('Premium shows its star, and a user without a username is asked to set one', async ({
      app,
      page,
    }) => {
      const { username: _, ...nameless } = app.user;
      const user = { ...nameless, is_premium: true };
      await app.onboard(user);
      await app.open({ path: '/profile', user });
      await expect(page.getByRole('img', { name: 'Telegram Premium' })).toBeVisible();
      await expect(page.getByRole('button', { name: texts.buy })).toHaveCount(0);
      await expect(page.getByText(texts.username)).toBeVisible();
    });

    test.describe('before the server has answered', () => {
      test.use({ withoutServiceWorker: true });

      test('all space is reserved, and nothing moves when the answer arrives', async ({ app, page }) => {
        await app.onboard();
        await knownAsReturning(app, page);
        const release = await hold(page, '**/api/**');
        await app.open({ path: '/profile' });
        await expect(page.getByRole('heading', { level: 2, name: 'Ada' })).toBeVisible();
        await expect(page.getByText(texts.level)).toBeHidden();
        const settings = page.getByRole('heading', { name: texts.settings });
        const before = await settings.boundingBox();
        await release();
        await expect(page.getByText(texts.level)).toBeVisible();
        expect(await settings.boundingBox()).toEqual(before);
      });

      test('a failure says that the data are safe, and a retry fixes it', async ({ app, page }) => {
        await app.onboard();
        await knownAsReturning(app, page);
        const fault = await failUntilPressed(page, '**/api/**', { status: 503, body: 'down' });
        await app.open({ path: '/profile' });
        const alert = page.getByRole('alert');
        await expect(alert).toContainText(texts.failed);
        await expect(alert.getByText(texts.safe)).toBeVisible();
        await fault.press(alert.getByRole('button', { name: texts.retry }));
        await expect(page.getByText(texts.level)).toBeVisible();
        await expect(alert).toHaveCount(0);
      });
    });

    test('the footer names the maker and the version, and links to the privacy page', async ({
      app,
      page,
    }) => {
      await app.onboard();
      await app.open({ path: '/profile' });
      const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
      expect(version).toBe('1.5.1');
      const footer = page.getByRole('main').locator('footer');
      await expect(footer.getByText(`${texts.version} ${version}`)).toBeVisible();
      await expect(footer.getByText(texts.credit)).toBeVisible();
      await footer.getByRole('link', { name: texts.privacy }).click();
      await expect(page).toHaveURL(/\/privacy/);
      await expect(page.getByRole('heading', { level: 1, name: texts.privacy })).toBeVisible();
      for (const name of texts.parts) await expect(page.getByRole('heading', { name })).toBeVisible();
      await pressBack(app);
      await expect(page).toHaveURL(/\/profile/);
      // The card about the data links there, too.
      await page.getByRole('main').getByRole('link', { name: texts.privacy }).first().click();
      await expect(page).toHaveURL(/\/privacy/);
    });
  });
}

test('the balance is short, a tap shows all digits for 3 seconds, and each bucket shows its share', async ({
  app,
  page,
}) => {
  await app.onboard();
  const friends = Array.from({ length: 20 }, () => makeUser({ is_premium: true }));
  for (const friend of friends) await app.onboard(friend, String(app.user.id));
  const calculation = { userId: friends[0]?.id, calculationType: 'Staking' };
  await app.call('POST', '/api/referral/calculations', calculation, friends[0]);

  await page.clock.install();
  await app.open({ path: '/profile' });
  const balance = page.getByRole('button', { name: '1.5K iRICH show all digits' });
  await expect(balance).toBeVisible();
  await expect(page.getByRole('term')).toHaveText([
    'Activity',
    'Friends invited',
    "Friends' activity",
    "Friends' friends",
    'Check-in',
  ]);
  await expect(page.getByRole('definition')).toHaveText(['0', '1.5K', '0.1', '0', '0']);

  await stopTime(page);
  const digits = page.getByRole('status').getByText('1,500.1 iRICH', { exact: true });
  await expect(digits).toHaveCount(0);
  await balance.click();
  await expect(digits).toBeVisible();
  await page.clock.runFor(2000);
  // Another tap restarts the three seconds.
  await balance.click();
  await page.clock.runFor(2900);
  await expect(digits).toBeVisible();
  await page.clock.runFor(200);
  await expect(digits).toHaveCount(0);

  // At most four badges, newest first.
  const { body } = await app.call('GET', `/api/user/${app.user.id}`);
  const earned = String(body['badges']).split(',');
  expect(earned.length).toBeGreaterThan(4);
  const labels = { lev: 'Level', ref: 'Friends', chain: 'Chain', streak: 'Streak' };
  const newest = earned.slice(-4).reverse();
  const link = page.getByRole('link', { name: /^Badges/ });
  await expect(link).toContainText('Tap to see them all');
  await expect(link).not.toHaveAccessibleName(/›/);
  await expect(link.getByRole('heading', { level: 2, name: 'Badges' })).toBeVisible();
  await expect(link.locator('span h2')).toHaveCount(0);
  await expect(link.getByRole('img')).toHaveCount(4);
  for (const [place, badge] of newest.entries()) {
    const [family, tier] = badge.split('_');
    const label = labels[family as keyof typeof labels];
    await expect(link.getByRole('img').nth(place)).toHaveAccessibleName(new RegExp(`^${label} ${tier}\\b`));
  }
  await page.clock.resume();
  await link.click();
  await expect(page).toHaveURL(/\/achievements/);
});

test("sharing passes the user's link to the host with each of five texts", async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profile' });
  const link = (await app.call('GET', `/api/user/${app.user.id}`)).body['referral_link'];
  expect(link).toContain(String(app.user.id));
  const share = page.getByRole('button', { name: /^Share my link 50 iRICH per friend, 75 with Premium/ });
  await expect(share).toBeEnabled();
  await untilConnected(app);
  for (let chance = 0; chance < 5; chance += 1) {
    await page.evaluate((share) => {
      Math.random = () => share;
    }, chance / 5);
    await share.click();
  }
  const shared = async () =>
    (await opened(app, page))
      .map((url) => new URL(url))
      .filter(({ pathname }) => pathname === '/share/url')
      .map(({ searchParams }) => ({ url: searchParams.get('url'), text: searchParams.get('text') }));
  await expect.poll(async () => (await shared()).length).toBe(5);
  const texts = JSON.parse(
    readFileSync(new URL('../../locales/en/common.json', import.meta.url), 'utf8'),
  ) as { shareText: Record<string, string> };
  expect(await shared()).toEqual(Object.values(texts.shareText).map((text) => ({ url: link, text })));

  await page.getByRole('link', { name: /^My friends/ }).click();
  await expect(page).toHaveURL(/\/referrals/);
});

/** Like a device that was used before and lost its store, but not its hint. */
async function knownAsReturning(app: App, page: Page): Promise<void> {
  await page.addInitScript((id) => {
    if (location.protocol === 'about:') return;
    localStorage.setItem(`irich:${id}:boot`, JSON.stringify({ onboarded: true }));
  }, app.user.id);
}
