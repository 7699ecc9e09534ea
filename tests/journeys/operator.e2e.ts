/** The app of other operators: of one without a file, and of one with a name, a mark and few links. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page, Route } from 'playwright/test';
import { type App, test as base, expect } from '#tests/journeys/app.ts';
import { violationsOf } from '#tests/journeys/axe.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';
import { CALCULATORS } from '#tests/support/calculator-cases.ts';
import { buildFor, type OperatorOptions } from '#tests/support/operator-build.ts';

const OWN_MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect id="ground" width="512" height="512" rx="90" fill="#114"/>' +
  '<g id="glyph" fill="#f80"><circle cx="256" cy="256" r="140"/></g></svg>';
const FEW = {
  mark: 'own.svg',
  advert: {
    title: { en: 'A wallet of the north' },
    points: [],
    shop: { en: 'https://north.example.com/shop?ref=1' },
  },
  offers: {
    exchanges: {
      rewardCurrency: 'USDT',
      links: [{ name: 'North', url: { en: 'https://north.example.com/' } }],
    },
  },
};
const LANGUAGES = ['en', 'ru'] as const;
/** Words of everything that belongs to an operator. */
const THEIRS = {
  en: /offer|help|feedback|beginner|learn more|typo|write to us|questions about/i,
  ru: /предложени|справк|обратная связь|начинающ|узнать больше|опечатк|написать нам|вопросы о/i,
};

const test = base.extend<{ operator: OperatorOptions }>({
  operator: [{}, { option: true }],
  dist: async ({ operator }, use) => {
    const built = await buildFor(operator);
    expect(built.code, built.output).toBe(0);
    await use(built.dist);
    built.remove();
  },
});
test.use({ serviceWorkers: 'block', advert: true });
// Each of them builds the app.
test.describe.configure({ timeout: 240_000 });

test('without a file the app shows nothing of an operator, and no screen has a hole', async ({
  app,
  page,
}) => {
  await enter(app);
  for (const language of LANGUAGES) {
    expect(
      (await app.call('PATCH', '/api/user/language', { id: app.user.id, languageCode: language })).status,
    ).toBe(200);
    for (const path of ['/index', '/profile', '/SBT', '/language', '/privacy', '/cryptooverview']) {
      await app.open({ path });
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
      if (path === '/SBT') for (const question of await page.locator('summary').all()) await question.click();
      await expect(page.getByRole('main')).not.toContainText(THEIRS[language]);
      await expect(page.locator('a[href^="http"]')).toHaveCount(0);
      await expect.poll(() => holesOf(page), path).toEqual([]);
      expect(await violationsOf(page), path).toEqual([]);
    }
    await app.open({ path: '/profitable' });
    await expect.poll(() => new URL(page.url()).pathname).toBe('/index');
  }
  await settled(page);
  await expect(page.locator('dialog')).toHaveCount(0);
});

test.describe('with a name, a mark and few links', () => {
  test.use({
    operator: { file: FEW, beside: { 'own.svg': OWN_MARK }, appName: 'Taurus 7' },
    serverOptions: { env: { APP_NAME: 'Taurus 7' } },
  });

  test('these are everywhere, and English stands in for Russian', async ({ app, page, dist }) => {
    const read = (name: string) => readFileSync(join(dist, name));
    expect(String(read('mark.svg'))).toBe(OWN_MARK);
    expect(JSON.parse(String(read('manifest.webmanifest')))).toMatchObject({
      name: 'Taurus 7: trading calculators',
      short_name: 'Taurus 7',
    });
    for (const icon of ['icon-192', 'icon-512', 'icon-maskable-512', 'icon-monochrome-512'])
      expect(read(`${icon}.png`).equals(readFileSync(`public/${icon}.png`)), icon).toBe(false);
    for (const file of ['index.html', 'proof.html']) {
      expect(String(read(file)), file).toContain('Taurus 7');
      // The first screens in the page name the points, which are called iRICH everywhere.
      const own = String(read(file)).replace(/<script type="text\/html"[\s\S]*?<\/script>/g, '');
      expect(own, file).not.toMatch(/iRICH|%VITE/);
    }
    expect(String(read('index.html'))).toContain('Taurus 7</h1>');
    const manifest = await (await fetch(`${app.server.origin}/tonconnect-manifest.json`)).json();
    expect(manifest).toMatchObject({ name: 'Taurus 7' });

    await app.open();
    await expect(page.getByRole('heading', { name: 'Welcome to Taurus 7' })).toBeVisible();
    await expect(page.locator('.onboarding-art image')).toHaveAttribute('href', '/mark.svg');

    // This page would lead the user Home by itself, and show the advert of the day.
    await page.goto('about:blank');
    await enter(app);
    await app.call('PATCH', '/api/user/language', { id: app.user.id, languageCode: 'ru' });
    await app.open({ path: '/index' });
    await expect(page.getByRole('dialog', { name: 'A wallet of the north' })).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('button')).toHaveText(['', 'Купить в магазине: English']);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /^Выгодные предложения/ }).click();
    await expect(page.getByRole('group')).toHaveCount(1);
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute(
      'href',
      'https://north.example.com/',
    );
    await expect(page).toHaveTitle('Выгодные предложения · Taurus 7');
  });

  test('a shared picture waits for the mark, but not for ever', async ({ app, page }) => {
    const asked: Route[] = [];
    // Not that of the page's own icon.
    await page.route('**/mark.svg', (route) =>
      route.request().resourceType() === 'image' ? void asked.push(route) : route.continue(),
    );
    const picture = page.getByRole('dialog').locator('canvas');
    const share = async () => {
      asked.length = 0;
      await app.open({ path: CALCULATORS['risk-money'].path });
      await makeRecord(page, 'risk-money');
      await page.getByRole('region', { name: 'Share' }).getByRole('button').click();
      await expect.poll(() => asked.length).toBe(1);
    };
    await app.onboard();
    await share();
    await expect(picture).toHaveCount(0);
    await asked[0]?.continue();
    await expect(picture).toBeVisible();
    expect(await middleOfMark(picture)).toEqual([0xff, 0x88, 0]);

    await share();
    await expect(picture).toBeVisible();
    expect(await middleOfMark(picture)).not.toEqual([0xff, 0x88, 0]);
  });
});

/** Like an earlier visit with a calculation: before the first one an advert would not come. */
async function enter(app: App): Promise<void> {
  await app.onboard();
  const calculation = { userId: app.user.id, calculationType: 'Staking' };
  expect((await app.call('POST', '/api/referral/calculations', calculation)).status).toBe(200);
}

/** Red, green and blue of a shared picture, in the middle of its mark. */
function middleOfMark(picture: Locator): Promise<number[]> {
  return picture.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(72 + 32, 64 + 32, 1, 1) ?? {};
    return [...(data ?? [])].slice(0, 3);
  });
}

/** Home has made all its requests, and an advert would have come. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await page.waitForFunction(() => performance.now() > 4000);
}

/** Cards, lists and notices without anything in them. */
function holesOf(page: Page): Promise<string[]> {
  return page
    .locator('main :is(.card, .notice, ul, ol, section, nav)')
    .evaluateAll((parts) => parts.filter((part) => part.children.length === 0).map((part) => part.outerHTML));
}
