/** Friends without a network, and ten thousand of them; tests/features/referrals has the rest of the screen. */
import type { Page } from 'playwright/test';
import { type App, expect, makeUser, nextFrame, test } from '#tests/journeys/app.ts';

const ALL = 10_000;

/** Adds this many friends over the API, the last one first in the list. */
async function bring(app: App, names: readonly string[]): Promise<void> {
  for (const username of names) {
    await app.onboard(makeUser({ username }), String(app.user.id));
  }
}

/** Answers in place of the server, as if with many friends. */
async function answerWithMany(
  page: Page,
  count: number,
  onPage: (offset: number) => void | Promise<void> = () => {},
) {
  await page.route('**/api/referrals', async (route) => {
    const { cursor, limit = 50 } = route.request().postDataJSON() as { cursor?: string; limit?: number };
    const offset = cursor === undefined ? 0 : Number(cursor.split('.')[0]);
    await onPage(offset);
    const length = Math.min(limit, count - offset);
    const referrals = Array.from({ length }, (_, index) => ({
      id: 9_000_000 + count - offset - index,
      username: `friend_${count - offset - index}`,
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
