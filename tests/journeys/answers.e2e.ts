/** A tap gets feedback before the next screen renders, which takes too long on a slow phone. */
import type { Page } from 'playwright/test';
import { expect, test } from '#tests/journeys/app.ts';

test.use({ serviceWorkers: 'block' });

declare global {
  interface Window {
    /** The frame of the page in which each change was first seen. */
    changedIn: Record<string, number>;
  }
}

/** Records from now on in which frame each element changes: a selector with an attribute, `text` or `checked`. */
async function watchFrames(page: Page, watched: Readonly<Record<string, readonly [string, string]>>) {
  await page.evaluate((all) => {
    let frame = 0;
    const count = () => {
      frame += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    const read = ([selector, what]: readonly [string, string]) => {
      const element = document.querySelector(selector);
      if (what === 'checked') return String(element?.matches(':checked'));
      return what === 'text' ? element?.textContent : element?.getAttribute(what);
    };
    const before = new Map(Object.entries(all).map(([name, one]) => [name, read(one)]));
    window.changedIn = {};
    const look = () => {
      for (const [name, one] of Object.entries(all)) {
        if (read(one) !== before.get(name)) window.changedIn[name] ??= frame;
      }
    };
    document.addEventListener('change', look);
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  }, watched);
}

async function framesBetween(page: Page, first: string, then: string): Promise<number> {
  await page.waitForFunction((name) => name in window.changedIn, then);
  const changed = await page.evaluate(() => window.changedIn);
  return (changed[then] ?? Number.NaN) - (changed[first] ?? Number.NaN);
}

test('the bottom bar marks the place before its screen appears', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/index' });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  // On the second visit code and texts are loaded, so nothing else delays it.
  for (const name of ['Calculators', 'Home']) {
    await navigation.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name === 'Home' ? 'Ada' : name);
  }
  await watchFrames(page, { mark: ['nav a[href="/calculators"]', 'aria-current'], screen: ['h1', 'text'] });
  await navigation.getByRole('link', { name: 'Calculators' }).click();
  expect(await framesBetween(page, 'mark', 'screen')).toBeGreaterThan(0);
});

test('a chosen language is marked before all texts change', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/language' });
  await expect(page.getByRole('button', { name: 'Русский' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await watchFrames(page, { mark: ['main button[lang="ru"]', 'aria-busy'], texts: ['html', 'lang'] });
  await page.getByRole('button', { name: 'Русский' }).click();
  expect(await framesBetween(page, 'mark', 'texts')).toBeGreaterThan(0);
});

test('a chosen theme is marked before all colours change', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profile' });
  const dark = page.getByRole('radio', { name: 'Dark' });
  await expect(dark).toBeVisible();
  await page.waitForLoadState('networkidle');
  await watchFrames(page, {
    mark: ['input[value="dark"]', 'checked'],
    colours: ['html', 'data-scheme'],
  });
  await dark.check();
  expect(await framesBetween(page, 'mark', 'colours')).toBeGreaterThan(0);
});
