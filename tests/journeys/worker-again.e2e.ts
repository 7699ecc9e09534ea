/** The service worker is registered again once a network that was lost during its installation is back. */
import { test as base, expect } from '#tests/journeys/app.ts';
import { fileOf } from '#tests/journeys/built.ts';
import { type LossyNetwork, startLossyNetwork } from '#tests/support/lossy-network.ts';

const test = base.extend<{ network: LossyNetwork }>({
  network: async ({ server }, use) => {
    const network = await startLossyNetwork(server.origin);
    await use(network);
    await network.stop();
  },
});

for (const [what, lostAt] of [
  ['registration', () => '/sw.js'],
  // A page in English does not ask for it.
  ['installation', (dist: string) => fileOf(dist, 'locales/ru/faq.json')],
] as const) {
  test(`a network lost at the ${what} of the worker, and back: the app opens offline later`, async ({
    app,
    page,
    context,
    dist,
    network,
  }) => {
    await app.onboard();
    const isRegistered = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
    let isLost = false;
    network.lose = ({ url }) => {
      if (url === lostAt(dist)) isLost = true;
      return isLost;
    };
    await app.open({ path: '/riskmoney', origin: network.origin });
    await expect.poll(() => isLost).toBe(true);
    await context.setOffline(true);
    await expect.poll(isRegistered).toBe(false);
    network.lose = () => false;
    await context.setOffline(false);
    await expect.poll(isRegistered, { timeout: 20_000 }).toBe(true);
    await app.untilPrecached();

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Calculate', exact: true })).toBeVisible();
  });
}
