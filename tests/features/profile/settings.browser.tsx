/** The settings of the profile: links, and the icon on the home screen. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { opened, posted, pressBack, untilConnected } from '#tests/support/host-calls.ts';
import { expectUrl, letTimePass, onScreen, stopTime } from '#tests/support/on-screen.ts';
import { type RenderOptions, renderApp } from '#tests/support/render-app.tsx';

const TEXTS = {
  en: {
    help: 'https://help.example.com/en/',
    rows: ['Help', 'Feedback', 'Crypto for beginners'],
    offers: 'Better offers',
    homeScreen: 'Add to home screen',
    added: 'Added',
  },
  ru: {
    help: 'https://help.example.com/',
    rows: ['Справка', 'Обратная связь', 'Крипта для начинающих'],
    offers: 'Выгодные предложения',
    homeScreen: 'Добавить на экран «Домой»',
    added: 'Добавлено',
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  describe(language, () => {
    test('every row opens its target', async () => {
      const app = await renderApp({ path: '/profile', language });
      await untilConnected(app);
      for (const name of texts.rows) await page.getByRole('button', { name, exact: true }).click();
      await expect
        .poll(() => opened(app))
        .toEqual([texts.help, 'https://t.me/example_feedback', 'https://t.me/example_first_steps']);
      await page.getByRole('link', { name: texts.offers }).click();
      await expectUrl(/\/profitable/);
      await pressBack(app);
      await page.getByRole('link', { name: language === 'ru' ? /^Язык/ : /^Language/ }).click();
      await expectUrl(/\/language/);
    });

    for (const status of ['missed', 'unknown'] as const) {
      test(`the icon is offered if the host says "${status}", and success is confirmed`, async () => {
        const app = await renderApp({ path: '/profile', language, hostAnswers: homeScreen(status) });
        const row = page.getByRole('button', { name: texts.homeScreen });
        await onScreen(row).toBeEnabled();
        await row.click();
        await onScreen(row).toBeDisabled();
        await onScreen(row).toContainText(texts.added);
        expect(posted(app, 'web_app_add_to_home_screen')).toBe(1);
      });
    }
  });
}

test("a slow answer to the phone's question asks once, and the icon still counts", async () => {
  const app = await renderApp({ path: '/profile', hostAnswers: { web_app_add_to_home_screen: null } });
  const row = page.getByRole('button', { name: /Add to home screen/ });
  await row.click();
  await expect.poll(() => posted(app, 'web_app_add_to_home_screen')).toBe(1);
  stopTime();
  await letTimePass(10_000);
  await row.click();
  await onScreen(row).toBeEnabled();
  const felt = posted(app, 'web_app_trigger_haptic_feedback');
  app.host.send('home_screen_added');
  await onScreen(row).toBeDisabled();
  await onScreen(row).toContainText('Added');
  await expect.poll(() => posted(app, 'web_app_trigger_haptic_feedback')).toBe(felt + 1);
  expect(posted(app, 'web_app_add_to_home_screen')).toBe(1);
});

test('an existing icon is shown as such', async () => {
  await renderApp({ path: '/profile', hostAnswers: homeScreen('added') });
  const row = page.getByRole('button', { name: /Add to home screen/ });
  await onScreen(row).toBeDisabled();
  await onScreen(row).toContainText('Added');
});

/** The host's answer about its home screen. */
function homeScreen(status: string): NonNullable<RenderOptions['hostAnswers']> {
  return { web_app_check_home_screen: ['home_screen_checked', { status }] };
}
