/**
 * The theme from the first frame on, and an older host; tests/features/profile has the rest of the settings.
 */
import type { Page } from 'playwright/test';
import { type App, expect, test } from '#tests/journeys/app.ts';
import { untilConnected } from '#tests/journeys/host.ts';

test.use({ serviceWorkers: 'block' });

const TEXTS = {
  en: {
    theme: 'Theme',
    themes: ['System', 'Light', 'Dark'],
  },
  ru: {
    theme: 'Тема',
    themes: ['Системная', 'Светлая', 'Тёмная'],
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];
  const [system, light, dark] = texts.themes;

  test.describe(language, () => {
    test.use({ language });

    test('the theme changes at once, is stored, and the next start shows no other', async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/profile' });
      const html = page.locator('html');
      const theme = page.getByRole('group', { name: texts.theme });
      await expect(theme.getByRole('radio')).toHaveCount(3);
      await expect(theme.getByRole('radio', { name: system })).toBeChecked();
      await expect(html).toHaveAttribute('data-scheme', 'light');
      await theme.getByRole('radio', { name: dark }).check();
      await expect(html).toHaveAttribute('data-scheme', 'dark');

      await page.addInitScript(watchScheme);
      await app.open({ path: '/profile' });
      await expect(theme.getByRole('radio', { name: dark })).toBeChecked();
      expect(await seenSchemes(page)).toEqual(['dark on dark']);

      await theme.getByRole('radio', { name: light }).check();
      await expect(html).toHaveAttribute('data-scheme', 'light');
      await theme.getByRole('radio', { name: system }).check();
      await untilConnected(app);
      await app.host.send(page, 'theme_changed', {
        theme_params: { bg_color: '#212121', secondary_bg_color: '#0f0f0f', text_color: '#ffffff' },
      });
      await expect(html).toHaveAttribute('data-scheme', 'dark');
      // The host is light again at its next start.
      await app.open({ path: '/profile' });
      await expect(theme.getByRole('radio', { name: system })).toBeChecked();
      expect(await seenSchemes(page)).toEqual(['light on light']);
    });
  });
}

test('no icon is offered if the host supports none, and a host before 8.0 is not asked', async ({
  app,
  page,
}) => {
  await app.onboard();
  await answerHomeScreen(app, 'unsupported');
  await app.open({ path: '/profile' });
  const asked = async () =>
    (await app.host.messages(page)).filter(({ type }) => type === 'web_app_check_home_screen').length;
  await expect.poll(asked).toBe(1);
  await expect.poll(() => page.evaluate(() => 'homeScreenAnswered' in window)).toBe(true);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page.getByText('Add to home screen')).toHaveCount(0);

  await app.open({ path: '/profile', version: '7.10' });
  await untilConnected(app);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page.getByText('Add to home screen')).toHaveCount(0);
  expect(await asked()).toBe(0);
});

test.describe('in a dark host', () => {
  test.use({ scheme: 'dark' });

  for (const choice of ['Light', 'System'] as const) {
    test(`a start with the theme "${choice}" shows no other from the first frame on`, async ({
      app,
      page,
    }) => {
      await app.onboard();
      await app.open({ path: '/profile' });
      const radio = page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: choice });
      await radio.check();
      const scheme = choice === 'Light' ? 'light' : 'dark';
      await expect(page.locator('html')).toHaveAttribute('data-scheme', scheme);
      await page.addInitScript(watchScheme);
      await app.open({ path: '/profile' });
      await expect(radio).toBeChecked();
      expect(await seenSchemes(page)).toEqual([`${scheme} on ${scheme}`]);
      // Without launch parameters in the address, from the tab's stored copy.
      await page.goto(`${app.server.origin}/profile`);
      await expect(radio).toBeChecked();
      expect(await seenSchemes(page)).toEqual([`${scheme} on ${scheme}`]);
    });
  }
});

/** In the page: records every scheme and background that could be painted, from the first frame on. */
function watchScheme(): void {
  const seen = new Set<string>();
  Object.assign(window, { seenSchemes: seen });
  const look = () => {
    // Without a body nothing is painted.
    if (document.body === null) return;
    const { dataset } = document.documentElement;
    const [r = 0] =
      getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    seen.add(`${dataset['scheme']} on ${r < 128 ? 'dark' : 'light'}`);
  };
  const everyFrame = () => {
    look();
    requestAnimationFrame(everyFrame);
  };
  requestAnimationFrame(everyFrame);
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}

function seenSchemes(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(window as unknown as { seenSchemes: Set<string> }).seenSchemes]);
}

/** From now on the host answers this when asked about its home screen. */
async function answerHomeScreen(app: App, status: string): Promise<void> {
  await app.context.addInitScript((answer) => {
    interface Page {
      TelegramWebviewProxy?: { postEvent(type: string, text: string): void };
      Telegram?: { WebView?: { receiveEvent(type: string, data: unknown): void } };
    }
    const page = window as unknown as Page;
    const host = page.TelegramWebviewProxy;
    if (host === undefined) return;
    const receive = host.postEvent;
    host.postEvent = (type, text) => {
      if (type !== 'web_app_check_home_screen') return receive.call(host, type, text);
      window.hostMessages.push({ type, data: null });
      setTimeout(() => {
        page.Telegram?.WebView?.receiveEvent('home_screen_checked', { status: answer });
        Object.assign(window, { homeScreenAnswered: true });
      });
    };
  }, status);
}
