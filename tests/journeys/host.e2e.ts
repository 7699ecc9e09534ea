/** The messaging app around the app: back button, links, dialog, haptics, and a page without it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type App, expect, fillField, test } from '#tests/journeys/app.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';
import { backButton, pressBack, untilConnected } from '#tests/journeys/host.ts';
import { launchFragment, signLaunchData } from '#tests/support/launch.ts';
import { SHOWN } from '#tests/support/screens.ts';
import { BOT_TOKEN } from '#tests/support/server.ts';

test.use({ serviceWorkers: 'block' });

test('back from a deep link goes to the parent screen, by the host and in the app', async ({ app, page }) => {
  test.slow();
  await app.onboard();
  for (const { path, parent } of SHOWN) {
    if (parent === undefined) continue;
    await app.open({ path });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await pressBack(app);
    await expect.poll(() => pathOf(page), path).toBe(parent);
    await expect.poll(() => backButton(app, page), path).toBe(false);

    await app.open({ path });
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect.poll(() => pathOf(page), path).toBe(parent);
  }
  for (const { path, bar } of SHOWN) {
    if (bar === undefined) continue;
    await app.open({ path });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => backButton(app, page), path).toBe(false);
  }
});

test('back undoes each opened layer in turn and never leaves the app', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profile' });
  await page.getByRole('link', { name: /Better offers/ }).click();
  await expect.poll(() => pathOf(page)).toBe('/profitable');
  await page.getByRole('navigation').getByRole('link', { name: 'Calculators' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Staking/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Staking' })).toBeVisible();
  await pressBack(app);
  await expect.poll(() => pathOf(page)).toBe('/calculators');
  await expect.poll(() => backButton(app, page)).toBe(false);
});

test('the host opens links, each kind in its own way', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profile' });
  await untilConnected(app);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('button', { name: 'Feedback', exact: true }).click();
  await expect
    .poll(async () => (await app.host.messages(page)).filter(({ type }) => /^web_app_open_/.test(type)))
    .toEqual([
      { type: 'web_app_open_link', data: { url: expect.stringMatching(/^https:\/\/.+\/en\/$/) } },
      { type: 'web_app_open_tg_link', data: { path_full: expect.stringMatching(/^\/\w+$/) } },
    ]);
});

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

test("unsaved changes of a row are confirmed in the host's dialog", async ({ app, page }) => {
  await openChangedRow(app, page, '8.0');
  const edit = page.getByRole('dialog', { name: 'Edit entry' });
  const popups = async () =>
    (await app.host.messages(page)).filter(({ type }) => type === 'web_app_open_popup');

  await page.keyboard.press('Escape');
  await expect.poll(async () => (await popups()).length).toBe(1);
  expect((await popups())[0]?.data).toEqual({
    title: 'Discard changes?',
    message: 'What you changed in this row is not saved.',
    buttons: [
      { type: 'destructive', id: 'discard', text: 'Discard' },
      { type: 'default', id: 'keep', text: 'Keep editing' },
    ],
  });
  // A second request is not made while the first is open; its answer settles ours too.
  const ours = page.getByRole('dialog', { name: 'Discard changes?' });
  await page.keyboard.press('Escape');
  await expect(ours).toBeVisible();
  await app.host.send(page, 'popup_closed', { button_id: 'keep' });
  await expect(ours).toBeHidden();
  await expect(edit).toBeVisible();
  await expect(edit.getByRole('textbox', { name: 'Entry price' })).toHaveValue('777');
  expect(await popups()).toHaveLength(1);

  await pressBack(app);
  await expect.poll(async () => (await popups()).length).toBe(2);
  await app.host.send(page, 'popup_closed', {});
  await expect(edit).toBeVisible();

  await pressBack(app);
  await expect.poll(async () => (await popups()).length).toBe(3);
  await app.host.send(page, 'popup_closed', { button_id: 'discard' });
  await expect(edit).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit row 1' })).toBeFocused();
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

test('a host that never answers does not keep a changed row open', async ({ app, page }) => {
  await openChangedRow(app, page, '8.0');
  const edit = page.getByRole('dialog', { name: 'Edit entry' });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(edit).toBeHidden();

  // The answer for the previous row does not apply to the current one.
  await page.getByRole('button', { name: 'Edit row 1' }).click();
  await edit.getByRole('textbox', { name: 'Entry price' }).fill('888');
  await app.host.send(page, 'popup_closed', { button_id: 'discard' });
  await expect(edit.getByRole('textbox', { name: 'Entry price' })).toHaveValue('888');
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

test('choices, successes and errors cause haptics, once each', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await untilConnected(app);
  const felt = async () =>
    (await app.host.messages(page))
      .filter(({ type }) => type === 'web_app_trigger_haptic_feedback')
      .map(({ data }) => {
        const { type, notification_type: kind } = data as { type: string; notification_type?: string };
        return kind ?? type;
      });

  await expect(page.getByRole('radio', { name: 'Long' })).toBeChecked();
  // Both in one task of the page: as quick as two touches can be.
  await page.getByRole('radio').evaluateAll((radios) => {
    for (const radio of radios.toReversed()) (radio as HTMLInputElement).click();
  });
  await expect.poll(felt).toEqual(['selection_change', 'selection_change']);
  await expect(page.getByRole('radio', { name: 'Long' })).toBeChecked();
  for (const [name, value] of [
    ['riskAmount', '100'],
    ['entryPrice', '100'],
    ['stopLossPrice', '110'],
    ['takeProfitPrice', '120'],
  ] as const) {
    await fillField(page, name, value);
  }
  await page.getByRole('button', { name: 'Calculate', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(felt).toEqual(['selection_change', 'selection_change', 'error']);
  await page.keyboard.press('Escape');
  await fillField(page, 'stopLossPrice', '90');
  await page.getByRole('button', { name: 'Calculate', exact: true }).click();
  await expect.poll(async () => (await felt()).at(-1)).toBe('success');

  const tabs = page.getByRole('navigation');
  await tabs.getByRole('link', { name: 'Profile' }).click();
  await expect.poll(() => pathOf(page)).toBe('/profile');
  await expect.poll(async () => (await felt()).slice(3)).toEqual(['success', 'selection_change']);
  // A tap on the current place chooses nothing.
  await tabs.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await expect
    .poll(async () => (await felt()).slice(3))
    .toEqual(['success', 'selection_change', 'selection_change']);
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
