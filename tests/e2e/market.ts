/** Market overviews that a journey's server answers with instead of its own. */
import type { Page } from 'playwright/test';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import type { MarketOverview } from '#core/contract/public.ts';

export const OVERVIEW_CALL = '**/api/market/overview';

export interface Market {
  /** How often the app has asked. */
  asked(): number;
  /** What it is answered from now on; null for a server that has nothing. */
  answer(change: Partial<MarketOverview> | null): void;
}

/** Answers the page's calls with the sample's figures and these changes, as of real ones. */
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
