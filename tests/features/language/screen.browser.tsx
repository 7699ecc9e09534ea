/** The choice of language: the current one, the effect of another, and where to report typos. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { opened, untilConnected } from '#tests/support/host-calls.ts';
import { expectUrl, onScreen } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';

const TEXTS = {
  en: {
    own: 'English',
    other: 'Русский',
    hint: /^Found a typo/,
    report: 'Report it',
    another: 'ru',
    profile: 'Профиль',
  },
  ru: {
    own: 'Русский',
    other: 'English',
    hint: /^Нашли опечатку/,
    report: 'Сообщить',
    another: 'en',
    profile: 'Profile',
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  test(`${language} is marked, another language applies at once, and then the profile opens`, async () => {
    const app = await renderApp({ path: '/profile', language });
    await page.getByRole('link', { name: language === 'ru' ? /^Язык/ : /^Language/ }).click();
    const own = page.getByRole('button', { name: texts.own });
    const other = page.getByRole('button', { name: texts.other });
    await onScreen(own).toHaveAttribute('aria-pressed', 'true');
    await onScreen(other).toHaveAttribute('aria-pressed', 'false');
    // A screen reader uses the voice of each language.
    await onScreen(own).toHaveAttribute('lang', language);

    await onScreen(page.getByText(texts.hint)).toBeVisible();
    await untilConnected(app);
    await page.getByRole('button', { name: texts.report }).click();
    await expect.poll(() => opened(app)).toEqual(['https://t.me/example_feedback']);

    await other.click();
    await expectUrl(/\/profile/);
    await onScreen(page.getByRole('heading', { level: 1, name: texts.profile })).toBeVisible();
    await expect.poll(() => document.documentElement.lang).toBe(texts.another);
    await expect.poll(() => document.title).toMatch(new RegExp(texts.profile));
    await expect
      .poll(() => app.server.requests.findLast(({ call }) => call === 'chooseLanguage')?.body)
      .toMatchObject({ languageCode: texts.another });

    await app.reopen('/language');
    await onScreen(page.getByRole('button', { name: texts.other })).toHaveAttribute('aria-pressed', 'true');
  });
}

test('choosing the current language goes back to the profile, too', async () => {
  await renderApp({ path: '/language' });
  await page.getByRole('button', { name: 'English' }).click();
  await expectUrl(/\/profile/);
  await onScreen(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});
