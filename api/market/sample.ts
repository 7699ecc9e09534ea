/** Bundled market figures for demonstrations and tests. They are fictional, and every screen says so. */
import type { MarketOverview } from '#core/contract/public.ts';
import type { MarketProvider } from './provider.ts';
import { SAMPLE_COINS, SAMPLE_DATE } from './sample-coins.ts';

export const SAMPLE_OVERVIEW: MarketOverview = {
  date: SAMPLE_DATE,
  sample: true,
  stale: false,
  marketCap: { value: '3284517000000', change: '+1.42' },
  totalVolume: '118934000000',
  fearGreedIndex: { value: 61, classification: 'Greed' },
  marketCapPercentage: { btc: 57.31, eth: 11.84, usdt: 4.62, xrp: 3.97, bnb: 2.95 },
  tonData: {
    rank: 19,
    symbol: 'TON',
    icon: '',
    price: '3.4127',
    change24h: '+2.86',
    marketCap: '8421900000',
    volume: '241700000',
  },
  topCoins: [
    { name: 'Bitcoin', symbol: 'BTC', icon: '', price: '94712.35', change: '+1.18' },
    { name: 'Ethereum', symbol: 'ETH', icon: '', price: '3218.07', change: '+2.31' },
    { name: 'XRP', symbol: 'XRP', icon: '', price: '2.1984', change: '-0.64' },
  ],
  topGainers: [
    { name: 'Sui', symbol: 'SUI', icon: '', price: '4.1276', change: '+14.83' },
    { name: 'Pepe', symbol: 'PEPE', icon: '', price: '0.00001234', change: '+11.27' },
    { name: 'Arbitrum', symbol: 'ARB', icon: '', price: '0.9134', change: '+9.06' },
  ],
  topLosers: [
    { name: 'Cosmos', symbol: 'ATOM', icon: '', price: '4.8021', change: '-7.95' },
    { name: 'Filecoin', symbol: 'FIL', icon: '', price: '3.0488', change: '-6.12' },
    { name: 'Aptos', symbol: 'APT', icon: '', price: '5.2219', change: '-5.47' },
  ],
  sources: [],
};

export function sampleMarket(): MarketProvider {
  return { overview: async () => SAMPLE_OVERVIEW, coins: async () => SAMPLE_COINS };
}
