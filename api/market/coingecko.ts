/** A market service of the shape of https://docs.coingecko.com/reference: figures of the whole market and of its largest coins. */
import { type Asking, fetchJson } from '../outside/fetch-json.ts';
import type { Answer } from '../outside/service.ts';
import {
  type Cleaned,
  cleanCoins,
  cleanGlobal,
  cleanIds,
  type GlobalMarket,
  type MarketCoin,
} from './clean.ts';

export interface MarketServiceConfig {
  /** Without a slash at its end. */
  readonly apiUrl: string;
  /** Null asks without one. */
  readonly apiKey: string | null;
}

export interface Market {
  readonly global: GlobalMarket;
  /** At most 1000, the largest first, none twice. */
  readonly coins: readonly MarketCoin[];
}

const PER_PAGE = 250;
const PAGES = 4;
/** Without these two there is no overview: what lacks them is no list of the largest coins. */
const ALWAYS_THERE = ['bitcoin', 'ethereum'];
/** Fewer of them are no list of the 1000 largest: pages are missing, or one came again and again. */
const LEAST_COINS = 500;

/** Five calls, one after another; the first that fails ends it. */
export async function askMarket(asking: Asking, config: MarketServiceConfig): Promise<Answer<Market>> {
  const global = await ask(asking, config, '/global', {}, cleanGlobal);
  if (!global.ok) return global;
  const pages = await askPages(asking, config, {}, cleanCoins);
  if (!pages.ok) return pages;
  // The list goes on changing while it is read: a coin may be on two pages.
  const coins = [...new Map(pages.value.map((coin) => [coin.id, coin])).values()];
  const missing = ALWAYS_THERE.find((id) => !coins.some((coin) => coin.id === id));
  if (missing !== undefined) return unreadable(`no ${missing}`);
  if (coins.length < LEAST_COINS) return unreadable('too few coins');
  const value = { global: global.value, coins: coins.sort((a, b) => b.marketCap - a.marketCap) };
  return { ok: true, value, oddities: pages.oddities };
}

/** The ids of the coins that the service counts among the stablecoins. */
export async function askStablecoins(
  asking: Asking,
  config: MarketServiceConfig,
): Promise<Answer<readonly string[]>> {
  const ids = await askPages(asking, config, { category: 'stablecoins' }, cleanIds);
  if (!ids.ok) return ids;
  if (ids.value.length === 0) return unreadable('no stablecoins');
  // Then it is the list of all coins.
  const odd = ALWAYS_THERE.find((id) => ids.value.includes(id));
  return odd === undefined ? ids : unreadable(`${odd} among the stablecoins`);
}

/** Keys of the two kinds of account have headers, and hosts, of their own. */
export function keyHeaders({ apiUrl, apiKey }: MarketServiceConfig): Readonly<Record<string, string>> {
  const isPro = new URL(apiUrl).hostname.startsWith('pro-api.');
  return apiKey === null ? {} : { [isPro ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: apiKey };
}

/** Page after page until one is not full. */
async function askPages<T>(
  asking: Asking,
  config: MarketServiceConfig,
  query: Readonly<Record<string, string>>,
  clean: (answer: unknown) => Cleaned<readonly T[]>,
): Promise<Answer<readonly T[]>> {
  const all: T[] = [];
  const oddities = new Set<string>();
  for (let page = 1; page <= PAGES; page++) {
    let isFull = false;
    const paged = {
      vs_currency: 'usd',
      order: 'market_cap_desc',
      per_page: `${PER_PAGE}`,
      page: `${page}`,
      sparkline: 'false',
      ...query,
    };
    const answer = await ask(asking, config, '/coins/markets', paged, (value) => {
      isFull = Array.isArray(value) && value.length >= PER_PAGE;
      return clean(value);
    });
    if (!answer.ok) return answer;
    all.push(...answer.value);
    for (const oddity of answer.oddities) oddities.add(oddity);
    if (!isFull) break;
  }
  return { ok: true, value: all, oddities: [...oddities] };
}

async function ask<T>(
  asking: Asking,
  config: MarketServiceConfig,
  path: string,
  query: Readonly<Record<string, string>>,
  clean: (answer: unknown) => Cleaned<T>,
): Promise<Answer<T>> {
  const url = new URL(`${config.apiUrl}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const fetched = await fetchJson(asking, url.href, { headers: keyHeaders(config) });
  return fetched.ok ? clean(fetched.value) : fetched;
}

function unreadable(field: string): Answer<never> {
  return { ok: false, failure: { type: 'unreadable', field } };
}
