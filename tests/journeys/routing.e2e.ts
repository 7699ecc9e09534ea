/** Addresses: which screen opens for whom, loading states, errors, and scroll positions. */
import Database from 'better-sqlite3';
import type { Page } from 'playwright/test';
import { type App, expect, letTimePass, makeUser, nextFrame, stopTime, test } from '#tests/journeys/app.ts';
import { fileOf } from '#tests/journeys/built.ts';
import { pressBack } from '#tests/journeys/host.ts';
import { launchFragment } from '#tests/support/launch.ts';

test('a launch without a user goes to the start with a message', async ({ app, page }) => {
  const launchData = new URLSearchParams({ auth_date: '1700000000', hash: 'ab' }).toString();
  for (const path of ['/profile', '/riskmoney', '/nowhere', '/']) {
    await page.goto('about:blank');
    await page.goto(`${app.server.origin}${path}#${launchFragment({ launchData })}`);
    await expect(page.getByRole('heading', { name: 'Not authorized' })).toBeVisible();
    expect(pathOf(page)).toBe('/');
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
});

test('outside the messaging app the log says why nothing opens', async ({ app, page }) => {
  const log: string[] = [];
  page.on('console', (message) => log.push(message.text()));
  await page.goto(`${app.server.origin}/index`);
  await expect
    .poll(() => log)
    .toContain(
      'Unable to retrieve launch parameters from any known source. Perhaps, you have opened your app outside the messaging app?',
    );
});

test("a launch whose address was lost opens from this tab's stored copy", async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profile' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${app.server.origin}/calculators`);
  await expect(page.getByRole('heading', { name: 'Calculators' })).toBeVisible();
});

const CAMPAIGNS = [
  ['news&post&autumn', { utm_source: 'news', utm_medium: 'post', utm_content: 'autumn' }],
  ['tapps_Utilities', { utm_source: 'TgAppsCenter', utm_medium: null, utm_content: null }],
  ['news&&autumn', { utm_source: 'news', utm_medium: null, utm_content: 'autumn' }],
] as const;

for (const [startParameter, row] of CAMPAIGNS) {
  test(`the campaign of ${startParameter} reaches the server`, async ({ app }) => {
    await app.open({ startParameter });
    await expect(() => expect(campaignOf(app, app.user.id)).toEqual(row)).toPass();
  });
}

test('a whole number is a referrer and no campaign', async ({ app }) => {
  const inviter = makeUser({ first_name: 'Vera' });
  await app.onboard(inviter);
  await app.open({ startParameter: String(inviter.id) });
  const none = { utm_source: null, utm_medium: null, utm_content: null };
  await expect(() => expect(campaignOf(app, app.user.id)).toEqual(none)).toPass();
  await expect
    .poll(async () => {
      const profile = await app.call('GET', `/api/user/${inviter.id}`, undefined, inviter);
      return [profile.body['friends'], profile.body['referral_points']];
    })
    .toEqual([1, '50']);
});

test('offline, a device that does not know its user shows a spinner for at most a second', async ({
  app,
  page,
  context,
}) => {
  await app.open();
  await app.untilPrecached();
  await context.setOffline(true);
  await page.clock.install();
  await stopTime(page);
  await page.addInitScript(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seenAt: seen });
    new MutationObserver(() => {
      const main = document.querySelector('main');
      if (main === null) return;
      const what = main.getAttribute('aria-busy') === 'true' ? 'spinner' : 'screen';
      seen[what] ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await app.open({ path: '/profile', user: makeUser() });
  await letTimePass(page, () => page.getByRole('button', { name: 'Start' }).isVisible());
  const seen = await page.evaluate(
    () => (window as unknown as { seenAt: { spinner: number; screen: number } }).seenAt,
  );
  expect(seen.spinner).toBeGreaterThan(0);
  // The second before giving up, plus the frames until the screen is painted.
  expect(seen.screen - seen.spinner).toBeLessThan(1500);
});

test.describe('a screen with a defect', () => {
  test('works again after a reload, once the cause is fixed', async ({ app, page }) => {
    await breakProfile(app, page);
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await page.unroute('**/api/**');
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('alert').getByRole('button', { name: 'Reload' }).click(),
    ]);
    // The broken copy is shown until the server's arrives.
    await expect
      .poll(() => page.evaluate(keptProfile, { database: databaseOf(app) }))
      .toHaveProperty('points');
    await app.open({ path: '/profile' });
    await expect(page.getByRole('heading', { name: 'Ada' })).toBeVisible();
  });
});

test('back restores the scroll position, and a new screen starts at its top', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profile' });
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
  const offers = page.getByRole('link', { name: /Better offers/ });
  await offers.scrollIntoViewIfNeeded();
  await nextFrame(page);
  // By what is visible, not by a number, since content above may have grown by a line.
  const place = async () => Math.round((await offers.boundingBox())?.y ?? -1);
  const left = await place();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  await offers.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Better offers' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await pressBack(app);
  await expect(offers).toBeVisible();
  await expect.poll(place).toBe(left);
  await expect(offers).toBeInViewport();
});

test('the back link appears with its screen, never before', async ({ app, page, dist }) => {
  await app.onboard();
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const shown = document.querySelector('main.screen:not([style*="none"])');
      const back = shown?.querySelector('.screen-back') ? 'with back' : 'without back';
      if (shown) seen.add(`${shown.querySelector('h1')?.textContent} ${back}`);
    }).observe(document, { childList: true, subtree: true });
  });
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**${fileOf(dist, 'src/features/offers/screen.tsx')}`, async (route) => {
    await held;
    await route.continue();
  });
  await app.open({ path: '/profile' });
  await page.getByRole('link', { name: /Better offers/ }).click();
  await expect.poll(() => page.url()).toContain('/profitable');
  await expect(page.locator('main.spinner')).toBeVisible();
  letGo();
  await expect(page.getByRole('heading', { level: 1, name: 'Better offers' })).toBeVisible();
  expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual([
    'Profile without back',
    'Better offers with back',
  ]);
});

/** Puts an impossible profile into the device's store and opens it without a server to fix it. */
async function breakProfile(app: App, page: Page): Promise<void> {
  // Thrown on purpose.
  app.expectedErrors.push(/TypeError/);
  await app.onboard();
  await app.open({ path: '/profile' });
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
  await page.route('**/api/**', (route) => route.abort());
  // A page without the app, since an open app would write the server's answer.
  await page.goto(`${app.server.origin}/mark.svg`);
  await page.evaluate(keptProfile, { database: databaseOf(app), instead: { key: 'profile', level: 1 } });
  await app.open({ path: '/profile' });
}

const databaseOf = (app: App) => `irich-${app.user.id}`;

/** In the page: the stored profile, after replacing it if a new one is given. */
async function keptProfile({
  database: name,
  instead,
}: {
  readonly database: string;
  readonly instead?: object;
}): Promise<unknown> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const transaction = database.transaction('profile', instead === undefined ? 'readonly' : 'readwrite');
  const profiles = transaction.objectStore('profile');
  if (instead !== undefined) profiles.put(instead);
  const kept = profiles.get('profile');
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  database.close();
  return kept.result;
}

/** Throws if the user has no database yet. */
function campaignOf(app: App, userId: number): unknown {
  const database = new Database(app.server.databaseOf(userId), { readonly: true });
  try {
    return database
      .prepare('SELECT utm_source, utm_medium, utm_content FROM people WHERE user_id = ?')
      .get(userId);
  } finally {
    database.close();
  }
}

function pathOf(page: Page): string {
  return new URL(page.url()).pathname;
}
