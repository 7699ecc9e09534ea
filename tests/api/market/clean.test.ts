/** Validation of the market services' answers: one malformed field at a time. */
import { describe, expect, test } from 'vitest';
import { cleanCoins, cleanGlobal, cleanIds } from '#api/market/clean.ts';
import { readIndex } from '#api/market/fear-greed.ts';
import global from '#tests/upstream/shapes/coingecko-global.json' with { type: 'json' };
import markets from '#tests/upstream/shapes/coingecko-markets.json' with { type: 'json' };
import fearGreed from '#tests/upstream/shapes/fear-greed.json' with { type: 'json' };

const [bitcoin] = markets;
/** The shape with a change to its first coin. */
const withFirst = (change: object) => [{ ...bitcoin, ...change }, ...markets.slice(1)];

test('the full shape is accepted without a log line', () => {
  const cleaned = cleanCoins(markets);
  expect(cleaned).toMatchObject({ ok: true, oddities: [] });
  expect(cleaned.ok && cleaned.value.length).toBe(markets.length);
  expect(cleaned.ok && cleaned.value[0]).toEqual({
    id: 'bitcoin',
    symbol: 'BTC',
    name: 'Bitcoin',
    icon: 'https://coin-images.coingecko.com/coins/images/1/large/bitcoin.png?1696501400',
    price: 96123.45,
    marketCap: 1912345678901,
    volume: 45123456789,
    rank: 1,
    change: 1.18234,
  });
  expect(cleanGlobal(global)).toMatchObject({ ok: true, value: { change: 1.4212345678 } });
  expect(cleanIds(markets)).toMatchObject({ ok: true, oddities: [] });
});

describe('one coin is dropped, the others stay, and the log names the field', () => {
  test.each([
    ['current_price', null],
    ['current_price', -1],
    ['current_price', 0],
    ['current_price', '96123.45'],
    ['current_price', Number.POSITIVE_INFINITY],
    ['current_price', 1e300],
    ['current_price', 5e-324],
    ['market_cap', -5],
    ['market_cap', 1e20],
    ['total_volume', 1e20],
    ['total_volume', 'much'],
    ['market_cap_rank', 0],
    ['market_cap_rank', 1.5],
    ['market_cap_rank', 1e300],
    ['price_change_percentage_24h', -101],
    ['price_change_percentage_24h', 1e9],
    ['price_change_percentage_24h', '+3'],
    ['id', ''],
    ['id', 'a b'],
    ['id', undefined],
    ['name', '<img src=x onerror=alert(1)>'],
    ['name', '  '],
    ['name', '\u3164\u2800'],
    ['name', 'x'.repeat(81)],
    ['name', null],
    ['symbol', '<b>btc</b>'],
    ['symbol', 'x'.repeat(21)],
  ])('%s: %s', (field, value) => {
    const cleaned = cleanCoins(withFirst({ [field]: value }));
    expect(cleaned).toMatchObject({ ok: true, oddities: [`coin with an odd ${field}`] });
    expect(cleaned.ok && cleaned.value.map(({ id }) => id)).toEqual(markets.slice(1).map(({ id }) => id));
  });

  test('a value that is no coin is dropped', () => {
    for (const odd of [null, 7, 'coin', []]) {
      expect(cleanCoins([odd, ...markets]), `${odd}`).toMatchObject({
        ok: true,
        value: { length: markets.length },
      });
    }
  });
});

test('unknown fields drop nothing', () => {
  const unknown = {
    market_cap: null,
    total_volume: null,
    market_cap_rank: null,
    price_change_percentage_24h: null,
  };
  const cleaned = cleanCoins(withFirst(unknown));
  expect(cleaned).toMatchObject({ ok: true, oddities: [] });
  expect(cleaned.ok && cleaned.value[0]).toMatchObject({ marketCap: 0, volume: 0, rank: null, change: null });
});

test('invisible and direction-changing letters are removed from a name', () => {
  const name = ' Bit\u202ecoin\u200b\ufe0f\u034f \n Gold\u0000\u3164 ';
  const cleaned = cleanCoins(withFirst({ name, symbol: 'b\u2066tc' }));
  expect(cleaned.ok && cleaned.value[0]).toMatchObject({ name: 'Bitcoin Gold', symbol: 'BTC' });
});

test.each([
  'https://evil.example/x.png',
  'http://coin-images.coingecko.com/x.png',
  'https://coin-images.coingecko.com.evil.example/x.png',
  'https://user@coin-images.coingecko.com/x.png',
  'https://:secret@coin-images.coingecko.com/x.png',
  'https://coin-images.coingecko.com:8443/x.png',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  42,
])('the picture %s is dropped and the coin stays', (image) => {
  const cleaned = cleanCoins(withFirst({ image }));
  expect(cleaned).toMatchObject({ ok: true, oddities: ['picture from elsewhere'] });
  expect(cleaned.ok && cleaned.value[0]).toMatchObject({ id: 'bitcoin', icon: '' });
});

test.each([null, undefined, '', 'missing_large.png'])('a missing picture (%s) is not logged', (image) => {
  expect(cleanCoins(withFirst({ image }))).toMatchObject({ ok: true, oddities: [] });
});

test('each kind of oddity is logged once', () => {
  const poisoned = [{ ...bitcoin, current_price: -1 }, { ...bitcoin, current_price: null }, ...markets];
  expect(cleanCoins(poisoned)).toMatchObject({ oddities: ['coin with an odd current_price'] });
});

test('an answer of another shape is refused as a whole', () => {
  for (const answer of [null, {}, 'coins', { coins: markets }, { error: 'limit' }]) {
    expect(cleanCoins(answer)).toEqual({
      ok: false,
      failure: { type: 'unreadable', field: 'not a list of coins' },
    });
    expect(cleanIds(answer)).toMatchObject({ ok: false });
    expect(cleanGlobal(answer)).toMatchObject({ ok: false });
    expect(readIndex(answer)).toMatchObject({ ok: false });
  }
  // Simulates a change of the service in which every coin loses its price.
  const changed = markets.map(({ current_price: price, ...coin }) => ({ ...coin, price }));
  expect(cleanCoins(changed)).toMatchObject({
    ok: false,
    failure: { field: 'coin with an odd current_price' },
  });
  expect(cleanIds([{ id: 'a' }, { id: 7 }])).toMatchObject({ ok: false });
});

test('a list may lose half of its coins and no more', () => {
  const broken = { ...bitcoin, current_price: null };
  const list = (good: number, bad: number) => [
    ...Array.from({ length: good }, () => bitcoin),
    ...Array.from({ length: bad }, () => broken),
  ];
  expect(cleanCoins(list(5, 5))).toMatchObject({ ok: true, value: { length: 5 } });
  expect(cleanCoins(list(5, 4))).toMatchObject({ ok: true, value: { length: 5 } });
  expect(cleanCoins(list(5, 6))).toEqual({
    ok: false,
    failure: { type: 'unreadable', field: 'coin with an odd current_price' },
  });
  expect(cleanCoins([])).toEqual({ ok: true, value: [], oddities: [] });
});

test('figures are accepted up to their limits', () => {
  const most = {
    current_price: 1e16,
    market_cap: 1e16,
    total_volume: 0,
    market_cap_rank: 1_000_000,
    price_change_percentage_24h: 100_000,
    id: 'i'.repeat(120),
    name: 'n'.repeat(80),
    symbol: 's'.repeat(20),
  };
  const least = {
    current_price: 1e-18,
    market_cap: 0,
    market_cap_rank: 1,
    price_change_percentage_24h: -100,
  };
  for (const change of [most, least]) {
    expect(cleanCoins(withFirst(change)), JSON.stringify(change)).toMatchObject({ ok: true, oddities: [] });
  }
  const address = 'https://assets.coingecko.com/';
  const image = `${address}${'x'.repeat(300 - address.length)}`;
  expect(cleanCoins(withFirst({ image }))).toMatchObject({ ok: true, oddities: [] });
  expect(cleanCoins(withFirst({ image: `${image}x` }))).toMatchObject({
    oddities: ['picture from elsewhere'],
  });
  const shares = { market_cap_percentage: { ['b'.repeat(20)]: 100, a: 0 } };
  expect(cleanGlobal({ data: { ...global.data, ...shares } })).toMatchObject({ ok: true });
});

test.each([
  ['total_market_cap', { usd: -1 }, 'data.total_market_cap.usd'],
  ['total_market_cap', { usd: null }, 'data.total_market_cap.usd'],
  ['total_market_cap', { eur: 5 }, 'data.total_market_cap.usd'],
  ['total_market_cap', { usd: 1e300 }, 'data.total_market_cap.usd'],
  ['total_volume', null, 'data.total_volume'],
  ['total_volume', { usd: 1e300 }, 'data.total_volume.usd'],
  ['market_cap_percentage', {}, 'data.market_cap_percentage'],
  ['market_cap_percentage', { btc: 101 }, 'data.market_cap_percentage'],
  ['market_cap_percentage', { btc: '57' }, 'data.market_cap_percentage'],
  // The service controls these texts, so they stay out of the log.
  ['market_cap_percentage', { '<b>btc</b>': 57 }, 'data.market_cap_percentage'],
  ['market_cap_percentage', { 'b\u202etc': 57 }, 'data.market_cap_percentage'],
  ['market_cap_percentage', { 'btc\u200b': 57 }, 'data.market_cap_percentage'],
  ['market_cap_percentage', { 'a line\nof the log': 57 }, 'data.market_cap_percentage'],
  ['market_cap_change_percentage_24h_usd', null, 'data.market_cap_change_percentage_24h_usd'],
])('the whole market with %s %o is refused', (field, value, where) => {
  const answer = { data: { ...global.data, [field]: value } };
  expect(cleanGlobal(answer)).toEqual({ ok: false, failure: { type: 'unreadable', field: where } });
});

test("the index's strings are read as numbers", () => {
  expect(readIndex(fearGreed)).toEqual({
    ok: true,
    value: { value: 72, classification: 'Greed', at: Date.UTC(2026, 6, 1) },
    oddities: [],
  });
  const [index] = fearGreed.data;
  const odd = [{ value: 72 }, { value: '101' }, { value: '-1' }, { value: '7.5' }, { value: null }];
  const classes = ['Panic', null].map((value_classification) => ({ value_classification }));
  const times = [undefined, 1_782_864_000, '1782864000000', '01-07-2026'].map((timestamp) => ({ timestamp }));
  for (const change of [...odd, ...classes, ...times]) {
    expect(readIndex({ data: [{ ...index, ...change }] }), JSON.stringify(change)).toMatchObject({
      ok: false,
    });
  }
  expect(readIndex({ data: [] })).toMatchObject({ ok: false });
});
