/** The sheet of a coin, the user's own coins, and the list of all coins. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { SAMPLE_COINS } from '#api/market/sample-coins.ts';
import { MAX_WATCHED } from '#core/market/watch-list.ts';
import { untilInsetsStand } from '#tests/support/host-calls.ts';
import { watchShifts } from '#tests/support/layout-shifts.ts';
import { expectUrl, main, onScreen, press, region } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { makeRecord } from '../calculators/form.ts';
import { itemsOf, openMarket, overviewWith } from './overview.ts';

const WORDS = {
  en: {
    leaders: 'Leaders',
    mine: 'Your coins',
    empty: 'Tap a coin and choose Watch: it will stand here, first of all.',
    watch: /^Watch/,
    unwatch: /^Unwatch/,
    close: 'Close',
    price: '$94,712.35',
    strip: ['BTC $94,712.35 up 1.18 %'],
    all: 'All coins',
    watched: 'watched',
  },
  ru: {
    leaders: 'Лидеры',
    mine: 'Ваши монеты',
    empty: 'Нажмите на монету и выберите «Следить»: она встанет здесь первой.',
    watch: /^Следить/,
    unwatch: /^Не следить/,
    close: 'Закрыть',
    price: '$94 712,35',
    strip: ['BTC $94 712,35 рост 1,18 %'],
    all: 'Все монеты',
    watched: 'вы следите',
  },
} as const;

const COINS = SAMPLE_COINS.coins.length;
const sheet = page.getByRole('dialog');
const coin = (name: string, list = 'Leaders') => region(list).getByRole('button', { name });
const action = (name: string | RegExp) => sheet.getByRole('button', { name });

for (const percent of [100, 200]) {
  test(`a coin with a long name widens neither the page nor its sheet, with text at ${percent} %`, async () => {
    onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
    const long = { name: 'HarryPotterObamaSonic10Inu', symbol: 'HPOS10INU', price: '123456.12' };
    const [first] = SAMPLE_OVERVIEW.topCoins;
    await openMarket(
      { topCoins: first === undefined ? [] : [{ ...first, ...long }] },
      { viewport: { width: 320, height: 568 } },
    );
    await onScreen(coin(long.name)).toBeVisible();
    document.documentElement.style.fontSize = `${percent}%`;
    expect(document.documentElement.scrollWidth).toBe(320);
    await coin(long.name).click();
    await onScreen(action(/^Watch/)).toBeVisible();
    const { scrollWidth, clientWidth } = sheet.element();
    expect(scrollWidth).toBe(clientWidth);
  });
}

test('a price too small for a field leaves it empty', async () => {
  const [first] = SAMPLE_OVERVIEW.topCoins;
  const tiny = { name: 'Tiny', symbol: 'TINY', price: '0.0000000012' };
  await openMarket({ topCoins: first === undefined ? [] : [{ ...first, ...tiny }] });
  await coin(tiny.name).click();
  await onScreen(sheet.getByText('$0.0000000012')).toBeVisible();
  await action(/^Use/).click();
  await onScreen(page.css('input[name="symbol"]')).toHaveValue('TINY');
  await onScreen(page.css('input[name="entryPrice"]')).toHaveValue('');
});

for (const language of ['en', 'ru'] as const) {
  const words = WORDS[language];

  for (const path of ['/index', '/cryptooverview']) {
    test(`${path}: a coin is watched, stays over a restart, and is let go: ${language}`, async () => {
      const app = await renderApp({ path, language });
      await onScreen(region(words.mine).getByText(words.empty)).toBeVisible();
      await coin('Bitcoin', words.leaders).click();
      await onScreen(sheet.getByRole('heading', { level: 2 })).toHaveText('Bitcoin BTC');
      await onScreen(sheet.getByText(words.price)).toBeVisible();
      await action(words.watch).click();
      await onScreen(action(words.unwatch)).toBeVisible();
      await action(words.close).click();
      await onScreen(sheet).toBeHidden();
      await expect.poll(() => itemsOf(region(words.mine))).toEqual(words.strip);

      await app.reopen(path);
      await expect.poll(() => itemsOf(region(words.mine))).toEqual(words.strip);
      await region(words.mine).getByRole('button').click();
      await action(words.unwatch).click();
      await onScreen(action(words.watch)).toBeVisible();
      await press('Escape');
      await onScreen(region(words.mine).getByText(words.empty)).toBeVisible();
    });
  }

  test(`the market's own screen lists and finds every coin: ${language}`, async () => {
    await renderApp({ path: '/cryptooverview', language });
    const all = region(words.all);
    // The first rows, and the others as the end comes near.
    await onScreen(all.getByRole('listitem').first()).toHaveAttribute('aria-setsize', `${COINS}`);
    await expect.poll(() => all.getByRole('listitem').elements().length).toBeLessThan(COINS);
    for (let last = 0; last < COINS; last = all.getByRole('listitem').elements().length) {
      all.getByRole('listitem').last().element().scrollIntoView();
      await expect.poll(() => all.getByRole('listitem').elements().length).toBeGreaterThan(last);
    }
    await all.getByRole('searchbox').fill('tONcoin');
    await onScreen(all.getByRole('listitem')).toHaveCount(1);
    await all.getByRole('button').click();
    await action(words.watch).click();
    await action(words.close).click();
    await onScreen(all.getByRole('img', { name: words.watched })).toBeVisible();
    await all.getByRole('searchbox').fill('no such');
    await onScreen(all.getByRole('listitem')).toHaveCount(0);
    await onScreen(all.getByRole('status')).toBeVisible();
  });
}

test('a price fills in the calculator used last, and can be taken back', async () => {
  await renderApp({ path: '/takeprofitstoploss' });
  await makeRecord('take-profit-stop-loss');
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await coin('Ethereum').click();
  await action(/^Use as price/).click();
  await expectUrl(/\/takeprofitstoploss/);
  await onScreen(page.css('input[name="symbol"]')).toHaveValue('ETH');
  await onScreen(page.css('input[name="entryPrice"]')).toHaveValue('3,218.07');
  await page.getByRole('button', { name: 'Undo' }).click();
  await onScreen(page.css('input[name="symbol"]')).toHaveValue('');
});

test('a user without calculations gets the price in the first risk calculator', async () => {
  await renderApp({ path: '/cryptooverview' });
  await coin('Pepe', 'Best growth').click();
  await action(/^Use as price/).click();
  await expectUrl(/\/riskmoney/);
  await onScreen(page.css('input[name="symbol"]')).toHaveValue('PEPE');
  await onScreen(page.css('input[name="entryPrice"]')).toHaveValue(/^0\.000012/);
});

test('an alert opens at its coin, and is not offered for a coin that was never in the list', async () => {
  const app = await openMarket({}, { path: '/index' });
  await coin('XRP').click();
  await onScreen(action(/^Use as price/)).toBeVisible();
  await onScreen(action(/^Price alert/)).toHaveCount(0);
  await action('Close').click();
  app.server.answer('coins', { ...SAMPLE_COINS, sample: false });
  await forget(app.user.id, 'coins');
  await app.reopen('/cryptooverview');
  await region('All coins').getByRole('searchbox').fill('ripple');
  await region('All coins').getByRole('searchbox').fill('xrp');
  await region('All coins').getByRole('button').click();
  await action(/^Price alert/).click();
  await expectUrl(/\/notifications\?alert=ripple/);
  await onScreen(page.css('input[name="alert-ripple"]')).toBeFocused();
  await app.reopen('/index');
  await coin('Ethereum').click();
  await action(/^Price alert/).click();
  await expectUrl(/\/notifications\?alert=ETH/);
  await onScreen(page.css('input[name="alert-ETH"]')).toBeFocused();
  await onScreen(page.css('input[name="alert-ETH"]')).toBeInViewport();
});

test('the sheet says as of when, and marks a sample', async () => {
  await renderApp({ path: '/index' });
  await coin('Bitcoin').click();
  await onScreen(sheet.getByText('Sample figures')).toBeVisible();
  await onScreen(sheet.getByText(/^as of 1 Jul( 2026)?, 12:00$/)).toBeVisible();
  await openMarket({});
  await coin('Bitcoin').click();
  await onScreen(sheet.getByText(/^as of 1 Jul/)).toBeVisible();
  await onScreen(sheet.getByText('Sample figures')).toHaveCount(0);
});

test('a coin of the list alone is opened, watched, and shows the newer of its prices offline', async () => {
  const app = await renderApp({ path: '/cryptooverview' });
  const all = region('All coins');
  await all.getByRole('searchbox').fill('SOL');
  await all.getByRole('button', { name: 'Solana' }).click();
  await onScreen(sheet.getByRole('heading', { level: 2 })).toContainText('Solana SOL');
  await onScreen(sheet.getByText('$187.62')).toBeVisible();
  await onScreen(sheet.getByText('Sample figures')).toBeVisible();
  await action(/^Watch/).click();
  await action('Close').click();
  await expect.poll(() => itemsOf(region('Your coins'))).toEqual(['SOL $187.62']);
  const coins = SAMPLE_COINS.coins.map((one) =>
    one.id === 'solana' ? { ...one, price: '190.5', time: '2026-07-02T12:00:00.000Z' } : one,
  );
  app.server.answer('coins', { ...SAMPLE_COINS, coins });
  await forget(app.user.id, 'coins');
  await app.reopen('/cryptooverview');
  await expect.poll(() => itemsOf(region('Your coins'))).toEqual(['SOL $190.50']);
  app.server.disconnect();
  await app.reopen('/index');
  await expect.poll(() => itemsOf(region('Your coins'))).toEqual(['SOL $190.50']);
  await region('Your coins').getByRole('button').click();
  await onScreen(sheet.getByText(/^as of 2 Jul/)).toBeVisible();
});

test('a watched coin that leaves the lists keeps its last figures and their time', async () => {
  const app = await openMarket({});
  await coin('Sui', 'Best growth').click();
  await action(/^Watch/).click();
  await action('Close').click();
  const [, ...gainers] = SAMPLE_OVERVIEW.topGainers;
  app.server.answer('market', overviewWith({ topGainers: gainers, date: '2026-07-02T12:00:00.000Z' }));
  await forget(app.user.id, 'market');
  await app.reopen('/cryptooverview');
  await onScreen(region('Best growth').getByRole('listitem')).toHaveCount(2);
  await expect.poll(() => itemsOf(region('Your coins'))).toEqual(['SUI $4.12 up 14.83 %']);
  await onScreen(region('All coins').getByRole('listitem')).toHaveCount(10);
  await region('Your coins').getByRole('button').click();
  await onScreen(sheet.getByText(/^as of 1 Jul( 2026)?, 12:00$/)).toBeVisible();
});

test('the search of all coins stays while it holds text, even if few coins are left', async () => {
  const app = await openMarket({});
  await coin('Cosmos', 'Strong decline').click();
  await action(/^Watch/).click();
  await action('Close').click();
  app.server.answer('market', overviewWith({ topLosers: [] }));
  await forget(app.user.id, 'market');
  await app.reopen('/cryptooverview');
  const all = region('All coins');
  await all.getByRole('searchbox').fill('cosmos');
  await all.getByRole('button').click();
  await action(/^Unwatch/).click();
  await action('Close').click();
  await onScreen(all.getByRole('status')).toBeVisible();
  await onScreen(all.getByRole('searchbox')).toHaveValue('cosmos');
  await all.getByRole('searchbox').fill('');
  await onScreen(all.getByRole('listitem')).toHaveCount(7);
  await onScreen(all.getByRole('searchbox')).toHaveCount(0);
});

test('a full list says so and stays as it is', async () => {
  const many = Array.from({ length: MAX_WATCHED }, (_, index) => ({
    ...SAMPLE_OVERVIEW.topCoins[0],
    name: `Coin ${index}`,
    symbol: `C${index}`,
    date: 5,
  }));
  const app = await renderApp({ path: '/index' });
  await onScreen(coin('Bitcoin')).toBeVisible();
  await changeFacts(app.user.id, { watched: many });
  await app.reopen('/index');
  await onScreen(region('Your coins').getByRole('listitem')).toHaveCount(MAX_WATCHED);
  // Its line scrolls, not the page.
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
  await coin('Bitcoin').click();
  await action(/^Watch/).click();
  await onScreen(page.getByText(`Your list is full: up to ${MAX_WATCHED} coins`)).toBeVisible();
  await onScreen(action(/^Watch/)).toBeVisible();
});

test('own coins come in without moving the screen', async () => {
  const app = await renderApp({ path: '/index', viewport: { width: 320, height: 844 } });
  await coin('Bitcoin').click();
  await action(/^Watch/).click();
  await action('Close').click();
  const height = document.documentElement.scrollHeight;
  const shifts = watchShifts();
  await app.reopen('/index');
  await untilInsetsStand();
  await onScreen(region('Your coins').getByRole('listitem')).toHaveCount(1);
  await onScreen(main.css('[aria-busy="true"]')).toHaveCount(0);
  expect(document.documentElement.scrollHeight).toBe(height);
  expect((await shifts()).filter(({ isBar }) => !isBar)).toEqual([]);
});

/** Changes the device's facts as an earlier visit would have. */
function changeFacts(userId: number, change: object): Promise<void> {
  return inStore(userId, 'settings', (table) => {
    const asked = table.get('facts');
    asked.onsuccess = () => table.put({ ...asked.result, ...change });
  });
}

/** The kept snapshot would be new enough. */
function forget(userId: number, snapshot: 'market' | 'coins'): Promise<void> {
  return inStore(userId, 'snapshots', (table) => table.delete(snapshot));
}

async function inStore(userId: number, name: string, work: (table: IDBObjectStore) => void): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`irich-${userId}`);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(name, 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    work(transaction.objectStore(name));
  });
  database.close();
}
