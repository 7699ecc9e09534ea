/** The market in component tests: overviews that the server answers, and what is on the screen of them. */
import type { Locator } from 'vitest/browser';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import type { MarketOverview } from '#core/contract/public.ts';
import { type RenderOptions, renderApp, type TestApp } from '#tests/support/render-app.tsx';

export const SOURCES = [
  { name: 'CoinGecko', url: 'https://www.coingecko.com/?utm_source=irich&utm_medium=referral' },
  { name: 'Alternative.me', url: 'https://alternative.me/crypto/fear-and-greed-index/' },
];

/** The sample's figures with these changes, as live ones. */
export function overviewWith(change: Partial<MarketOverview>): MarketOverview {
  return { ...SAMPLE_OVERVIEW, sample: false, ...change };
}

/** Opens the market's own screen while the server has the sample's figures with these changes. */
export function openMarket(change: Partial<MarketOverview>, options: RenderOptions = {}): Promise<TestApp> {
  return renderApp({
    path: '/cryptooverview',
    ...options,
    before(server) {
      server.answer('market', overviewWith(change));
      options.before?.(server);
    },
  });
}

/** The text of each list item without the letters of its medallion. */
export function itemsOf(list: Locator): string[] {
  return list
    .getByRole('listitem')
    .elements()
    .map((item) => {
      const said = item.cloneNode(true) as HTMLElement;
      for (const hidden of said.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
      const words: string[] = [];
      const walk = document.createTreeWalker(said, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) words.push(walk.currentNode.textContent ?? '');
      return words.join(' ').replace(/\s+/g, ' ').trim();
    });
}
