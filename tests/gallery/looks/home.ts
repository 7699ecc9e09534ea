/** Home, its advert, and the market. */

import { type Look, press, type Scene } from '#tests/gallery/look.ts';
import { NOW } from '#tests/gallery/moment.ts';
import { expect } from '#tests/journeys/app.ts';

const SOURCES = [
  { name: 'CoinGecko', url: 'https://www.coingecko.com' },
  { name: 'Alternative.me', url: 'https://alternative.me/crypto/fear-and-greed-index/' },
];

export const HOME: readonly Look[] = [
  { name: 'home', path: '/index', as: 'filled' },
  { name: 'home, of a new user', path: '/index', as: 'empty' },
  { name: 'home, a freeze at work', path: '/index', as: 'frozen' },
  {
    name: 'home, bonus claimed',
    path: '/index',
    as: 'empty',
    async prepare({ page }) {
      await press(page.getByRole('button', { name: /10$/ }));
      await expect(page.getByText('+10 iRICH')).toBeVisible();
    },
  },
  {
    name: 'home, offline',
    path: '/index',
    as: 'filled',
    async prepare({ app, page, text }) {
      // What comes next is fetched last.
      await expect(page.locator('.last-result-name')).toBeVisible();
      await expect(page.locator('.next-event')).toBeVisible();
      await app.context.setOffline(true);
      // Stored data are old enough to be fetched again.
      await page.clock.setFixedTime(NOW + 10 * 60_000);
      await page.evaluate(() => window.dispatchEvent(new Event('pageshow')));
      await expect(page.getByText(text('profile:checkIn.offline'))).toBeVisible();
    },
  },
  {
    name: 'advert',
    path: '/index',
    as: 'filled',
    withAdvert: true,
    prepare: ({ page }) => expect(page.getByRole('dialog')).toBeVisible(),
  },
  { name: 'market', path: '/cryptooverview' },
  {
    name: 'market, a coin',
    path: '/cryptooverview',
    prepare: (scene) => openCoin(scene, 'Bitcoin'),
  },
  {
    name: 'market, a coin of the list',
    path: '/cryptooverview',
    async prepare(scene) {
      await scene.page.getByRole('searchbox').fill('solana');
      await openCoin(scene, 'Solana');
    },
  },
  {
    name: 'market, own coins',
    path: '/cryptooverview',
    async prepare(scene) {
      const { page, text } = scene;
      for (const name of ['Pepe', 'Aptos', 'Bitcoin']) {
        await openCoin(scene, name);
        const sheet = page.getByRole('dialog');
        await press(sheet.getByRole('button', { name: text('market:watch.add') }));
        await expect(sheet.getByText(text('market:watch.removeAbout'))).toBeVisible();
        await press(sheet.getByRole('button', { name: text('market:sheet.close') }));
        await expect(sheet).toHaveCount(0);
      }
    },
  },
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

async function openCoin({ page }: Scene, name: string): Promise<void> {
  await press(page.getByRole('button', { name }).first());
  await expect(page.getByRole('dialog')).toBeVisible();
}
