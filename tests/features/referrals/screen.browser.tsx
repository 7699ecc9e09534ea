/** Friends: the link, copied and shared; the list, from none to thousands, while it loads and when it fails. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ReferralItem } from '#core/contract/points.ts';
import type { FakeServer } from '#tests/support/fake-server.ts';
import { felt, shared, untilConnected, untilInsetsStand } from '#tests/support/host-calls.ts';
import { main, nextFrame, onScreen, press, stopTime } from '#tests/support/on-screen.ts';
import { renderApp, type TestApp } from '#tests/support/render-app.tsx';

const list = page.getByRole('list', { name: /friend/ });
const friend = (name: string) =>
  list.getByRole('listitem').filter({ has: page.getByText(`@${name}`, { exact: true }) });
/** Their card, exactly so named. */
const card = (name: string) => page.getByRole('region', { name, exact: true });

const NEWCOMER = {
  level: '1',
  is_premium: 0,
  activity_points: '0',
  referral_points: '0',
  referral_activity_points: '0',
  referral_referral_points: '0',
  checkin_points: '0',
} as const;

/** These friends have joined, the first one first in the list. */
function bring(server: FakeServer, friends: readonly Partial<ReferralItem>[]): void {
  server.befriend(friends.length);
  const referrals = friends.map((one, index) => ({
    ...NEWCOMER,
    id: 9_000_000 - index,
    username: null,
    ...one,
  }));
  server.answer('referrals', { referrals, total: friends.length, nextCursor: null, maxAgeS: 0 });
}

/** The list has so many friends, in pages. The last one to join is first. */
function bringMany(
  server: FakeServer,
  count: number,
  nameOf: (number: number) => string = (number) => `friend_${number}`,
): void {
  server.answer('referrals', ({ body }) => {
    const { cursor, limit = 50 } = body as { cursor?: string | null; limit?: number };
    const offset = cursor == null ? 0 : Number(cursor.split('.')[0]);
    const next = Math.min(offset + limit, count);
    const referrals = Array.from({ length: next - offset }, (_, index) => ({
      ...NEWCOMER,
      id: 9_000_000 + count - offset - index,
      username: nameOf(count - offset - index),
    }));
    return { referrals, total: count, nextCursor: next < count ? `${next}.1` : null, maxAgeS: 0 };
  });
}

test('without friends the screen explains the list and offers the one next step', async () => {
  const app = await renderApp({ path: '/referrals' });
  await onScreen(card('0 friends')).toContainText('Friends who join through your link are listed here');
  await untilConnected(app);
  await card('0 friends').getByRole('button', { name: 'Invite a friend' }).click();
  await expect.poll(() => shared(app)).toHaveLength(1);
});

test('the awards for friends are shown before anything has loaded', async () => {
  await renderApp({ path: '/referrals', before: (server) => void server.hold('referrals') });
  const rewards = page.getByRole('region', { name: 'What friends bring' });
  await onScreen(rewards).toContainText('+50 iRICH');
  await onScreen(rewards).toContainText('+75 iRICH');
  await onScreen(rewards).toContainText('10 %');
});

test('friends show level, name, star and points, with their number and a way to invite more', async () => {
  const app = await renderApp({
    path: '/referrals',
    before: (server) =>
      bring(server, [{ username: 'premium_friend', is_premium: 1 }, { username: 'first_friend' }]),
  });
  const rows = list.getByRole('listitem');
  await onScreen(rows).toHaveCount(2);
  await onScreen(rows.first()).toContainText('@premium_friend');
  await onScreen(rows.first().getByRole('img', { name: 'Premium' })).toBeVisible();
  await onScreen(rows.nth(1)).toContainText('@first_friend');
  await onScreen(rows.nth(1)).toContainText('Pink · level 1');
  await onScreen(rows.nth(1)).toContainText('0.00');
  await onScreen(rows.nth(1).getByRole('img', { name: 'Premium' })).toHaveCount(0);
  await untilConnected(app);
  await card('2 friends').getByRole('button', { name: 'Invite more' }).click();
  await expect.poll(() => shared(app)).toHaveLength(1);
});

test('the link is copied, with a message and haptics', async () => {
  const app = await renderApp({ path: '/referrals' });
  const copy = await readyToCopy(app);
  await copy.click();
  await onScreen(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(app.server.profile().referral_link);
  await expect.poll(() => felt(app)).toEqual(['success']);
});

test('if the clipboard is refused, a hidden field copies', async () => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  let copied = '';
  const onCopy = () => {
    copied = (document.activeElement as HTMLTextAreaElement).value;
  };
  document.addEventListener('copy', onCopy);
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
    document.removeEventListener('copy', onCopy);
  });
  const app = await renderApp({ path: '/referrals' });
  const copy = await readyToCopy(app);
  await copy.click();
  await onScreen(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(copied).toBe(app.server.profile().referral_link);
  await onScreen(page.getByRole('textbox')).toHaveCount(0);
});

test('the link is shared with one of five texts', async () => {
  const app = await renderApp({ path: '/referrals' });
  await untilConnected(app);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  const random = vi.spyOn(Math, 'random');
  onTestFinished(() => random.mockRestore());
  for (const chance of [0, 0.25, 0.5, 0.75, 0.99]) {
    random.mockReturnValue(chance);
    await share.click();
  }
  await expect.poll(() => shared(app)).toHaveLength(5);
  for (const { url } of shared(app)) expect(url).toBe(app.server.profile().referral_link);
  expect(new Set(shared(app).map(({ text }) => text)).size).toBe(5);
});

test('the list fails: it says so, keeps its rows, and loads after a retry', async () => {
  const app = await renderApp({
    path: '/referrals',
    before(server) {
      server.befriend(1);
      server.refuse('referrals', 'internal');
    },
  });
  const { server } = app;
  await onScreen(page.getByRole('alert')).toContainText('Referrals fetch error');
  const again = page.getByRole('button', { name: 'Try again' });
  const release = server.hold('referrals');
  server.answer('referrals', {
    referrals: [{ ...NEWCOMER, id: 9_000_000, username: 'old_friend' }],
    total: 1,
    nextCursor: null,
    maxAgeS: 0,
  });
  await again.click();
  release();
  await onScreen(friend('old_friend')).toBeVisible();
  await onScreen(page.getByRole('alert')).toHaveCount(0);
  server.refuse('referrals', 'internal');
  await app.reopen();
  await onScreen(page.getByRole('alert')).toContainText('Referrals fetch error');
  await onScreen(friend('old_friend')).toBeVisible();
});

test('the list has the same height before and after loading', async () => {
  let release = (): void => undefined;
  await renderApp({
    // Known from the profile before the list was ever fetched.
    path: '/profile',
    before(server) {
      bring(
        server,
        ['one', 'two', 'three', 'four'].map((username) => ({ username })),
      );
      release = server.hold('referrals');
    },
  });
  const way = main.getByRole('link', { name: /friends.*4/i });
  await onScreen(way).toBeVisible();
  await untilInsetsStand();
  await way.click();
  await onScreen(page.getByRole('heading', { name: 'Friends', level: 1 })).toBeVisible();
  await onScreen(card('4 friends')).toBeVisible();
  const before = document.documentElement.scrollHeight;
  release();
  await onScreen(friend('one')).toHaveCount(1);
  expect(Math.abs(document.documentElement.scrollHeight - before)).toBeLessThanOrEqual(1);
});

test('a name on two lines does not change the height of the whole list', async () => {
  await renderApp({
    path: '/referrals',
    viewport: { width: 320, height: 568 },
    before: (server) =>
      bringMany(server, 10_000, (number) =>
        number % 5 === 0 ? `friend_${number}`.padEnd(32, '_long') : `friend_${number}`,
      ),
  });
  await onScreen(friend('friend_9999')).toBeVisible();
  const before = document.documentElement.scrollHeight;
  for (let row = 30; row <= 200; row += 17) {
    window.scrollTo({ top: 65 * row, behavior: 'instant' });
    await nextFrame();
    // The requested pages have arrived.
    await onScreen(
      list.getByRole('listitem', { includeHidden: true }).filter({ hasNotText: 'friend_' }),
    ).toHaveCount(0);
    await nextFrame();
    // Only rows that have been visible have their real height.
    expect(Math.abs(document.documentElement.scrollHeight - before)).toBeLessThan(50 * 60);
  }
});

test('a later page fails: the error appears at the end of the list', async () => {
  const { server } = await renderApp({ path: '/referrals', before: (server) => bringMany(server, 400) });
  await onScreen(friend('friend_400')).toBeVisible();
  server.refuse('referrals', 'unavailable');
  await press('End');
  await onScreen(page.getByRole('alert')).toContainText('Referrals fetch error');
  bringMany(server, 400);
  await page.getByRole('button', { name: 'Try again' }).click();
  await onScreen(page.getByRole('alert')).toHaveCount(0);
  await press('End');
  await onScreen(friend('friend_1')).toBeInViewport();
});

/** The button beside the link, once the link is known; what is shown after a press then stays. */
async function readyToCopy(app: TestApp) {
  const copy = page.getByRole('button', { name: 'Copy' });
  await onScreen(copy).toBeEnabled();
  await untilConnected(app);
  stopTime();
  return copy;
}
