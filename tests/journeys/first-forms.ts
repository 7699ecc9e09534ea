/** Calculators in the page that the service worker keeps for them, before the app's code has arrived. */
import type { Page } from 'playwright/test';
import { type App, expect } from '#tests/journeys/app.ts';
import { fileOf } from '#tests/journeys/built.ts';
import { hold } from '#tests/journeys/held.ts';
import { hintOnboarded } from '#tests/journeys/onboarding.ts';

export const EMPTY = {
  openedId: null,
  calculated: null,
  filled: {},
  isFromPlan: false,
  targets: [],
  fields: {
    positionType: 'LONG',
    riskAmount: '',
    entryPrice: '',
    stopLossPrice: '',
    takeProfitPrice: '',
    leverage: '',
    symbol: '',
    entryFee: '',
    exitFee: '',
    riskIncludesFees: false,
  },
};
export const draftOf = (fields: object, more: object = {}) => ({
  ...EMPTY,
  ...more,
  fields: { ...EMPTY.fields, ...fields },
});

export const field = (page: Page, name: string) => page.locator(`input[name="${name}"]`);
export interface Start {
  /** By the folder of the calculator; null for none, as the database has answered. */
  readonly drafts?: Readonly<Record<string, unknown>>;
  readonly path?: string;
  readonly isNew?: boolean;
}

/** Opens the page as the worker keeps it, and holds the app's code back until the returned function is called. */
export async function openKept(
  app: App,
  page: Page,
  dist: string,
  start: Start = {},
): Promise<() => Promise<void>> {
  const { drafts = { 'risk-money': null }, path = '/riskmoney', isNew = false } = start;
  if (!isNew) {
    await app.onboard();
    await hintOnboarded(page, app.user.id);
  }
  await page.addInitScript(
    ([prefix, kept]) => {
      for (const [key, draft] of Object.entries(kept))
        if (localStorage.getItem(prefix + key) === null)
          localStorage.setItem(prefix + key, JSON.stringify(draft));
    },
    [`irich:${app.user.id}:draft:`, drafts] as const,
  );
  await page.context().route(
    (url) => !url.pathname.includes('.') && !url.pathname.startsWith('/api/'),
    async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback();
      // With its own content policy, as the worker has kept it.
      await route.fulfill({ response: await route.fetch({ url: `${app.server.origin}/forms.html` }) });
    },
  );
  const release = await hold(page, `**${fileOf(dist, 'base')}`);
  await app.open({ path });
  await page.waitForFunction(
    () => document.readyState === 'complete' || document.readyState === 'interactive',
  );
  return release;
}

/** Whether React has replaced the page's own screen. */
export function isTaken(page: Page): Promise<boolean> {
  return page.evaluate(() => document.getElementById('root')?.hasAttribute('aria-busy') === false);
}

export async function untilTaken(page: Page): Promise<void> {
  await expect.poll(() => isTaken(page)).toBe(true);
}
