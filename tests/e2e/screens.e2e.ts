/** Every screen in both languages, light and dark: it opens, says nothing in the other language, and can be read. */
import { readdirSync, readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '#tests/e2e/app.ts';

const SCREENS = [
  '/index',
  '/calculators',
  '/riskmoney',
  '/riskpercent',
  '/averageposition',
  '/takeprofitstoploss',
  '/elliottwave',
  '/staking',
  '/history',
  '/cryptooverview',
  '/profile',
  '/referrals',
  '/language',
  '/privacy',
  '/SBT',
  '/achievements',
  '/profitable',
  '/calendar',
];

for (const language of ['en', 'ru'] as const) {
  for (const scheme of ['light', 'dark'] as const) {
    test.describe(`${language}, ${scheme}`, () => {
      test.use({ language, scheme });

      test('every screen opens and passes the accessibility check', async ({ app, page }) => {
        test.slow();
        await app.onboard();
        for (const path of SCREENS) {
          await app.open({ path });
          await expect(page.locator('main h1'), path).toBeVisible();
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          await expect(page.locator('html')).toHaveAttribute('data-scheme', scheme);
          await page.waitForFunction(() =>
            document.getAnimations().every((one) => one.playState !== 'running'),
          );
          const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
          const found = violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
          );
          expect(found, path).toEqual([]);
          // A phone's window widens with what it holds; the page itself does not.
          const isWide = await page.evaluate(
            () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
          );
          expect(isWide, `${path} scrolls sideways`).toBe(false);
        }
      });
    });
  }
}

test('the language changes at once, offline too, and the server learns it later', async ({
  app,
  page,
  context,
}) => {
  await app.onboard();
  await app.open({ path: '/language' });
  await app.untilPrecached();
  await context.setOffline(true);
  await page.getByText('Русский').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(page.getByRole('navigation')).toContainText('Профиль');
  await expect(page).toHaveURL(/\/profile/);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await context.setOffline(false);
  await expect
    .poll(async () => (await app.call('GET', `/api/user/language/${app.user.id}`)).body['language_code'])
    .toBe('ru');
});

test('a page that is reloaded at the very tap keeps the language, and tells the server', async ({
  app,
  page,
}) => {
  await app.onboard();
  await app.open({ path: '/language' });
  const russian = page.getByRole('button', { name: 'Русский' });
  // In the same turn of the page: no database write can have begun.
  await Promise.all([
    page.waitForEvent('load'),
    russian.evaluate((button: HTMLElement) => {
      button.click();
      location.reload();
    }),
  ]);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect
    .poll(async () => (await app.call('GET', `/api/user/language/${app.user.id}`)).body['language_code'])
    .toBe('ru');
  await app.open({ path: '/profile' });
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
});

test('both languages have the same texts, none of them empty', () => {
  const folder = new URL('../../locales/', import.meta.url);
  const texts = (language: string) =>
    readdirSync(new URL(`${language}/`, folder)).flatMap((file) => {
      const keys: string[] = [];
      const walk = (value: unknown, path: string): void => {
        if (typeof value === 'string') {
          expect(value.trim(), path).not.toBe('');
          // Languages differ in how many plural forms they have.
          keys.push(path.replace(/_(zero|one|two|few|many|other)$/, '_count'));
        } else {
          for (const [key, inner] of Object.entries(value as object)) walk(inner, `${path}.${key}`);
        }
      };
      walk(JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')), file);
      return keys;
    });
  expect([...new Set(texts('ru'))].toSorted()).toEqual([...new Set(texts('en'))].toSorted());
});
