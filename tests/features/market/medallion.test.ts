/** The mark of a coin. */
import { expect, test } from 'vitest';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { coinMark } from '#core/badge-art/coin.ts';
import { svgText } from '#core/badge-art/files.ts';
import { coinColour, coinLetters, iconUrl } from '#features/market/medallion.ts';

test('a symbol has one colour in any letter case, and the largest coins differ', () => {
  expect(coinColour('btc')).toBe(coinColour('BTC'));
  const great = ['BTC', 'ETH', 'SOL', 'XRP', 'TON'];
  expect(new Set(great.map(coinColour)).size).toBe(great.length);
  for (const symbol of ['', '1INCH', '₿', 'A'.repeat(50)])
    expect(coinColour(symbol)).toMatch(/^var\(--coin-[0-7]\)$/);
});

test('every coin of the sample has its own mark', () => {
  const { tonData, topCoins, topGainers, topLosers } = SAMPLE_OVERVIEW;
  const symbols = [
    tonData?.symbol ?? '',
    ...[topCoins, topGainers, topLosers].flat().map(({ symbol }) => symbol),
  ];
  expect(symbols.length).toBe(10);
  const drawn = symbols.map((symbol) => {
    const mark = coinMark(symbol);
    if (mark === null) throw new Error(`no mark of ${symbol}`);
    expect(coinMark(symbol.toLowerCase())).toBe(mark);
    expect(coinColour(symbol)).toBe(`var(--coin-${mark.colour})`);
    const tokens = new Set<string>();
    const text = svgText(mark.picture, (token) => {
      tokens.add(token);
      return '#fff';
    });
    expect([...tokens]).toEqual(['on-coin']);
    return text;
  });
  expect(new Set(drawn).size).toBe(10);
  for (const unknown of ['', 'DOGE', 'constructor']) expect(coinMark(unknown)).toBeNull();
});

test('letters', () => {
  expect(['btc', 'AR', '', 'W', '𝔹TC'].map(coinLetters)).toEqual(['B', 'AR', '', 'W', '𝔹']);
});

test('only allowed image addresses are requested', () => {
  const page = 'https://app.example/index';
  expect(iconUrl('https://img.example/btc.png', page)).toBe('https://img.example/btc.png');
  expect(iconUrl('http://img.example/btc.png', page)).toBe('https://img.example/btc.png');
  expect(iconUrl('/coins/btc.svg', page)).toBe('https://app.example/coins/btc.svg');
  expect(iconUrl('/coins/btc.svg', 'http://127.0.0.1:8080/')).toBe('http://127.0.0.1:8080/coins/btc.svg');
  for (const nothing of [
    '',
    '  ',
    'javascript:alert(1)',
    'data:image/svg+xml,x',
    'blob:https://x/1',
    'http://',
  ]) {
    expect(iconUrl(nothing, page), nothing).toBeNull();
  }
});
