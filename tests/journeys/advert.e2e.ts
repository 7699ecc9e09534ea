/** The advert: once per session, a second after arrival, and removed completely. */
import type { Page } from 'playwright/test';
import { LINKS } from '#platform/links.ts';
import { type App, expect, letTimePass, makeUser, stopTime, test } from '#tests/journeys/app.ts';
import { violationsOf } from '#tests/journeys/axe.ts';
import { hold } from '#tests/journeys/held.ts';
import { backButton, opened, pressBack, untilConnected } from '#tests/journeys/host.ts';

test.use({ advert: true, serviceWorkers: 'block' });

const WORDS = {
  en: {
    title: /keep your coins where only you hold the keys/,
    close: 'Close the advert',
    promo: /Promo code, 10\s% off/,
    copied: 'Copied',
    shops: { en: 'Buy in the English shop', ru: 'Buy in the Russian shop' },
    market: 'More',
    leaders: 'Leaders',
  },
  ru: {
    title: /монеты там, где ключи только у вас/,
    close: 'Закрыть рекламу',
    promo: /Промокод на скидку 10\s%/,
    copied: 'Скопировано',
    shops: { en: 'Купить в английском магазине', ru: 'Купить в русском магазине' },
    market: 'Подробнее',
    leaders: 'Лидеры',
  },
} as const;

/** Records the times by the page's clock at which a screen and the advert appear and the advert closes. */
async function watchTimes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const times: Record<string, number> = {};
    Object.assign(window, { times });
    const note = (what: string, isTrue: boolean) => {
      if (isTrue) times[what] ??= performance.now();
    };
    new MutationObserver(() => {
      const dialog = document.querySelector('dialog');
      note('screen', document.querySelector('main h1') !== null);
      note('opened', dialog?.open === true);
      note('asked to leave', dialog?.dataset['state'] === 'leaving');
      note('gone', 'asked to leave' in times && dialog === null);
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
}

function times(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => (window as unknown as { times: Record<string, number> }).times);
}

async function expansions(app: App, page: Page): Promise<number> {
  return (await app.host.messages(page)).filter(({ type }) => type === 'web_app_expand').length;
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: WORDS.en.title });
/** The market's figures are there, so Home has made all its requests after the first paint. */
const settled = (page: Page) =>
  expect(page.getByRole('region', { name: 'Leaders' }).getByRole('listitem')).toHaveCount(3);

for (const language of ['en', 'ru'] as const) {
  const words = WORDS[language];
  test.describe(language, () => {
    test.use({ language, permissions: ['clipboard-read', 'clipboard-write'] });

    test('the advert offers a wallet, a promo code and two shops, and passes the accessibility check', async ({
      app,
      page,
    }) => {
      await page.setViewportSize({ width: 320, height: 568 });
      await app.onboard();
      await page.clock.install();
      await app.open({ path: '/index' });
      const advert = page.getByRole('dialog', { name: words.title });
      await expect(advert).toBeVisible();
      await expect(advert.getByRole('listitem')).toHaveCount(4);
      await untilConnected(app);

      await stopTime(page);
      await advert.getByRole('button', { name: words.promo }).click();
      await expect(advert.getByRole('status')).toHaveText(words.copied);
      // The message stays for a moment only.
      await page.clock.resume();
      await expect(advert.getByRole('status')).toBeEmpty();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(LINKS.advert.promoCode);

      for (const shop of ['en', 'ru'] as const) {
        await advert.getByRole('button', { name: words.shops[shop] }).click();
        await expect.poll(async () => (await opened(app, page)).at(-1)).toBe(LINKS.advert.shop[shop]);
      }
      await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'));
      expect(await violationsOf(page)).toEqual([]);
      await advert.getByRole('button', { name: words.close }).click();
      await expect(advert).toHaveCount(0);
    });
  });
}

test('a promo code that cannot be copied shows a short message and can be tried again', async ({
  app,
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await app.onboard();
  await page.clock.install();
  await app.open({ path: '/index' });
  const advert = dialogOf(page);
  await expect(advert).toBeVisible();
  await stopTime(page);
  await advert.getByRole('button', { name: /Promo code/ }).click();
  await expect(advert.getByRole('button', { name: /Could not copy$/ })).toBeVisible();
  await expect(advert.getByRole('status')).toHaveText('Could not copy');
  await page.clock.resume();
  await expect(advert.getByRole('button', { name: /Promo code.* Copy$/ })).toBeVisible();
});

for (const path of ['/index', '/cryptooverview']) {
  test(`${path}: it appears after a second, expands the host, and is gone 300 ms after closing`, async ({
    app,
    page,
  }) => {
    await page.clock.install();
    await stopTime(page);
    await watchTimes(page);
    await app.onboard();
    await app.open({ path });
    await letTimePass(page, () => page.getByRole('heading', { level: 1 }).isVisible());
    await letTimePass(page, () => dialogOf(page).isVisible());
    await letTimePass(page, async () => (await expansions(app, page)) > 0);
    await dialogOf(page).getByRole('button', { name: 'Close the advert' }).click();
    await letTimePass(page, async () => (await dialogOf(page).count()) === 0);
    const noted = await times(page);
    const between = (from: string, to: string) => (noted[to] ?? Number.NaN) - (noted[from] ?? Number.NaN);
    expect(between('screen', 'opened')).toBeGreaterThanOrEqual(1000);
    expect(between('asked to leave', 'gone')).toBeGreaterThanOrEqual(300);
  });
}

test('by the clock: it appears after exactly a second and closes to the millisecond', async ({
  app,
  page,
}) => {
  await app.onboard();
  await page.clock.install();
  await app.open({ path: '/index' });
  await settled(page);
  await page.clock.runFor(1000);
  await expect(dialogOf(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.keyboard.press('Escape');
  await page.clock.runFor(299);
  await expect(page.locator('dialog')).toHaveCount(1);
  await page.clock.runFor(2);
  await expect(page.locator('dialog')).toHaveCount(0);
});

test('it asks the host to expand when it appears, not earlier', async ({ app, page }) => {
  await app.onboard();
  const other = await app.context.newPage();
  await app.open({ path: '/calculators', page: other });
  await untilConnected(app, other);
  const atStart = await expansions(app, other);
  await app.open({ path: '/index' });
  await expect(dialogOf(page)).toBeVisible();
  await expect.poll(() => expansions(app, page)).toBe(atStart + 1);
});

test('focus stays inside and returns to where it was', async ({ app, page }) => {
  await app.onboard();
  const letCome = await hold(page, '**/assets/advert-*.js');
  await app.open({ path: '/index' });
  const more = page.getByRole('link', { name: 'More', exact: true });
  await more.focus();
  await letCome();
  await expect(dialogOf(page)).toBeVisible();
  const inside = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      // The body stands for the browser's own controls between the last element and the first.
      return activeElement === document.body || activeElement?.closest('dialog') !== null;
    });
  const visited = new Set<string>();
  for (let press = 0; press < 12; press += 1) {
    expect(await inside()).toBe(true);
    visited.add(
      await page.evaluate(
        () => document.activeElement?.textContent || document.activeElement?.ariaLabel || '',
      ),
    );
    await page.keyboard.press(press < 6 ? 'Tab' : 'Shift+Tab');
  }
  for (const name of ['Close the advert', 'Buy in the English shop', 'Buy in the Russian shop']) {
    expect([...visited]).toContain(name);
  }
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(more).toBeFocused();
});

test("Escape, the host's back button and a tap outside close it, and the screen stays", async ({
  app,
  page,
}) => {
  await app.onboard();
  const closers = [() => page.keyboard.press('Escape'), () => pressBack(app), () => page.mouse.click(195, 4)];
  for (const close of closers) {
    // A new session, started on a page without the app, which could mark the advert as seen.
    await page.goto(`${app.server.origin}/mark.svg`);
    await page.evaluate(() => sessionStorage.clear());
    await app.open({ path: '/cryptooverview' });
    await expect(dialogOf(page)).toBeVisible();
    await expect.poll(() => backButton(app, page)).toBe(true);
    await close();
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/cryptooverview/);
    await expect(page.getByRole('heading', { level: 1, name: 'Market' })).toBeVisible();
  }
});

test('it appears once per session and user: not after a reload or on the other screen, but in a new session', async ({
  app,
  page,
}) => {
  await app.onboard();
  await page.clock.install();
  await app.open({ path: '/index' });
  await settled(page);
  await page.clock.runFor(1500);
  await expect(dialogOf(page)).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.endsWith(':advert'))),
  ).toEqual([`irich:${app.user.id}:advert`]);
  // Showing it is enough; it need not be closed.
  for (const path of ['/index', '/cryptooverview']) {
    await app.open({ path });
    await settled(page);
    await page.clock.runFor(5000);
    await expect(dialogOf(page)).toHaveCount(0);
  }

  const boris = makeUser({ first_name: 'Boris' });
  await app.onboard(boris);
  await app.open({ path: '/index', user: boris });
  await settled(page);
  await page.clock.runFor(1500);
  await expect(dialogOf(page)).toBeVisible();

  const session = await app.context.newPage();
  await app.open({ path: '/index', page: session });
  await expect(dialogOf(session)).toBeVisible();
});

test('a user who leaves Home within the second sees it at the next visit', async ({ app, page }) => {
  await app.onboard();
  await page.clock.install();
  await stopTime(page);
  await app.open({ path: '/index' });
  const calculators = page.getByRole('navigation').getByRole('link', { name: 'Calculators' });
  await letTimePass(page, () => calculators.isVisible());
  // Its code is fetched once Home is painted, and then it waits.
  await page.clock.runFor(100);
  await expect(page.locator('dialog')).toBeAttached();
  await calculators.click();
  await page.clock.runFor(100);
  await expect(page.getByRole('heading', { level: 1, name: 'Calculators' })).toBeVisible();
  await page.clock.runFor(5000);
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await page.clock.resume();
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await settled(page);
  await page.clock.runFor(1500);
  await expect(dialogOf(page)).toBeVisible();
});

test('it never covers onboarding', async ({ app, page }) => {
  await page.clock.install();
  await app.open();
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  await page.clock.runFor(5000);
  await expect(page.locator('dialog')).toHaveCount(0);
});

test('it does not appear while the user types', async ({ app, page }) => {
  await app.onboard();
  await page.clock.install();
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const field = document.createElement('input');
      field.setAttribute('aria-label', 'note');
      document.body.append(field);
      field.focus();
    });
  });
  await app.open({ path: '/index' });
  await expect(page.getByRole('textbox', { name: 'note' })).toBeFocused();
  await settled(page);
  await page.clock.runFor(5000);
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'note' }).blur();
  await page.clock.runFor(1500);
  await expect(dialogOf(page)).toBeVisible();
});

test.describe("with the app's files cached", () => {
  test.use({ serviceWorkers: 'allow' });

  test('it also appears without a network', async ({ app, page, context }) => {
    await app.onboard();
    await app.open({ path: '/profile' });
    await app.untilPrecached();
    await context.setOffline(true);
    await app.open({ path: '/index' });
    await expect(dialogOf(page)).toBeVisible();
  });
});

test('with reduced motion it neither fades nor delays closing', async ({ app, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await app.onboard();
  await app.open({ path: '/index' });
  await expect(dialogOf(page)).toBeVisible();
  expect(await dialogOf(page).evaluate((dialog) => dialog.getAnimations().length)).toBe(0);
  await dialogOf(page).getByRole('button', { name: 'Close the advert' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
});
