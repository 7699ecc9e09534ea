/** Opening the app: from elsewhere, with a reload, and on old hosts; tests/app/launch.browser.tsx has the first screens. */
import type { Page } from 'playwright/test';
import { expect, makeUser, test } from '#tests/journeys/app.ts';
import { untilConnected } from '#tests/journeys/host.ts';
import { takeSteps } from '#tests/journeys/onboarding.ts';

test('a browser outside the messaging app sees the blocking screen', async ({ app, page }) => {
  await page.goto(`${app.server.origin}/profile`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Telegram');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('a[href^="https://t.me/"]')).toBeVisible();
});

test('other platforms see the welcome screen with a link to the mini-app', async ({ app, page }) => {
  await app.open({ platform: 'tdesktop' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('a[href^="https://t.me/"]')).toBeVisible();
});

test('a new user completes four steps once and arrives at Home', async ({ app, page }) => {
  await app.open({ path: '/profile' });
  await expect(page).toHaveURL(/\/(#.*)?$/);
  await takeSteps(page, 2);
  // The step survives a reload at any time.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Risk %' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Go to the app' }).click();
  await expect(page).toHaveURL(/\/index/);

  await expect
    .poll(async () => (await app.call('POST', '/api/user/register', { id: app.user.id })).body['isNewUser'])
    .toBe(false);
  await app.open({ path: '/' });
  await expect(page).toHaveURL(/\/index/);
});

test('a page reloaded at the last tap of onboarding does not show it again', async ({ app, page }) => {
  await app.open();
  await takeSteps(page, 3);
  const last = page.getByRole('button', { name: 'Go to the app' });
  await last.click({ trial: true });
  await Promise.all([
    page.waitForEvent('load'),
    last.evaluate((button: HTMLElement) => {
      button.click();
      location.reload();
    }),
  ]);
  await expect(page).toHaveURL(/\/index/);
  await expect
    .poll(async () => (await app.call('POST', '/api/user/register', { id: app.user.id })).body['isNewUser'])
    .toBe(false);
  await page.locator('nav a[href^="/profile"]').click();
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
  await expect(page).toHaveURL(/\/profile/);
});

test('two accounts in one tab share no data', async ({ app, page }) => {
  const second = makeUser();
  await app.onboard();
  await app.onboard(second);
  const kept = () => page.evaluate(() => Object.entries({ ...sessionStorage }));
  await app.open({ path: '/profile' });
  await untilConnected(app);
  await page.evaluate(() => sessionStorage.setItem('of-a-library', 'the first account'));
  await page.getByRole('link', { name: 'Calculators' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Calculators' })).toBeVisible();
  expect(JSON.stringify(await kept())).toContain(String(app.user.id));

  await app.open({ path: '/profile', user: second });
  await untilConnected(app);
  const own = new RegExp(`^irich:${app.user.id}:`);
  const left = (await kept()).filter(([key]) => !own.test(key));
  expect(JSON.stringify(left)).not.toContain(String(app.user.id));
  expect(left.map(([key]) => key)).not.toContain('of-a-library');
  expect(left.map(([key]) => key)).not.toContain(`irich:${app.user.id}:launch`);
});

test('a user whose data were deleted elsewhere goes to onboarding without another screen in between', async ({
  app,
  page,
}) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await expect(page.getByRole('heading', { name: 'Risk $' })).toBeVisible();
  // Closed, since an app with its first sync under way would learn of it at once.
  await page.goto('about:blank');
  await app.call('DELETE', `/api/user/${app.user.id}`);
  const seen = await watchScreens(page);
  await app.open({ path: '/riskmoney' });
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Your data have been deleted' })).toBeVisible();
  const headings = await seen();
  expect(headings).toHaveLength(2);
  expect(headings[0]).toBe('Risk $');
});

test('an invitation is credited to its sender once', async ({ app, page }) => {
  const inviter = { ...app.user, id: app.user.id + 1_000_000, first_name: 'Vera' };
  await app.onboard(inviter);
  await app.open({ startParameter: String(inviter.id) });
  const points = async () =>
    (await app.call('GET', `/api/user/${inviter.id}`, undefined, inviter)).body['referral_points'];
  await expect.poll(points).toBe('50');
  await app.open({ startParameter: String(inviter.id) });
  await expect(page.getByRole('heading').first()).toBeVisible();
  expect(await points()).toBe('50');
});

test('a host of version 6.0 is not asked for features it lacks', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/index', version: '6.0' });
  await expect(page.getByRole('heading').first()).toBeVisible();
  await untilConnected(app);
  const asked = (await app.host.messages(page)).map((message) => message.type);
  expect(asked).not.toContain('web_app_toggle_orientation_lock');
  expect(asked).not.toContain('web_app_setup_swipe_behavior');
});

test('a message of the bot opens its screen, on a new device too, and back goes Home', async ({
  app,
  page,
}) => {
  await app.onboard();
  await app.open({ path: '/', startParameter: 'see_referrals' });
  await expect(page).toHaveURL(/\/referrals/);
  await app.open({ path: '/', startParameter: 'see_referrals' });
  await expect(page).toHaveURL(/\/referrals/);
  await page.goBack();
  await expect(page).toHaveURL(/\/index/);
  await app.open({ path: '/language', startParameter: 'see_referrals' });
  await expect(page.getByRole('heading', { level: 1, name: 'Language' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Language' })).toBeVisible();
  await expect(page).toHaveURL(/\/language/);
});

test('a page that violates the content policy would fail its journey', async ({ app, page }) => {
  const reports: string[] = [];
  await app.open();
  await page.exposeFunction('noteViolation', (text: string) => reports.push(text));
  const policy = (await fetch(app.server.origin)).headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self'");
  await page.evaluate(() => {
    document.addEventListener(
      'securitypolicyviolation',
      (event) => {
        // Recorded here and hidden from the journey's own watcher, since this one is intended.
        event.stopImmediatePropagation();
        (window as unknown as { noteViolation(text: string): void }).noteViolation(event.effectiveDirective);
      },
      { capture: true },
    );
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.head.append(script);
  });
  await expect.poll(() => reports).toEqual(['script-src-elem']);
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
});

/** The headings of all screens shown, however briefly. */
async function watchScreens(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenScreens: seen });
    new MutationObserver(() => {
      for (const heading of document.querySelectorAll('main h1')) seen.add(heading.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { seenScreens: Set<string> }).seenScreens]);
}
