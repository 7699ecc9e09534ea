/** A stand-in for the market service: 1000 coins of the shape in `shapes/`, whose figures a test may change. */
import global from './shapes/coingecko-global.json' with { type: 'json' };
import markets from './shapes/coingecko-markets.json' with { type: 'json' };
import { type Asked, type StandIn, startStandIn } from './stand-in.ts';

export type RawCoin = Record<string, unknown>;

export interface MarketService extends StandIn {
  readonly url: string;
  /** By market cap, largest first. Tests may change them. */
  readonly coins: RawCoin[];
  /** Ids of the category. */
  readonly stablecoins: string[];
  readonly global: { data: Record<string, unknown> };
}

const COINS = 1000;

export async function startMarketService(): Promise<MarketService> {
  const coins = manyCoins();
  const stablecoins = ['tether', 'usd-coin'];
  const whole: { data: Record<string, unknown> } = structuredClone(global);

  function answer({ url }: Asked): unknown {
    if (url.pathname.endsWith('/global')) return whole;
    if (!url.pathname.endsWith('/coins/markets') || url.searchParams.get('vs_currency') !== 'usd')
      return undefined;
    const category = url.searchParams.get('category');
    const listed =
      category === null ? coins : coins.filter((coin) => stablecoins.includes(String(coin['id'])));
    if (category !== null && category !== 'stablecoins') return undefined;
    // Like the real service, which caps larger values.
    const perPage = Math.min(250, Number(url.searchParams.get('per_page') ?? 100));
    const from = (Number(url.searchParams.get('page') ?? 1) - 1) * perPage;
    return listed.slice(from, from + perPage);
  }

  const service = await startStandIn(answer);
  return { ...service, url: `${service.origin}/api/v3`, coins, stablecoins, global: whole };
}

/** The shape's own coins first, then copies of its last one, each smaller than the previous. */
function manyCoins(): RawCoin[] {
  const named: RawCoin[] = structuredClone(markets);
  const last = named.at(-1);
  if (last === undefined) throw new Error('The shape is empty');
  const others = Array.from({ length: COINS - named.length }, (_, place) => {
    const rank = named.length + place + 1;
    return {
      ...last,
      id: `coin-${rank}`,
      symbol: `c${rank}`,
      name: `Coin ${rank}`,
      market_cap_rank: rank,
      market_cap: 5_000_000_000 - rank * 1_000_000,
      total_volume: 2_000_000,
      price_change_percentage_24h: (rank % 100) / 100 - 0.5,
    };
  });
  return [...named, ...others];
}
