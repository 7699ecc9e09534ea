/** The picker of coins: the list of coins of this device, its marks, and what it does without a network. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { SAMPLE_COINS } from '#api/market/sample-coins.ts';
import { type CoinList, MAX_COINS } from '#core/contract/coins.ts';
import { field, fillField } from '#tests/features/calculators/form.ts';
import { onScreen } from '#tests/support/on-screen.ts';
import { type RenderOptions, renderApp } from '#tests/support/render-app.tsx';

const TEXTS = {
  en: { open: 'Coin from the market', sample: 'Sample data of', live: 'Prices of' },
  ru: { open: 'Монета с рынка', sample: 'Пример на', live: 'Цены на' },
} as const;

const NARROW = { width: 320, height: 640 };
const dialog = page.getByRole('dialog');
const rows = dialog.css('li');
const texts = () => rows.elements().map((row) => row.textContent ?? '');

/** A full list of live prices, all read at a time. */
function fullList(time: string): CoinList {
  const coins = Array.from({ length: MAX_COINS }, (_, index) => ({
    ...{ id: `coin-${index}`, symbol: `C${index}`, name: `Coin ${index}`, price: `${index + 1}.5`, time },
  }));
  return { sample: false, stale: false, coins };
}

const live =
  (coins: CoinList): NonNullable<RenderOptions['before']> =>
  (server) => {
    server.answer('market', { ...SAMPLE_OVERVIEW, sample: false });
    server.answer('coins', coins);
  };

for (const language of ['en', 'ru'] as const) {
  const said = TEXTS[language];
  const open = () => page.getByRole('button', { name: said.open }).click();

  test(`coins of one symbol are told apart by name, and a sample is marked: ${language}`, async () => {
    await renderApp({ path: '/riskmoney', language, viewport: NARROW });
    await open();
    await onScreen(dialog.getByRole('status')).toContainText(said.sample);
    await fillField('search', 'gmt');
    await expect
      .poll(texts)
      .toEqual(['STEPNGMT', 'GoMining TokenGMT'].map((text) => expect.stringContaining(text)));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    await dialog.getByRole('button', { name: 'GoMining Token' }).click();
    await onScreen(field('symbol')).toHaveValue('GMT');
    await onScreen(field('entryPrice')).toHaveValue(language === 'en' ? '0.3287' : '0,3287');
  });

  test(`a full list is rendered as it is scrolled, and works without a network: ${language}`, async () => {
    const app = await renderApp({
      path: '/riskmoney',
      language,
      viewport: NARROW,
      before: live(fullList('2026-07-01T12:00:00.000Z')),
    });
    await open();
    await onScreen(dialog.getByRole('status')).toContainText(said.live);
    await onScreen(rows.first()).toHaveAttribute('aria-setsize', `${MAX_COINS + 10}`);
    app.server.disconnect();
    const shown = () => rows.elements().length;
    expect(shown()).toBeLessThan(MAX_COINS);
    for (let last = 0; last < MAX_COINS + 10; last = shown()) {
      rows.last().element().scrollIntoView();
      await expect.poll(shown).toBeGreaterThan(last);
    }
    await fillField('search', 'c249');
    await rows.first().getByRole('button').click();
    await onScreen(field('symbol')).toHaveValue('C249');
    await onScreen(field('entryPrice')).toHaveValue(language === 'en' ? '250.5' : '250,5');
  });
}

test('a price that is not as of the others says its own time', async () => {
  await renderApp({ path: '/riskmoney', before: live(fullList('2026-07-01T11:00:00.000Z')) });
  await page.getByRole('button', { name: 'Coin from the market' }).click();
  await onScreen(dialog.getByRole('status')).toHaveText(/^Prices of 1 Jul( 2026)?, 11:00, USD$/);
  await fillField('search', 'btc');
  await onScreen(rows).toHaveText(/BTC · 1 Jul( 2026)?, 12:00/);
  await fillField('search', 'c7');
  await onScreen(rows.first()).not.toContainText('·');
});

test('the picker asks for the list when it opens, and offers the coins of the market meanwhile', async () => {
  const app = await renderApp({
    path: '/riskmoney',
    before: (server) => server.refuse('coins', 'unavailable'),
  });
  const open = () => page.getByRole('button', { name: 'Coin from the market' }).click();
  await open();
  await onScreen(rows).toHaveCount(10);
  app.server.recover('coins');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await onScreen(rows.first()).toHaveAttribute('aria-setsize', `${SAMPLE_COINS.coins.length}`);
});
