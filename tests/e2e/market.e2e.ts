/** The market overview, on Home and on its own screen: every figure, every state, by role and name. */
import type { Locator, Page } from 'playwright/test';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { type App, expect, failUntilPressed, test } from '#tests/e2e/app.ts';
import { OVERVIEW_CALL, serveMarket } from '#tests/e2e/market.ts';

test.use({ serviceWorkers: 'block' });

const WORDS = {
  en: {
    market: 'Market, 24 h',
    cap: 'Market cap',
    figures: ['Market cap', 'Sample figures', '$3.28T', 'up 1.42 %', '24 h volume $118.93B'],
    date: '1 July 2026, 12:00',
    dial: 'Fear and greed: 61, Greed',
    donut: 'BTC 57.3 %, ETH 11.8 %, Others 30.9 %',
    ton: ['Toncoin', 'TON', 'Rank 19', '$3.41', 'up 2.86 %', '$8.42B', '$241.7M'],
    lists: {
      Leaders: [
        'Bitcoin BTC $94,712.35 up 1.18 %',
        'Ethereum ETH $3,218.07 up 2.31 %',
        'XRP XRP $2.19 down 0.64 %',
      ],
      'Best growth': [
        'Sui SUI $4.12 up 14.83 %',
        'Pepe PEPE $0.000012 up 11.27 %',
        'Arbitrum ARB $0.91 up 9.06 %',
      ],
      'Strong decline': [
        'Cosmos ATOM $4.80 down 7.95 %',
        'Filecoin FIL $3.04 down 6.12 %',
        'Aptos APT $5.22 down 5.47 %',
      ],
    },
    notAdvice: 'This is not financial advice.',
    more: 'More',
    title: 'Market',
  },
  ru: {
    market: 'Рынок за 24 часа',
    cap: 'Капитализация',
    figures: ['Капитализация', 'Демо-данные', '$3,28T', 'рост 1,42 %', 'Объём за 24 ч $118,93B'],
    date: '1 июля 2026 г., 12:00',
    dial: 'Страх и жадность: 61, Жадность',
    donut: 'BTC 57,3 %, ETH 11,8 %, Другие 30,9 %',
    ton: ['Toncoin', 'TON', '19-е место', '$3,41', 'рост 2,86 %', '$8,42B', '$241,7M'],
    lists: {
      Лидеры: [
        'Bitcoin BTC $94 712,35 рост 1,18 %',
        'Ethereum ETH $3 218,07 рост 2,31 %',
        'XRP XRP $2,19 падение 0,64 %',
      ],
      'Лучший рост': [
        'Sui SUI $4,12 рост 14,83 %',
        'Pepe PEPE $0,000012 рост 11,27 %',
        'Arbitrum ARB $0,91 рост 9,06 %',
      ],
      'Сильное падение': [
        'Cosmos ATOM $4,80 падение 7,95 %',
        'Filecoin FIL $3,04 падение 6,12 %',
        'Aptos APT $5,22 падение 5,47 %',
      ],
    },
    notAdvice: 'Это не финансовая рекомендация.',
    more: 'Подробнее',
    title: 'Рынок',
  },
} as const;

const SOURCES = [
  { name: 'CoinGecko', url: 'https://www.coingecko.com/?utm_source=irich&utm_medium=referral' },
  { name: 'Alternative.me', url: 'https://alternative.me/crypto/fear-and-greed-index/' },
];

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const status = (page: Page): Locator => page.getByRole('main').getByRole('status').last();

/** What a list says, item by item, without the letters of its medallions. */
async function itemsOf(list: Locator): Promise<string[]> {
  return list.getByRole('listitem').evaluateAll((items) =>
    items.map((item) => {
      const said = item.cloneNode(true) as HTMLElement;
      for (const hidden of said.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
      const words: string[] = [];
      const walk = document.createTreeWalker(said, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) words.push(walk.currentNode.textContent ?? '');
      return words.join(' ').replace(/\s+/g, ' ').trim();
    }),
  );
}

async function openMarket(app: App): Promise<void> {
  await app.onboard();
  await app.open({ path: '/cryptooverview' });
}

for (const language of ['en', 'ru'] as const) {
  const words = WORDS[language];
  test.describe(language, () => {
    test.use({ language });

    for (const path of ['/index', '/cryptooverview']) {
      test(`${path} shows the whole overview, marked as a sample`, async ({ app, page }) => {
        await app.onboard();
        await app.open({ path });
        const cap = region(page, words.cap);
        for (const text of words.figures) await expect(cap).toContainText(text);
        await expect(page.getByRole('main').locator('time').first()).toHaveText(words.date);
        await expect(page.getByRole('img', { name: words.dial })).toBeVisible();
        await expect(page.getByRole('img', { name: words.donut })).toBeVisible();
        for (const text of words.ton) await expect(region(page, words.ton[0])).toContainText(text);
        await expect(page.getByText(words.notAdvice, { exact: true })).toBeVisible();
        for (const [name, items] of Object.entries(words.lists)) {
          expect(await itemsOf(region(page, name))).toEqual(items);
          // A mark and a caret each.
          await expect(region(page, name).locator('svg')).toHaveCount(6);
        }
      });
    }

    test('from Home to the screen of its own, and back', async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/index' });
      await region(page, words.market).getByRole('link', { name: words.more }).click();
      await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
      await expect(region(page, words.cap)).toContainText('$3');
      await app.host.send(page, 'back_button_pressed');
      await expect(region(page, words.market)).toBeVisible();
    });

    for (const path of ['/index', '/cryptooverview']) {
      for (const width of [320, 390]) {
        test(`${path} at ${width} px: what arrives late moves nothing`, async ({ app, page }) => {
          await page.setViewportSize({ width, height: 844 });
          await page.addInitScript(watchShifts);
          let letGo = (): void => undefined;
          const held = new Promise<void>((resolve) => {
            letGo = resolve;
          });
          await serveMarket(page, { sources: SOURCES }, () => held);
          await app.onboard();
          await app.open({ path });
          await expect(page.locator('main [aria-busy="true"]')).toBeVisible();
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          expect(height).toBeGreaterThan(1000);
          letGo();
          await expect(region(page, words.cap)).toContainText('$3');
          expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
          expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
        });
      }
    }
  });
}

/** Notes what moves on the screen; the bottom bar makes room for the phone's own when the host tells of it. */
function watchShifts(): void {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  type Shift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] };
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      const moved = sources.flatMap(({ node }) => (node instanceof Element ? [node] : []));
      if (moved.every((node) => node.closest('nav') !== null)) continue;
      shifts.push(`${value}: ${moved.map((node) => node.outerHTML.slice(0, 80)).join(' | ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** As an app that nobody looks at, until `lookAgain`. */
async function lookAway(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const state = { isAway: true };
    Object.assign(window, { state });
    Object.defineProperty(document, 'hidden', { get: () => state.isAway });
    Object.defineProperty(document, 'visibilityState', { get: () => (state.isAway ? 'hidden' : 'visible') });
  });
}

function lookAgain(page: Page): Promise<void> {
  return page.evaluate(() => {
    (window as unknown as { state: { isAway: boolean } }).state.isAway = false;
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** As a device that has lost its store. */
function forget(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (const { name } of await indexedDB.databases())
      if (name !== undefined) indexedDB.deleteDatabase(name);
  });
}

const MOODS = [
  [0, 'Extreme Fear', 'Extreme Fear', -90],
  [25, 'Fear', 'Fear', -45],
  [50, 'Neutral', 'Neutral', 0],
  [74, 'Greed', 'Greed', 43.2],
  [100, 'Extreme Greed', 'Extreme Greed', 90],
] as const;

for (const [value, classification, label, degrees] of MOODS) {
  test(`the pointer stands at ${degrees}° for ${value}, ${label}`, async ({ app, page }) => {
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

test('without an index the dial says so, and points nowhere', async ({ app, page }) => {
  await serveMarket(page, { fearGreedIndex: { value: null, classification: 'No Data' } });
  await openMarket(app);
  const dial = page.getByRole('img', { name: 'Fear and greed: —, No Data' });
  await expect(dial).toBeVisible();
  await expect(dial.locator('[transform^="rotate"]')).toHaveCount(0);
  await expect(region(page, 'Fear and greed')).toContainText('—');
});

test('the ring has the first two coins, and the rest of a hundred', async ({ app, page }) => {
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

test('a fall has a caret down, a rise one up, and nothing has neither', async ({ app, page }) => {
  await serveMarket(page, { marketCap: { value: '1000000000000', change: '-3.10' } });
  await openMarket(app);
  await expect(region(page, 'Market cap')).toContainText('down 3.10 %');
  await expect(region(page, 'Market cap').locator('svg')).toHaveCount(1);
  await page.unroute(OVERVIEW_CALL);
  await serveMarket(page, { marketCap: { value: '1000000000000', change: '+0.00' } });
  await forget(page);
  await app.open({ path: '/cryptooverview' });
  await expect(region(page, 'Market cap')).toContainText('0.00 %');
  await expect(region(page, 'Market cap').locator('svg')).toHaveCount(0);
});

test('a picture of a coin lies over its mark or letters, and one that fails leaves them', async ({
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
  // Coins without a mark have a letter, and only the others' changes have an SVG.
  await expect(coins.nth(1).getByText('D', { exact: true })).toBeVisible();
  await expect(coins.nth(1).locator('svg')).toHaveCount(1);
  await expect(coins.nth(2).locator('svg')).toHaveCount(2);
});

test('a source that fails: the last figures, as of when', async ({ app, page }) => {
  await serveMarket(page, { stale: true });
  await openMarket(app);
  await expect(status(page)).toHaveText(/^The source does not answer: figures as of 1 Jul( 2026)?, 12:00$/);
  await expect(region(page, 'Market cap')).toContainText('$3.28T');
  await expect(page.getByText('Sample figures')).toHaveCount(0);
});

test('whose figures these are is said, with links that the host opens; not for a sample', async ({
  app,
  page,
}) => {
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
  await forget(page);
  await app.open({ path: '/cryptooverview' });
  await expect(page.getByText('Sample figures')).toBeVisible();
  await expect(page.getByText('These figures come with the app')).toBeVisible();
  await expect(page.getByText('Data by', { exact: true })).toHaveCount(0);
});

test('how the lists changed since the last overview that this device saw, also without a network', async ({
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
  // A list that did not change says nothing.
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

test('nothing was ever loaded: an empty overview, and one step to fill it', async ({ app, page }) => {
  const fault = await failUntilPressed(page, OVERVIEW_CALL, { status: 503 });
  await openMarket(app);
  await expect(status(page)).toHaveText(
    'No market figures yet. They appear with the first answer of the server.',
  );
  await expect(region(page, 'Market cap')).toContainText('$0');
  await expect(region(page, 'Market cap')).toContainText('24 h volume $0');
  await expect(page.getByRole('img', { name: 'Fear and greed: —, No Data' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'No Data', exact: true })).toBeVisible();
  for (const name of ['Leaders', 'Best growth', 'Strong decline']) {
    await expect(region(page, name)).toContainText('No coins yet.');
  }
  await fault.press(page.getByRole('button', { name: 'Try again' }));
  await expect(region(page, 'Market cap')).toContainText('$3.28T');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('where the sync has to wait, whoever looks again gets the market, and a failed try is made again', async ({
  app,
  page,
}) => {
  await page.clock.install();
  await lookAway(page);
  const market = await serveMarket(page, null);
  await app.onboard();
  await page.addInitScript((userId) => {
    if (location.origin !== 'null')
      localStorage.setItem(`irich:${userId}:boot`, JSON.stringify({ onboarded: true }));
  }, app.user.id);
  const refused = page.waitForResponse((response) => response.status() === 401);
  await app.open({ path: '/cryptooverview', authDate: Math.floor(Date.now() / 1000) - 2 * 86_400 });
  await refused;
  await expect(page.locator('main [aria-busy="true"]')).toBeVisible();
  await lookAgain(page);
  await expect(status(page)).toHaveText(
    'No market figures yet. They appear with the first answer of the server.',
  );
  market.answer({});
  await page.clock.fastForward('01:01');
  await expect(region(page, 'Market cap')).toContainText('$3.28T');
});

test.describe('with the app’s files kept', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the first start of a device without a network says when the market comes, and then it comes', async ({
    app,
    page,
    context,
  }) => {
    await app.onboard();
    await app.open({ path: '/profile' });
    await app.untilPrecached();
    await forget(page);
    await context.setOffline(true);
    await app.open({ path: '/cryptooverview' });
    await expect(status(page)).toHaveText('The market appears here with the first connection.');
    await expect(region(page, 'Market cap')).toContainText('$0');
    await context.setOffline(false);
    await expect(region(page, 'Market cap')).toContainText('$3.28T');
  });
});

test('a snapshot is kept for five minutes, then asked for again; offline it says as of when', async ({
  app,
  page,
  context,
}) => {
  await page.clock.install();
  const market = await serveMarket(page, {});
  await openMarket(app);
  await expect(status(page)).toHaveText(/^Updated \d\d:\d\d$/);
  for (const path of ['/index', '/cryptooverview', '/index']) {
    await app.open({ path });
    await expect(region(page, 'Market cap')).toContainText('$3.28T');
  }
  expect(market.asked()).toBe(1);

  await page.clock.fastForward('04:00');
  expect(market.asked()).toBe(1);
  await page.clock.fastForward('01:05');
  await expect.poll(() => market.asked()).toBe(2);
  await expect(status(page)).toHaveText(/^Updated \d\d:\d\d$/);

  await context.setOffline(true);
  await page.unroute(OVERVIEW_CALL);
  await page.clock.fastForward('05:30');
  await expect(status(page)).toHaveText(/^Offline, last updated \d\d:\d\d$/);
  await expect(region(page, 'Market cap')).toContainText('$3.28T');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await context.setOffline(false);
  await expect(status(page)).toHaveText(/^Updated \d\d:\d\d$/);
});

test('what the server still has is not sent again and counts as new; what the device has lost comes whole', async ({
  app,
  page,
}) => {
  await page.clock.install();
  const answers: (readonly [status: number, hasTag: boolean])[] = [];
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname !== '/api/market/overview') return;
    answers.push([response.status(), 'if-none-match' in response.request().headers()]);
  });
  await openMarket(app);
  await expect(region(page, 'Market cap')).toContainText('$3.28T');
  expect(answers).toEqual([[200, false]]);
  await page.clock.fastForward('05:05');
  await expect
    .poll(() => answers)
    .toEqual([
      [200, false],
      [304, true],
    ]);
  await app.open({ path: '/cryptooverview' });
  await expect(region(page, 'Market cap')).toContainText('$3.28T');
  await page.clock.fastForward('04:00');
  expect(answers.length).toBe(2);
  await forget(page);
  await app.open({ path: '/cryptooverview' });
  await expect(region(page, 'Market cap')).toContainText('$3.28T');
  expect(answers.slice(2)).toEqual([[200, false]]);
});
