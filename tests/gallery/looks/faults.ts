/** The app's messages when its own code is missing, broken or old. */

import type { Look } from '#tests/gallery/look.ts';
import { expect } from '#tests/journeys/app.ts';

export const FAULTS: readonly Look[] = [
  {
    name: 'code of a screen missing',
    path: '/calculators',
    before: ({ page }) => page.route(/\/assets\/staking-/, (route) => route.abort()),
    prepare: async ({ page, text }) => {
      await page.locator('main a[href^="/staking"]').click();
      await expect(page.getByRole('heading', { name: text('common:error.screenTitle') })).toBeVisible();
    },
  },
  {
    name: 'screen with a defect',
    path: '/calculators',
    before: ({ app, page }) => {
      app.expectedErrors.push(/a defect made for the picture/);
      return page.route(/\/assets\/staking-.*js/, (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: "throw new Error('a defect made for the picture')",
        }),
      );
    },
    prepare: async ({ page, text }) => {
      await page.locator('main a[href^="/staking"]').click();
      await expect(page.getByRole('heading', { name: text('common:error.title') })).toBeVisible();
    },
  },
  {
    // Last, since the waiting worker stays with the page.
    name: 'new version',
    path: '/language',
    before: ({ page }) => page.addInitScript(pretendWaitingWorker),
    prepare: ({ page, text }) =>
      expect(page.getByRole('button', { name: text('common:update.action') })).toBeVisible(),
  },
];

/** A new version that has been fetched and waits to take over. */
function pretendWaitingWorker(): void {
  if (location.protocol !== 'http:') return;
  const worker = Object.assign(new EventTarget(), {
    scriptURL: new URL('/sw.js', location.href).href,
    state: 'installed',
    postMessage: () => undefined,
  });
  const registration = Object.assign(new EventTarget(), {
    waiting: worker,
    installing: null,
    active: worker,
    update: async () => undefined,
  });
  const container = Object.assign(new EventTarget(), {
    controller: worker,
    ready: Promise.resolve(registration),
    register: async () => registration,
    getRegistration: async () => registration,
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
}
