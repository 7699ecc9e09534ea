/** The profile and its screens: the daily bonus, settings, friends, badges. */

import type { Locator } from 'playwright/test';
import { type Look, press, type Scene } from '#tests/gallery/look.ts';
import { NOW } from '#tests/gallery/moment.ts';
import { expect } from '#tests/journeys/app.ts';

export const PROFILE: readonly Look[] = [
  { name: 'profile, new', path: '/profile' },
  { name: 'profile', path: '/profile', as: 'filled' },
  { name: 'profile, a freeze at work', path: '/profile', as: 'frozen' },
  {
    name: 'profile, offline',
    path: '/profile',
    as: 'filled',
    prepare: async ({ app, page, text }) => {
      await app.context.setOffline(true);
      // Stored data are old enough to be fetched again.
      await page.clock.setFixedTime(NOW + 10 * 60_000);
      await page.evaluate(() => window.dispatchEvent(new Event('pageshow')));
      const [since = ''] = text('common:status.offlineSince').split('{{');
      await expect(page.getByRole('main').getByText(since)).toBeVisible();
    },
  },
  {
    name: 'daily bonus',
    path: '/profile?checkin=1',
    as: 'filled',
    prepare: ({ page }) => expect(page.getByRole('dialog')).toBeVisible(),
  },
  {
    name: 'daily bonus, a freeze at work',
    path: '/profile?checkin=1',
    as: 'frozen',
    prepare: ({ page }) => expect(page.getByRole('dialog')).toBeVisible(),
  },
  {
    name: 'daily bonus, claimed',
    path: '/profile?checkin=1',
    as: 'filled',
    prepare: async (scene) => {
      await claimBonus(scene);
      await expect(scene.page.getByRole('dialog')).toHaveCount(0);
      await scene.page.goto(`${scene.app.server.origin}/profile?checkin=1`);
      const next = scene.page
        .getByRole('dialog')
        .getByRole('button', { name: scene.text('profile:checkIn.claimed') });
      await expect(next).toBeVisible();
    },
  },
  {
    name: 'daily bonus, status failed',
    path: '/profile?checkin=1',
    before: ({ page }) => page.route('**/api/checkin/status', (route) => route.fulfill({ status: 500 })),
    prepare: ({ page }) => expect(page.getByRole('dialog').getByRole('alert')).toBeVisible(),
  },
  {
    name: 'daily bonus, claim failed',
    path: '/profile?checkin=1',
    before: ({ page }) => page.route('**/api/checkin/claim', (route) => route.fulfill({ status: 500 })),
    prepare: async (scene) => {
      await claimBonus(scene);
      await expect(scene.page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'profile, failed',
    path: '/profile',
    before: ({ page }) => page.route('**/api/**', (route) => route.fulfill({ status: 503 })),
    prepare: ({ page }) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'delete my data',
    path: '/profile',
    prepare: async ({ page, text }) => {
      await page.getByRole('button', { name: text('profile:delete.title') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'privacy', path: '/privacy' },
  { name: 'language', path: '/language' },
  {
    name: 'notifications',
    path: '/notifications',
    prepare: async (scene) => {
      await askToWrite(scene, 'allowed');
      await expect(scene.page.getByText(scene.text('notifications:allowed'))).toBeVisible();
    },
  },
  { name: 'notifications, not allowed', path: '/notifications' },
  {
    name: 'notifications, refused',
    path: '/notifications',
    prepare: async (scene) => {
      await askToWrite(scene, 'cancelled');
      await expect(scene.page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'notifications, alerts',
    path: '/notifications',
    prepare: async (scene) => {
      const { page, text } = scene;
      await askToWrite(scene, 'allowed');
      await expect(page.getByText(text('notifications:allowed'))).toBeVisible();
      await setAlert(scene, 'BTC', '123456789.12345678');
      await setAlert(scene, 'TON', '0');
      await expect(page.getByText(text('notifications:alert.missing'))).toBeVisible();
    },
  },
  {
    name: 'notifications, alert of another coin',
    path: '/notifications?alert=gmt-token',
    prepare: ({ page }) => expect(page.locator('input[name="alert-gmt-token"]')).toBeFocused(),
  },
  {
    name: 'notifications, alert refused',
    path: '/notifications',
    prepare: async (scene) => {
      await setAlert(scene, 'TON', '5.25');
      await answerWriteAccess(scene, 'cancelled');
      await expect(scene.page.getByText(scene.text('notifications:alert.refused'))).toBeVisible();
    },
  },
  {
    name: 'notifications, never loaded',
    path: '/notifications',
    before: ({ page }) => page.route('**/api/user/settings/*', (route) => route.fulfill({ status: 503 })),
    prepare: ({ page }) => expect(page.getByRole('alert')).toBeVisible(),
  },
  { name: 'friends, empty', path: '/referrals' },
  { name: 'friends', path: '/referrals', as: 'filled' },
  {
    name: 'friends, failed',
    path: '/referrals',
    before: ({ page }) => page.route('**/api/referrals', (route) => route.fulfill({ status: 500 })),
    prepare: ({ page, text }) => expect(page.getByText(text('referrals:failed'))).toBeVisible(),
  },
  { name: 'badges, new', path: '/achievements' },
  { name: 'badges', path: '/achievements', as: 'filled' },
  {
    name: 'badge, earned',
    path: '/achievements',
    as: 'filled',
    prepare: (scene) => openBadge(scene, earnedBadge(scene)),
  },
  {
    name: 'badge, its picture',
    path: '/achievements',
    as: 'filled',
    prepare: async (scene) => {
      await openBadge(scene, earnedBadge(scene));
      await press(scene.page.getByRole('button', { name: scene.text('achievements:share.button') }));
      await expect(scene.page.locator('dialog canvas')).toBeVisible();
    },
  },
  {
    name: 'badge, locked',
    path: '/achievements',
    as: 'filled',
    prepare: (scene) => openBadge(scene, scene.page.getByRole('main').getByRole('listitem').last()),
  },
];

type WriteAccess = 'allowed' | 'cancelled';

/** Asks whether the bot may write, and answers like the messaging app. */
async function askToWrite(scene: Scene, status: WriteAccess): Promise<void> {
  await scene.page.getByRole('button', { name: scene.text('notifications:allow') }).click();
  await answerWriteAccess(scene, status);
}

async function answerWriteAccess({ app, page }: Scene, status: WriteAccess): Promise<void> {
  await expect
    .poll(async () => (await app.host.messages(page)).map(({ type }) => type))
    .toContain('web_app_request_write_access');
  await app.host.send(page, 'write_access_requested', { status });
}

async function setAlert({ page }: Scene, coin: string, price: string): Promise<void> {
  const form = page.locator(`form[name="alert-${coin}"]`);
  await form.getByRole('textbox').fill(price);
  await form.getByRole('button').last().click();
}

async function claimBonus({ page, text }: Scene): Promise<void> {
  const claim = page
    .getByRole('dialog')
    .getByRole('button', { name: text('profile:checkIn.claimNow'), exact: true });
  await claim.click();
}

/** The newest one: the nearest unearned ones stand above it. */
function earnedBadge({ page, text }: Scene): Locator {
  return page
    .getByRole('region', { name: text('achievements:earned') })
    .getByRole('listitem')
    .first();
}

async function openBadge({ page }: Scene, place: Locator): Promise<void> {
  await press(place.getByRole('button'));
  await expect(page.getByRole('dialog')).toBeVisible();
}
