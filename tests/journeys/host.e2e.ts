/** Old hosts, a host that is still loading, and a page without one; tests/app/host.browser.tsx has the rest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type App, expect, test } from '#tests/journeys/app.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';
import { pressBack, untilConnected } from '#tests/journeys/host.ts';
import { launchFragment, signLaunchData } from '#tests/support/launch.ts';
import { BOT_TOKEN } from '#tests/support/server.ts';

test.use({ serviceWorkers: 'block' });

test('a host of version 6.0 leaves links to the browser', async ({ app, page, context }) => {
  await app.onboard();
  await context.route(/^https:\/\/(help\.|t\.me)/, (route) => route.fulfill({ body: 'outside' }));
  await app.open({ path: '/profile', version: '6.0' });
  await untilConnected(app);
  for (const [name, origin] of [
    ['Help', 'https://help.'],
    ['Feedback', 'https://t.me/'],
  ] as const) {
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    await opened.waitForURL((url) => url.href.startsWith(origin));
    await opened.close();
  }
  expect(pathOf(page)).toBe('/profile');
});

test('without a messaging app around the page everything works', async ({ app, browser }) => {
  await app.onboard();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  try {
    await context.route(/^https:\/\/help\./, (route) => route.fulfill({ body: 'outside' }));
    const page = await context.newPage();
    const log: string[] = [];
    page.on('console', (message) => log.push(message.text()));
    const launchData = signLaunchData({ user: app.user, botToken: BOT_TOKEN });
    await page.goto(`${app.server.origin}/profile#${launchFragment({ launchData })}`);
    await page.getByRole('button', { name: `Continue as ${app.user.first_name}` }).click();
    await expect
      .poll(() => log.join('\n'))
      .toContain('is not available outside of the Mini Apps environment');

    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Help', exact: true }).click(),
    ]);
    await opened.waitForURL(/^https:\/\/help\./);
    await opened.close();
    await expect(page.getByRole('button', { name: /home screen/i })).toHaveCount(0);
    await page.getByRole('link', { name: /Better offers/ }).click();
    await expect.poll(() => pathOf(page)).toBe('/profitable');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect.poll(() => pathOf(page)).toBe('/profile');
  } finally {
    await context.close();
  }
});

test("a host too old for dialogs gets the app's own dialog", async ({ app, page }) => {
  await openChangedRow(app, page, '6.1');
  const edit = page.getByRole('dialog', { name: 'Edit entry' });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(edit).toBeVisible();
  await pressBack(app);
  await expect(question).toBeVisible();
  // The topmost layer handles back: the question closes and the row stays open.
  await pressBack(app);
  await expect(question).toBeHidden();
  await expect(edit).toBeVisible();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(edit).toBeHidden();
  expect((await app.host.messages(page)).map(({ type }) => type)).not.toContain('web_app_open_popup');
});

test("unsaved changes are confirmed before the host's code has loaded", async ({ app, page, dist }) => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { readonly file: string }
  >;
  const [, sdk] = Object.entries(manifest).find(([source]) => source.includes('/@twa-dev/sdk/')) ?? [];
  let isAsked = false;
  await page.route(`**/${sdk?.file}`, () => {
    isAsked = true;
  });
  await app.onboard();
  await app.open({ path: '/averageposition' });
  await expect.poll(() => isAsked).toBe(true);
  await changeRow(page);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit entry' })).toBeHidden();
});

async function openChangedRow(app: App, page: Page, version: string): Promise<void> {
  await app.onboard();
  await app.open({ path: '/averageposition', version });
  await untilConnected(app);
  await changeRow(page);
}

async function changeRow(page: Page): Promise<void> {
  await makeRecord(page, 'average-position');
  await page.getByRole('button', { name: 'Edit row 1' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Entry price' }).fill('777');
}

function pathOf(page: Page): string {
  return new URL(page.url()).pathname;
}
