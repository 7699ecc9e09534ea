/** Focus after a screen change: at the title, so that it is read out and Tab continues from there. */
import type { Page } from 'playwright/test';
import { expect, nextFrame, test } from '#tests/journeys/app.ts';
import { pressBack } from '#tests/journeys/host.ts';

test.use({ serviceWorkers: 'block' });

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const isAtTitle = (page: Page) => page.evaluate(() => document.activeElement?.tagName === 'H1');
const ring = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);

test("a tap on a link or the bar focuses the next screen's title without a ring", async ({ app, page }) => {
  await app.onboard();
  const calculators = page.getByRole('main').getByRole('link', { name: /^Six calculators/ });
  await app.open({ path: '/index' });
  await expect(calculators).toBeVisible();
  // A new device may show onboarding until the server answers, and Home is then its second screen.
  await page.reload();
  await expect(calculators).toBeVisible();
  expect(await isAtTitle(page)).toBe(false);
  await calculators.tap();
  await expect(title(page, 'Calculators')).toBeFocused();
  expect(await ring(page)).toBe('none');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Risk \$/ })
    .tap();
  await expect(title(page, 'Risk $')).toBeFocused();
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada' }).or(title(page, 'Profile'))).toBeFocused();
  await page.getByRole('navigation').getByRole('link', { name: 'SBT' }).tap();
  await expect(title(page, 'SBT and points')).toBeFocused();
  expect(await ring(page)).toBe('none');
});

test("with keys the focus is visible, and Tab continues at the new screen's first control", async ({
  app,
  page,
}) => {
  await app.onboard();
  await app.open({ path: '/index' });
  await page.getByRole('link', { name: 'More' }).focus();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Market')).toBeFocused();
  expect(await ring(page)).toBe('solid');
  // Before the market is read the first control is a link below it.
  await expect(page.getByRole('main').getByRole('button', { name: /^TON/ })).toBeVisible();
  await page.keyboard.press('Tab');
  const place = await page.evaluate(() => {
    const controls = document.querySelectorAll('h1, main a[href], main button, main input');
    const all = [...controls];
    return all.indexOf(document.activeElement as Element) - all.findIndex((one) => one.tagName === 'H1');
  });
  expect(place).toBe(1);
});

test('on the way back the page keeps its scroll position, and the title has the focus', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await app.onboard();
  await app.open({ path: '/index' });
  const offers = page.getByRole('main').getByRole('link', { name: /^Better offers/ });
  await offers.scrollIntoViewIfNeeded();
  await nextFrame(page);
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(0);
  await offers.tap();
  await expect(title(page, 'Better offers')).toBeFocused();
  await pressBack(app);
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
});

test('a user who types in the new screen at once can continue', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/calculators' });
  await expect(title(page, 'Calculators')).toBeVisible();
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      const input = document.querySelector<HTMLInputElement>('input[name="riskAmount"]');
      if (input === null) return;
      observer.disconnect();
      input.focus();
    }).observe(document, { childList: true, subtree: true });
  });
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Risk \$/ })
    .tap();
  const field = page.locator('input[name="riskAmount"]');
  await expect(field).toBeFocused();
  await page.keyboard.type('12');
  await nextFrame(page);
  await page.keyboard.type('34');
  await expect(field).toHaveValue('1,234');
});

test('the first screen takes no focus; each next step of onboarding, and Home after it, does', async ({
  app,
  page,
}) => {
  await app.open();
  await expect(title(page, 'Welcome to iRICH')).toBeVisible();
  await nextFrame(page);
  expect(await isAtTitle(page)).toBe(false);
  for (const [button, next] of [
    ['Start', 'Risk $'],
    ['Next', 'Risk %'],
    ['Next', 'Positions and profit'],
    ['Go to the app', 'Hello, Ada'],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: button }).tap();
    await expect(title(page, next)).toBeFocused();
  }
});
