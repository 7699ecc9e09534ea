/** The market's figures on the screen: dial, ring, carets, pictures, list changes, and sources. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { opened, untilConnected } from '#tests/support/host-calls.ts';
import { main, onScreen, region } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { itemsOf, openMarket, overviewWith, SOURCES } from './overview.ts';

const MOODS = [
  [0, 'Extreme Fear', 'Extreme Fear', -90],
  [25, 'Fear', 'Fear', -45],
  [50, 'Neutral', 'Neutral', 0],
  [74, 'Greed', 'Greed', 43.2],
  [100, 'Extreme Greed', 'Extreme Greed', 90],
] as const;

for (const [value, classification, label, degrees] of MOODS) {
  test(`the pointer is at ${degrees}° for ${value}, ${label}`, async () => {
    await openMarket({ fearGreedIndex: { value, classification } });
    const dial = page.getByRole('img', { name: `Fear and greed: ${value}, ${label}` });
    await onScreen(dial).toBeVisible();
    const svg = dial.element();
    const turned = svg.querySelector('[transform^="rotate"]')?.getAttribute('transform') ?? '';
    const drawn = {
      degrees: Number(/rotate\((\S+)/.exec(turned)?.[1]),
      segments: svg.querySelectorAll('path').length - 1,
    };
    expect(drawn).toEqual({ degrees: expect.closeTo(degrees, 6), segments: 5 });
  });
}

test('without an index the dial says so and has no pointer', async () => {
  await openMarket({ fearGreedIndex: { value: null, classification: 'No Data' } });
  const dial = page.getByRole('img', { name: 'Fear and greed: —, No Data' });
  await onScreen(dial).toBeVisible();
  await onScreen(dial.css('[transform^="rotate"]')).toHaveCount(0);
  await onScreen(region('Fear and greed')).toContainText('—');
});

test('the ring shows the first two coins and the rest up to a hundred', async () => {
  await openMarket({ marketCapPercentage: { usdt: 4.6, eth: 12.9, btc: 56.8 } });
  const ring = page.getByRole('img', { name: 'BTC 56.8 %, ETH 12.9 %, Others 30.3 %' });
  await onScreen(ring).toBeVisible();
  const lengths = ring
    .css('circle')
    .elements()
    .map((slice) => Number(slice.getAttribute('stroke-dasharray')?.split(' ')[0]));
  expect(lengths[0]).toBeGreaterThan(lengths[2] ?? 0);
  expect(lengths[2]).toBeGreaterThan(lengths[1] ?? 0);
  expect(lengths.reduce((sum, one) => sum + one, 0)).toBeCloseTo(100 - 3 * 0.8, 5);
});

test('a fall has a caret down, a rise one up, and no change has neither', async () => {
  await openMarket({ marketCap: { value: '1000000000000', change: '-3.10' } });
  await onScreen(region('Market cap')).toContainText('down 3.10 %');
  await onScreen(region('Market cap').css('svg')).toHaveCount(1);
  await openMarket({ marketCap: { value: '1000000000000', change: '+0.00' } });
  await onScreen(region('Market cap')).toContainText('0.00 %');
  await onScreen(region('Market cap').css('svg')).toHaveCount(0);
});

test("a coin's picture covers its mark or letters, which stay if the picture fails", async () => {
  const [first, second, third] = SAMPLE_OVERVIEW.topCoins;
  if (first === undefined || second === undefined || third === undefined) throw new Error('three coins');
  await openMarket({
    topCoins: [
      { ...first, icon: '/mark.svg' },
      { ...second, symbol: 'DOGE', icon: '/no/such/picture.png' },
      { ...third, icon: 'javascript:alert(1)' },
    ],
  });
  const coins = region('Leaders').getByRole('listitem');
  const picture = coins.nth(0).css('img');
  await onScreen(picture).toBeVisible();
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
  for (const place of [1, 2]) await onScreen(coins.nth(place).css('img')).toHaveCount(0);
  // Coins without a mark show a letter, and only the changes of the others have an SVG.
  await onScreen(coins.nth(1).getByText('D', { exact: true })).toBeVisible();
  await onScreen(coins.nth(1).css('svg')).toHaveCount(1);
  await onScreen(coins.nth(2).css('svg')).toHaveCount(2);
});

test('a failing source leaves the last figures with their age', async () => {
  await openMarket({ stale: true });
  await onScreen(main.getByRole('status').last()).toHaveText(
    /^The source does not answer: figures as of 1 Jul( 2026)?, 12:00$/,
  );
  await onScreen(region('Market cap')).toContainText('$3.28T');
  await onScreen(page.getByText('Sample figures')).toHaveCount(0);
});

test('sources are named with links that the host opens', async () => {
  for (const path of ['/index', '/cryptooverview']) {
    const app = await openMarket({ sources: SOURCES }, { path });
    for (const { name, url } of SOURCES) {
      await onScreen(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', url);
    }
    await onScreen(page.getByText('Data by', { exact: true })).toBeVisible();
    await untilConnected(app);
    await page.getByRole('link', { name: 'CoinGecko', exact: true }).click();
    await expect.poll(() => opened(app)).toEqual([SOURCES[0]?.url]);
  }
});

test('a sample names no source', async () => {
  await renderApp({ path: '/cryptooverview' });
  await onScreen(page.getByText('Sample figures')).toBeVisible();
  await onScreen(page.getByText('These figures come with the app')).toBeVisible();
  await onScreen(page.getByText('Data by', { exact: true })).toHaveCount(0);
});

test('list changes since the last overview on this device are shown, also without a network', async () => {
  const [btc, eth, xrp] = SAMPLE_OVERVIEW.topCoins;
  if (btc === undefined || eth === undefined || xrp === undefined) throw new Error('three coins');
  vi.useFakeTimers({ toFake: ['Date'] });
  const pass = (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    // A screen that comes to the front again looks at the clock.
    window.dispatchEvent(new Event('pageshow'));
  };
  const app = await openMarket({ date: '2026-07-01T12:00:00.000Z' });
  const leaders = region('Leaders');
  await onScreen(leaders.getByRole('listitem')).toHaveCount(3);
  await onScreen(leaders).not.toContainText(/place|new/);
  const doge = { ...xrp, name: 'Dogecoin', symbol: 'DOGE' };
  app.server.answer('market', overviewWith({ date: '2026-07-01T12:05:00.000Z', topCoins: [doge, btc, eth] }));
  pass(301_000);
  const said = [
    'Dogecoin DOGE new in this list $2.19 down 0.64 %',
    'Bitcoin BTC down 1 place $94,712.35 up 1.18 %',
    'Ethereum ETH down 1 place $3,218.07 up 2.31 %',
  ];
  await expect.poll(() => itemsOf(leaders)).toEqual(said);
  await onScreen(page.getByText('▲ and ▼ after a symbol: places in its list')).toBeVisible();
  // An unchanged list shows no changes.
  await onScreen(region('Best growth')).not.toContainText(/place|new/);
  app.server.refuse('market', 'unavailable');
  await app.reopen();
  await expect.poll(() => itemsOf(leaders)).toEqual(said);
  app.server.answer('market', overviewWith({ date: '2026-07-01T12:10:00.000Z', topCoins: [btc, eth, doge] }));
  pass(601_000);
  await expect
    .poll(() => itemsOf(leaders))
    .toEqual([
      'Bitcoin BTC up 1 place $94,712.35 up 1.18 %',
      'Ethereum ETH up 1 place $3,218.07 up 2.31 %',
      'Dogecoin DOGE down 2 places $2.19 down 0.64 %',
    ]);
});
