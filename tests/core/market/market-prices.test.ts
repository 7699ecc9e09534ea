import { describe, expect, it } from 'vitest';
import type { MarketOverview } from '#core/contract/public.ts';
import { marketPrices } from '#core/market/market-prices.ts';

const coin = (symbol: string, price: string) => ({ name: symbol, symbol, icon: '', price, change: '+1.0' });
const overview: MarketOverview = {
  date: '2026-11-21T14:05:00.000Z',
  sample: true,
  stale: false,
  marketCap: { value: '1', change: '+1' },
  totalVolume: '1',
  fearGreedIndex: { value: null, classification: 'No Data' },
  marketCapPercentage: {},
  tonData: {
    rank: 9,
    symbol: 'TON',
    icon: '',
    price: '5.1',
    change24h: '+1',
    marketCap: '1',
    volume: '1',
  },
  topCoins: [coin('btc', '64120.5'), coin('eth', '3412.07')],
  topGainers: [coin('AR', '18.42'), coin('BTC', '1')],
  topLosers: [coin('DEAD', '0')],
  sources: [],
};

describe('prices of the last snapshot', () => {
  it('include every coin with a price, once', () => {
    const market = marketPrices(overview);
    expect(market?.prices.map(({ symbol, price }) => [symbol, price])).toEqual([
      ['BTC', '64120.5'],
      ['ETH', '3412.07'],
      ['TON', '5.1'],
      ['AR', '18.42'],
    ]);
    expect(market?.date).toBe(Date.UTC(2026, 10, 21, 14, 5));
    expect(market?.sample).toBe(true);
  });

  it('are absent without coins', () => {
    const none = { ...overview, tonData: null, topCoins: [], topGainers: [], topLosers: [] };
    expect(marketPrices(none)).toBeNull();
  });
});
