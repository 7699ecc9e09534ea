/** The market in journeys: overviews served in place of the server's, and locators on the screens. */
import type { Locator, Page } from 'playwright/test';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import type { MarketOverview } from '#core/contract/public.ts';
import type { App } from '#tests/journeys/app.ts';

export const OVERVIEW_CALL = '**/api/market/overview';

export interface Market {
  /** How often the app has asked. */
  asked(): number;
  /** Sets the next answers; null for a server without an overview. */
  answer(change: Partial<MarketOverview> | null): void;
}

/** Serves the sample's figures with these changes, as live ones. */
export async function serveMarket(
  page: Page,
  change: Partial<MarketOverview> | null,
  until: () => Promise<unknown> = async () => undefined,
): Promise<Market> {
  let asked = 0;
  let current = change;
  await page.route(OVERVIEW_CALL, async (route) => {
    asked += 1;
    await until();
    if (current === null)
      await route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: '' } } });
    else await route.fulfill({ json: { ...SAMPLE_OVERVIEW, sample: false, ...current } });
  });
  return {
    asked: () => asked,
    answer(next) {
      current = next;
    },
  };
}

export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const status = (page: Page): Locator => page.getByRole('main').getByRole('status').last();

export async function openMarket(app: App): Promise<void> {
  await app.onboard();
  await app.open({ path: '/cryptooverview' });
}
