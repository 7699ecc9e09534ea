/** The market's figures on the screen: dial, ring, carets, pictures, list changes, and sources. */
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { expect, test } from '#tests/journeys/app.ts';
import {
  itemsOf,
  OVERVIEW_CALL,
  openMarket,
  region,
  SOURCES,
  serveMarket,
  status,
} from '#tests/journeys/market.ts';

test.use({ serviceWorkers: 'block' });

const MOODS = [
  [0, 'Extreme Fear', 'Extreme Fear', -90],
  [25, 'Fear', 'Fear', -45],
  [50, 'Neutral', 'Neutral', 0],
  [74, 'Greed', 'Greed', 43.2],
  [100, 'Extreme Greed', 'Extreme Greed', 90],
] as const;

for (const [value, classification, label, degrees] of MOODS) {
  test(`the pointer is at ${degrees}° for ${value}, ${label}`, async ({ app, page }) => {
    await serveMarket(page, { fearGreedIndex: { value, classification } });
    await openMarket(app);
    const dial = page.getByRole('img', { name: `Fear and greed: ${value}, ${label}` });
    await expect(dial).toBeVisible();
    const drawn = await dial.evaluate((svg) => {
      const turned = svg.querySelector('[transform^="rotate"]')?.getAttribute('transform') ?? '';
      return {
        degrees: Number(/rotate\((\S+)/.exec(turned)?.[1]),
        segments: svg.querySelectorAll('path').length - 1,
      };
    });
    expect(drawn).toEqual({ degrees: expect.closeTo(degrees, 6), segments: 5 });
  });
}

test('without an index the dial says so and has no pointer', async ({ app, page }) => {
  await serveMarket(page, { fearGreedIndex: { value: null, classification: 'No Data' } });
  await openMarket(app);
  const dial = page.getByRole('img', { name: 'Fear and greed: —, No Data' });
  await expect(dial).toBeVisible();
  await expect(dial.locator('[transform^="rotate"]')).toHaveCount(0);
  await expect(region(page, 'Fear and greed')).toContainText('—');
});

test('the ring shows the first two coins and the rest up to a hundred', async ({ app, page }) => {
  await serveMarket(page, { marketCapPercentage: { usdt: 4.6, eth: 12.9, btc: 56.8 } });
  await openMarket(app);
  const ring = page.getByRole('img', { name: 'BTC 56.8 %, ETH 12.9 %, Others 30.3 %' });
  await expect(ring).toBeVisible();
  const lengths = await ring
    .locator('circle')
    .evaluateAll((slices) =>
      slices.map((slice) => Number(slice.getAttribute('stroke-dasharray')?.split(' ')[0])),
    );
  expect(lengths[0]).toBeGreaterThan(lengths[2] ?? 0);
  expect(lengths[2]).toBeGreaterThan(lengths[1] ?? 0);
  expect(lengths.reduce((sum, one) => sum + one, 0)).toBeCloseTo(100 - 3 * 0.8, 5);
});

test('a fall has a caret down, a rise one up, and no change has neither', async ({ app, page }) => {
  await serveMarket(page, { marketCap: { value: '1000000000000', change: '-3.10' } });
  await openMarket(app);
  await expect(region(page, 'Market cap')).toContainText('down 3.10 %');
  await expect(region(page, 'Market cap').locator('svg')).toHaveCount(1);
  await page.unroute(OVERVIEW_CALL);
  await serveMarket(page, { marketCap: { value: '1000000000000', change: '+0.00' } });
  await app.forget('databases');
  await app.open({ path: '/cryptooverview' });
  await expect(region(page, 'Market cap')).toContainText('0.00 %');
  await expect(region(page, 'Market cap').locator('svg')).toHaveCount(0);
});

test("a coin's picture covers its mark or letters, which stay if the picture fails", async ({
  app,
  page,
}) => {
  const [first, second, third] = SAMPLE_OVERVIEW.topCoins;
  if (first === undefined || second === undefined || third === undefined) throw new Error('three coins');
  await serveMarket(page, {
    topCoins: [
      { ...first, icon: '/mark.svg' },
      { ...second, symbol: 'DOGE', icon: '/no/such/picture.png' },
      { ...third, icon: 'javascript:alert(1)' },
    ],
  });
  await openMarket(app);
  const coins = region(page, 'Leaders').getByRole('listitem');
  const picture = coins.nth(0).locator('img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  for (const place of [1, 2]) await expect(coins.nth(place).locator('img')).toHaveCount(0);
  // Coins without a mark show a letter, and only the changes of the others have an SVG.
  await expect(coins.nth(1).getByText('D', { exact: true })).toBeVisible();
  await expect(coins.nth(1).locator('svg')).toHaveCount(1);
  await expect(coins.nth(2).locator('svg')).toHaveCount(2);
});

test('a failing source leaves the last figures with their age', async ({ app, page }) => {
  await serveMarket(page, { stale: true });
  await openMarket(app);
  await expect(status(page)).toHaveText(/^The source does not answer: figures as of 1 Jul( 2026)?, 12:00$/);
  await expect(region(page, 'Market cap')).toContainText('$3.28T');
  await expect(page.getByText('Sample figures')).toHaveCount(0);
});

test('sources are named with links that the host opens, but not for a sample', async ({ app, page }) => {
  await serveMarket(page, { sources: SOURCES });
  await app.onboard();
  for (const path of ['/index', '/cryptooverview']) {
    await app.open({ path });
    for (const { name, url } of SOURCES) {
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', url);
    }
    await expect(page.getByText('Data by', { exact: true })).toBeVisible();
  }
  await page.getByRole('link', { name: 'CoinGecko', exact: true }).click();
  await expect
    .poll(
      async () => (await app.host.messages(page)).findLast(({ type }) => type === 'web_app_open_link')?.data,
    )
    .toMatchObject({ url: SOURCES[0]?.url });
  await page.unroute(OVERVIEW_CALL);
  await app.forget('databases');
  await app.open({ path: '/cryptooverview' });
  await expect(page.getByText('Sample figures')).toBeVisible();
  await expect(page.getByText('These figures come with the app')).toBeVisible();
  await expect(page.getByText('Data by', { exact: true })).toHaveCount(0);
});

test('list changes since the last overview on this device are shown, also without a network', async ({
  app,
  page,
}) => {
  const [btc, eth, xrp] = SAMPLE_OVERVIEW.topCoins;
  if (btc === undefined || eth === undefined || xrp === undefined) throw new Error('three coins');
  await page.clock.install();
  const market = await serveMarket(page, { date: '2026-07-01T12:00:00.000Z' });
  await openMarket(app);
  const leaders = region(page, 'Leaders');
  await expect(leaders.getByRole('listitem')).toHaveCount(3);
  await expect(leaders).not.toContainText(/place|new/);
  const doge = { ...xrp, name: 'Dogecoin', symbol: 'DOGE' };
  market.answer({ date: '2026-07-01T12:05:00.000Z', topCoins: [doge, btc, eth] });
  await page.clock.fastForward('05:01');
  const said = [
    'Dogecoin DOGE new in this list $2.19 down 0.64 %',
    'Bitcoin BTC down 1 place $94,712.35 up 1.18 %',
    'Ethereum ETH down 1 place $3,218.07 up 2.31 %',
  ];
  await expect.poll(() => itemsOf(leaders)).toEqual(said);
  await expect(page.getByText('▲ and ▼ after a symbol: places in its list')).toBeVisible();
  // An unchanged list shows no changes.
  await expect(region(page, 'Best growth')).not.toContainText(/place|new/);
  market.answer(null);
  await app.open({ path: '/cryptooverview' });
  await expect.poll(() => itemsOf(leaders)).toEqual(said);
  market.answer({ date: '2026-07-01T12:10:00.000Z', topCoins: [btc, eth, doge] });
  await page.clock.fastForward('10:01');
  await expect
    .poll(() => itemsOf(leaders))
    .toEqual([
      'Bitcoin BTC up 1 place $94,712.35 up 1.18 %',
      'Ethereum ETH up 1 place $3,218.07 up 2.31 %',
      'Dogecoin DOGE down 2 places $2.19 down 0.64 %',
    ]);
});
