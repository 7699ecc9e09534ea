/** Friends: the link, copied and shared; the list, from none to ten thousand, with and without a network. */
import type { Page } from 'playwright/test';
import {
  type App,
  expect,
  failUntilPressed,
  makeUser,
  nextFrame,
  stopTime,
  test,
} from '#tests/journeys/app.ts';
import { hold } from '#tests/journeys/held.ts';
import { untilConnected, untilInsetsStand } from '#tests/journeys/host.ts';

const ALL = 10_000;

/** Adds this many friends over the API, the last one first in the list. */
async function bring(app: App, names: readonly string[], premium = false): Promise<void> {
  for (const username of names) {
    await app.onboard(makeUser({ username, is_premium: premium }), String(app.user.id));
  }
}

/** Answers in place of the server, as if with many friends. */
async function answerWithMany(
  page: Page,
  count: number,
  onPage: (offset: number) => void | Promise<void> = () => {},
  nameOf: (number: number) => string = (number) => `friend_${number}`,
) {
  await page.route('**/api/referrals', async (route) => {
    const { cursor, limit = 50 } = route.request().postDataJSON() as { cursor?: string; limit?: number };
    const offset = cursor === undefined ? 0 : Number(cursor.split('.')[0]);
    await onPage(offset);
    const length = Math.min(limit, count - offset);
    const referrals = Array.from({ length }, (_, index) => ({
      id: 9_000_000 + count - offset - index,
      username: nameOf(count - offset - index),
      level: String(1 + ((offset + index) % 20)),
      is_premium: index % 3 === 0 ? 1 : 0,
      activity_points: '12.5',
      referral_points: '0',
      referral_activity_points: '0',
      referral_referral_points: '0',
      checkin_points: '10',
    }));
    const next = offset + length;
    await route.fulfill({
      json: { referrals, total: count, nextCursor: next < count ? `${next}.1` : null, maxAgeS: 0 },
      headers: { 'x-contract-version': route.request().headers()['x-contract-version'] ?? '1' },
    });
  });
}

const list = (page: Page) => page.getByRole('list', { name: /friend/ });
const friend = (page: Page, name: string) =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(`@${name}`, { exact: true }) });

test('without friends the screen explains the list and offers the one next step', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/referrals' });
  const card = page.getByRole('region', { name: '0 friends' });
  await expect(card).toContainText('Friends who join through your link are listed here');
  await untilConnected(app);
  await card.getByRole('button', { name: 'Invite a friend' }).click();
  await expect.poll(() => sharedTexts(app, page)).toHaveLength(1);
});

test('the awards for friends are shown before anything has loaded', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/referrals' });
  const rewards = page.getByRole('region', { name: 'What friends bring' });
  await expect(rewards).toContainText('+50 iRICH');
  await expect(rewards).toContainText('+75 iRICH');
  await expect(rewards).toContainText('10 %');
});

test('friends show level, name, star and points, with their number and a way to invite more', async ({
  app,
  page,
}) => {
  await app.onboard();
  await bring(app, ['first_friend']);
  await bring(app, ['premium_friend'], true);
  await app.open({ path: '/referrals' });
  const card = page.getByRole('region', { name: '2 friends' });
  const rows = list(page).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('@premium_friend');
  await expect(rows.first().getByRole('img', { name: 'Premium' })).toBeVisible();
  await expect(rows.nth(1)).toContainText('@first_friend');
  await expect(rows.nth(1)).toContainText('Pink · level 1');
  await expect(rows.nth(1)).toContainText('0.00');
  await expect(rows.nth(1).getByRole('img', { name: 'Premium' })).toHaveCount(0);
  await untilConnected(app);
  await card.getByRole('button', { name: 'Invite more' }).click();
  await expect.poll(() => sharedTexts(app, page)).toHaveLength(1);
});

test('the link is copied, with a message and haptics', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.onboard();
  await page.clock.install();
  await app.open({ path: '/referrals' });
  const copy = page.getByRole('button', { name: 'Copy' });
  await expect(copy).toBeEnabled();
  await untilConnected(app);
  await stopTime(page);
  await copy.click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^https://t\\.me/.*startapp=${app.user.id}$`),
  );
  await expect
    .poll(async () =>
      (await app.host.messages(page)).some(
        ({ type, data }) =>
          type === 'web_app_trigger_haptic_feedback' && JSON.stringify(data).includes('success'),
      ),
    )
    .toBe(true);
});

test('if the clipboard is refused, a hidden field copies', async ({ app, page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.addEventListener('copy', () => {
      document.documentElement.dataset['copied'] = String(
        (document.activeElement as HTMLTextAreaElement).value,
      );
    });
  });
  await app.onboard();
  await page.clock.install();
  await app.open({ path: '/referrals' });
  const copy = page.getByRole('button', { name: 'Copy' });
  await expect(copy).toBeEnabled();
  await stopTime(page);
  await copy.click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-copied', new RegExp(`startapp=${app.user.id}`));
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('the link is shared with one of five texts', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/referrals' });
  await untilConnected(app);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  for (let times = 1; times <= 12; times += 1) {
    await share.click();
    await expect.poll(() => sharedTexts(app, page)).toHaveLength(times);
  }
  const texts = await sharedTexts(app, page);
  for (const text of texts) expect(text).toContain(`startapp=${app.user.id}`);
  // Twelve equal texts would happen once in 48 million runs.
  expect(new Set(texts).size).toBeGreaterThan(1);
  expect(new Set(texts).size).toBeLessThanOrEqual(5);
});

test('it opens offline with the known friends and their age', async ({ app, page, context }) => {
  await app.onboard();
  await bring(app, ['kept_friend']);
  await app.open({ path: '/referrals' });
  await expect(friend(page, 'kept_friend')).toBeVisible();
  await app.untilPrecached();
  await context.setOffline(true);
  await page.reload();
  await expect(friend(page, 'kept_friend')).toBeVisible();
  await expect(page.getByRole('region', { name: '1 friend' }).getByRole('status')).toHaveText(
    /^as of \d\d:\d\d$/,
  );
  await context.setOffline(false);
});

test.describe('without a service worker', () => {
  test.use({ withoutServiceWorker: true });

  test('the list fails: it says so, keeps its rows, and loads after a retry', async ({ app, page }) => {
    await app.onboard();
    await bring(app, ['old_friend']);
    const fault = await failUntilPressed(page, '**/api/referrals', { status: 500, body: 'no' });
    await app.open({ path: '/referrals' });
    await expect(page.getByRole('alert')).toContainText('Referrals fetch error');
    await fault.press(page.getByRole('button', { name: 'Try again' }));
    await expect(friend(page, 'old_friend')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.route('**/api/referrals', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Referrals fetch error');
    await expect(friend(page, 'old_friend')).toBeVisible();
  });

  test('an unreachable server is called again without an event of the browser', async ({ app, page }) => {
    await app.onboard();
    await bring(app, ['late_friend']);
    await app.open({ path: '/index' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.route('**/api/**', (route) => route.abort());
    await page.goto(`${app.server.origin}/referrals`);
    await expect(page.getByText('Your friends appear here with the network.')).toBeVisible();
    await page.unrouteAll();
    await expect(friend(page, 'late_friend')).toBeVisible({ timeout: 30_000 });
  });

  test('the list has the same height before and after loading', async ({ app, page }) => {
    await app.onboard();
    await bring(app, ['one', 'two', 'three', 'four']);
    // Known from the profile before the list was ever fetched.
    await app.open({ path: '/profile' });
    const way = page.getByRole('main').getByRole('link', { name: /friends.*4/i });
    await expect(way).toBeVisible();
    await untilInsetsStand(page);
    const release = await hold(page, '**/api/referrals');
    await way.click();
    await expect(page.getByRole('heading', { name: 'Friends', level: 1 })).toBeVisible();
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    await expect(page.getByRole('region', { name: '4 friends' })).toBeVisible();
    const before = await height();
    await release();
    await expect(friend(page, 'one')).toHaveCount(1);
    expect(Math.abs((await height()) - before)).toBeLessThanOrEqual(1);
  });

  test('ten thousand friends: few rows are rendered, and all can be reached', async ({ app, page }) => {
    test.slow();
    const offsets: number[] = [];
    await answerWithMany(page, ALL, (offset) => void offsets.push(offset));
    await app.onboard();
    await app.open({ path: '/referrals' });
    await expect(page.getByRole('region', { name: '10,000 friends' })).toBeVisible();
    await expect(friend(page, 'friend_10000')).toBeVisible();
    await expect(friend(page, 'friend_10000')).toContainText('22.50');
    await expect(friend(page, 'friend_10000')).toHaveAttribute('aria-setsize', String(ALL));
    await expect(friend(page, 'friend_10000')).toHaveAttribute('aria-posinset', '1');
    // The user has not scrolled past the first page.
    expect(offsets).toEqual([0]);
    const rows = () => list(page).getByRole('listitem', { includeHidden: true }).count();
    expect(await rows()).toBeLessThan(60);

    await scrollByKey(page, 'PageDown');
    await scrollByKey(page, 'PageDown');
    await expect(friend(page, 'friend_9985')).toBeVisible();
    expect(await rows()).toBeLessThan(60);

    await scrollByKey(page, 'End');
    await expect(friend(page, 'friend_1')).toBeInViewport({ timeout: 30_000 });
    await expect(friend(page, 'friend_1')).toHaveAttribute('aria-posinset', String(ALL));
    expect(await rows()).toBeLessThan(60);
    // Each page once, in order, without a gap.
    expect(offsets).toEqual([...new Set(offsets)].toSorted((a, b) => a - b));
    expect(offsets.length).toBeLessThan(60);

    // The last friend is above the bottom bar.
    const bar = await page.getByRole('navigation').boundingBox();
    const row = await friend(page, 'friend_1').boundingBox();
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);

    // After coming back, the scroll position is the same.
    const place = await page.evaluate(() => scrollY);
    await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await page.goBack();
    await expect(friend(page, 'friend_1')).toBeInViewport();
    await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(4);
    await page.keyboard.press('Home');
    await expect(friend(page, 'friend_10000')).toBeVisible();
  });

  test('a name on two lines does not change the height of the whole list', async ({ app, page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    const nameOf = (number: number) =>
      number % 5 === 0 ? `friend_${number}`.padEnd(32, '_long') : `friend_${number}`;
    await answerWithMany(page, ALL, undefined, nameOf);
    await app.onboard();
    await app.open({ path: '/referrals' });
    await expect(friend(page, 'friend_9999')).toBeVisible();
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    for (let row = 30; row <= 200; row += 17) {
      await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), 65 * row);
      // The requested pages have arrived.
      await expect(
        list(page).getByRole('listitem', { includeHidden: true }).filter({ hasNotText: 'friend_' }),
      ).toHaveCount(0);
      await nextFrame(page);
      // Only rows that have been visible have their real height.
      expect(Math.abs((await height()) - before)).toBeLessThan(50 * 60);
    }
  });

  test('scrolling on during a refresh keeps the scroll position', async ({ app, page }) => {
    /** Pages that are answered only once their gate opens. */
    const gates = new Map<number, Gate>();
    await answerWithMany(page, 400, (offset) => gates.get(offset)?.passed);
    await app.onboard();
    await app.open({ path: '/referrals' });
    await expect(friend(page, 'friend_400')).toBeVisible();
    const first = gate();
    const second = gate();
    gates.set(0, first).set(50, second);
    await page.reload();
    await expect(friend(page, 'friend_400')).toBeVisible();
    // Beyond the first page.
    await page.evaluate(() => scrollTo({ top: 1_500, behavior: 'instant' }));
    await expect(friend(page, 'friend_375')).toBeVisible();
    const asked = page.waitForRequest(
      (request) => request.url().endsWith('/api/referrals') && request.postDataJSON().cursor === '50.1',
    );
    first.open();
    await asked;
    await page.keyboard.press('End');
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY))
      .toBeLessThan(2);
    await nextFrame(page);
    second.open();
    await expect(friend(page, 'friend_1')).toBeInViewport();
  });

  test('a later page fails: the error appears at the end of the list', async ({ app, page }) => {
    await answerWithMany(page, 400);
    await app.onboard();
    await app.open({ path: '/referrals' });
    await expect(friend(page, 'friend_400')).toBeVisible();
    await page.unroute('**/api/referrals');
    await page.route('**/api/referrals', (route) => route.fulfill({ status: 503, body: 'no' }));
    await page.keyboard.press('End');
    await expect(page.getByRole('alert')).toContainText('Referrals fetch error');
    await page.unroute('**/api/referrals');
    await answerWithMany(page, 400);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('End');
    await expect(friend(page, 'friend_1')).toBeInViewport();
  });
});

/**
 * Presses a scrolling key and waits until the scroll ends, since the browser sometimes drops a key during a
 * scroll.
 */
async function scrollByKey(page: Page, key: string): Promise<void> {
  const scroll = await page.evaluateHandle(() => ({
    ended: new Promise((resolve) => addEventListener('scrollend', resolve, { once: true })),
  }));
  await page.keyboard.press(key);
  await scroll.evaluate(async ({ ended }) => {
    await ended;
  });
}

interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
}

function gate(): Gate {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

/** Link and text passed to the messaging app to share. */
async function sharedTexts(app: App, page: Page): Promise<readonly string[]> {
  return (await app.host.messages(page))
    .filter(({ type }) => type === 'web_app_open_tg_link')
    .map(({ data }) => decodeURIComponent(JSON.stringify(data)));
}
