/** Composes the overview that users see from the services' answers. Pure. */
import type { Coin, MarketOverview } from '#core/contract/public.ts';
import { ALERT_COIN_IDS } from '#core/contract/settings.ts';
import type { MarketCoin } from './clean.ts';
import type { Market } from './coingecko.ts';
import { changeText, decimalText } from './decimal-text.ts';
import type { Index } from './fear-greed.ts';

/**
 * The trading volume in 24 hours that a gainer or a loser needs, USD. Below it a single buyer makes the price. Such a coin must
 * also be among the 1000 largest, and no stablecoin.
 */
export const REAL_VOLUME_USD = 1_000_000;
/** The length of each list. */
const SHOWN = 3;

const SOURCES = {
  market: { name: 'CoinGecko', url: 'https://www.coingecko.com/?utm_source=irich&utm_medium=referral' },
  fearGreed: { name: 'Alternative.me', url: 'https://alternative.me/crypto/fear-and-greed-index/' },
} as const;

export interface Parts {
  readonly market: Market;
  /** Ids. */
  readonly stablecoins: ReadonlySet<string>;
  /** Null if unknown. */
  readonly fearGreed: Index | null;
  /** When the market was read, milliseconds. */
  readonly at: number;
}

export function composeOverview({ market, stablecoins, fearGreed, at }: Parts): MarketOverview {
  const { global } = market;
  const coins = market.coins.filter(isMoving).filter(({ id }) => !stablecoins.has(id));
  const traded = coins.filter(({ volume }) => volume >= REAL_VOLUME_USD);
  const ton = market.coins.filter(isMoving).find(({ id }) => id === ALERT_COIN_IDS.TON);
  return {
    date: new Date(at).toISOString(),
    sample: false,
    stale: false,
    marketCap: { value: decimalText(global.marketCap), change: changeText(global.change) },
    totalVolume: decimalText(global.volume),
    fearGreedIndex: {
      value: fearGreed?.value ?? null,
      classification: fearGreed?.classification ?? 'No Data',
    },
    marketCapPercentage: Object.fromEntries(Object.entries(global.shares).sort(([, a], [, b]) => b - a)),
    tonData: ton === undefined || ton.rank === null ? null : tonOf(ton, ton.rank),
    topCoins: coins.slice(0, SHOWN).map(shown),
    // Sorting is stable: of two equal changes the larger coin comes first.
    topGainers: traded
      .filter(({ change }) => change > 0)
      .sort((a, b) => b.change - a.change)
      .slice(0, SHOWN)
      .map(shown),
    topLosers: traded
      .filter(({ change }) => change < 0)
      .sort((a, b) => a.change - b.change)
      .slice(0, SHOWN)
      .map(shown),
    sources: fearGreed === null ? [SOURCES.market] : [SOURCES.market, SOURCES.fearGreed],
  };
}

type MovingCoin = MarketCoin & { readonly change: number };

function isMoving(coin: MarketCoin): coin is MovingCoin {
  return coin.change !== null;
}

function shown({ name, symbol, icon, price, change }: MovingCoin): Coin {
  return { name, symbol, icon, price: decimalText(price), change: changeText(change) };
}

function tonOf({ symbol, icon, price, change, marketCap, volume }: MovingCoin, rank: number) {
  return {
    rank,
    symbol,
    icon,
    price: decimalText(price),
    change24h: changeText(change),
    marketCap: decimalText(marketCap),
    volume: decimalText(volume),
  };
}
