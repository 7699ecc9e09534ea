/** Opening the app: step by step for a new user, and the doors that stay closed. */

import type { Look, Scene } from '#tests/gallery/look.ts';
import { AUTH_DATE } from '#tests/gallery/moment.ts';
import { expect } from '#tests/journeys/app.ts';

export const OPENING: readonly Look[] = [
  ...[0, 1, 2, 3].map(
    (step): Look => ({
      name: `onboarding ${step + 1}`,
      path: '/',
      as: 'new',
      prepare: (scene) => goSteps(scene, step),
    }),
  ),
  { name: 'outside the messaging app', path: '/profile', fragment: () => '' },
  {
    name: 'launch too old on an emptied device',
    path: '/',
    as: 'new',
    launch: { authDate: AUTH_DATE - 2 * 86_400 },
    prepare: ({ page, text }) =>
      expect(page.getByRole('heading', { name: text('common:reopen') })).toBeVisible(),
  },
  { name: 'not a phone', path: '/', launch: { platform: 'tdesktop' } },
  {
    name: 'not authorized',
    path: '/profile',
    fragment: () => new URLSearchParams({ tgWebAppVersion: '8.0', tgWebAppPlatform: 'android' }).toString(),
  },
];

async function goSteps({ page }: Scene, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const heading = page.getByRole('heading', { level: 1 });
    const before = await heading.textContent();
    await page.locator('main button').last().click();
    await expect(heading).not.toHaveText(before ?? '');
  }
}
