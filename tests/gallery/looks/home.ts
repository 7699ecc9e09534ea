/** Home, its advert, and the market. */

import type { Look } from '#tests/gallery/look.ts';
import { expect } from '#tests/journeys/app.ts';

const SOURCES = [
  { name: 'CoinGecko', url: 'https://www.coingecko.com' },
  { name: 'Alternative.me', url: 'https://alternative.me/crypto/fear-and-greed-index/' },
];

export const HOME: readonly Look[] = [
  { name: 'home', path: '/index', as: 'filled' },
  {
    name: 'advert',
    path: '/index',
    as: 'filled',
    withAdvert: true,
    prepare: ({ page }) => expect(page.getByRole('dialog')).toBeVisible(),
  },
  { name: 'market', path: '/cryptooverview' },
  {
    name: 'market, with its sources',
    path: '/cryptooverview',
    before: ({ page }) =>
      page.route('**/api/market/overview*', async (route) => {
        const response = await route.fetch();
        const live = { ...(await response.json()), sample: false, sources: SOURCES };
        await route.fulfill({ response, json: live });
      }),
    prepare: ({ page }) => expect(page.getByRole('link', { name: 'CoinGecko' })).toBeVisible(),
  },
  {
    name: 'market, never loaded',
    path: '/cryptooverview',
    before: ({ page }) => page.route('**/api/market/overview*', (route) => route.fulfill({ status: 503 })),
  },
];
