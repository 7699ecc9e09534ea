/** Closed doors: without a user, outside of the messaging app, and inside it on anything but a phone. */
import { expect, test } from '#tests/journeys/app.ts';
import { launchFragment } from '#tests/support/launch.ts';

test.use({ serviceWorkers: 'block' });

/** The two first screens, two others, and an address without a screen: the door closes before the address is read. */
const PATHS = ['/', '/index', '/profile', '/riskmoney', '/nowhere'];

const TEXTS = {
  en: {
    welcome: 'Welcome to iRICH',
    made: /made for your phone/,
    where: /on Android or iOS/,
    outside: 'Open iRICH in Telegram',
    only: /only works inside the messaging app/,
    please: /on your phone/,
    open: 'Open the mini-app',
  },
  ru: {
    welcome: 'Добро пожаловать в iRICH',
    made: /Сделано для телефона/,
    where: /на Android или iOS/,
    outside: 'Откройте iRICH в Telegram',
    only: /работает только внутри мессенджера/,
    please: /на телефоне/,
    open: 'Открыть мини-приложение',
  },
} as const;

test('every page says "Not authorized" if the launch names no user, and calls no server', async ({
  app,
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['authorization'] !== undefined) asked.push(request.url());
  });
  for (const path of PATHS) {
    await page.goto('about:blank');
    const launchData = `auth_date=${Math.floor(Date.now() / 1000)}&hash=${'0'.repeat(64)}`;
    await page.goto(`${app.server.origin}${path}#${launchFragment({ launchData })}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Not authorized' }), path).toBeVisible();
    await expect(page.getByRole('heading'), path).toHaveCount(1);
    await expect(page.getByRole('navigation'), path).toHaveCount(0);
  }
  expect(asked).toEqual([]);
  await expect
    .poll(async () => (await app.host.messages(page)).map(({ type }) => type))
    .toContain('web_app_ready');
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await expect
    .poll(async () => (await app.host.messages(page)).map(({ type }) => type))
    .toContain('web_app_close');
});

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  test.describe(language, () => {
    test.use({ language, locale: language === 'ru' ? 'ru-RU' : 'en-US' });

    test('other platforms see the welcome screen at any address', async ({ app, page }) => {
      for (const [platform, path] of [
        ['tdesktop', '/'],
        ['macos', '/profile'],
        ['web', '/riskmoney'],
        ['weba', '/'],
        ['unknown', '/profile'],
      ] as const) {
        await app.open({ platform, path });
        await expect(page.getByRole('heading', { level: 1, name: texts.welcome })).toBeVisible();
        await expect(page.getByRole('heading')).toHaveCount(1);
        await expect(page.getByRole('navigation')).toHaveCount(0);
      }
      await expect(page.getByText(texts.made)).toBeVisible();
      await expect(page.getByText(texts.where)).toBeVisible();
      await expect(page.getByRole('link', { name: texts.open })).toHaveAttribute(
        'href',
        'https://t.me/irich_test_bot/app',
      );
    });

    test('a browser outside the messaging app sees the blocking screen', async ({ app, page }) => {
      for (const path of ['/', '/index', '/riskmoney', '/nowhere']) {
        await page.goto('about:blank');
        await page.goto(`${app.server.origin}${path}`);
        await expect(page.getByRole('heading', { level: 1, name: texts.outside })).toBeVisible();
        await expect(page.getByRole('navigation')).toHaveCount(0);
      }
      await expect(page.getByText(texts.only)).toBeVisible();
      await expect(page.getByText(texts.please)).toBeVisible();
      await expect(page.getByRole('link', { name: texts.open })).toHaveAttribute(
        'href',
        'https://t.me/irich_test_bot/app',
      );
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    });
  });
}

test('the blocking screen works without the log text, and leaves no error', async ({ app, page }) => {
  const refused = page.waitForEvent('requestfailed', (request) => /\/no-launch-/.test(request.url()));
  let isAway = true;
  await page.route('**/assets/no-launch-*.js', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(`${app.server.origin}/`);
  await refused;
  await expect(page.getByRole('heading', { level: 1, name: TEXTS.en.outside })).toBeVisible();
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Unable to retrieve'));
  isAway = false;
  await logged;
});

test('phones get in with any client', async ({ app, page }) => {
  await app.onboard();
  for (const platform of ['android', 'android_x', 'ios']) {
    await app.open({ platform, path: '/index' });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada');
  }
});

test('the closed door works before its link loads, and nothing moves when the link arrives', async ({
  app,
  page,
}) => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/health', async (route) => {
    await answered;
    await route.continue();
  });
  await app.open({ platform: 'tdesktop' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(0);
  const before = await heading.boundingBox();
  answer();
  await expect(page.getByRole('link')).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
});
