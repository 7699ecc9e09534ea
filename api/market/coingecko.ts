/**
 * A market service with the API of https://docs.coingecko.com/reference: figures of the whole market and of its largest
 * coins.
 */
import { type Asking, fetchJson, unreadable } from '../runtime/upstream/fetch-json.ts';
import type { Answer } from '../runtime/upstream/service.ts';
import { cleanCoins, cleanGlobal, cleanIds, type GlobalMarket, type MarketCoin } from './clean.ts';

export interface MarketServiceConfig {
  /** Without a slash at its end. */
  readonly apiUrl: string;
  /** Null for requests without a key. */
  readonly apiKey: string | null;
}

export interface Market {
  readonly global: GlobalMarket;
  /** At most 1000, the largest first, without duplicates. */
  readonly coins: readonly MarketCoin[];
}

const PER_PAGE = 250;
const PAGES = 4;
/** The largest coins. A list without them is rejected. */
const ALWAYS_THERE = ['bitcoin', 'ethereum'];
/** A shorter list is not the 1000 largest coins: pages are missing or repeated. */
const LEAST_COINS = 500;

/** Makes five calls, one after another; stops at the first failure. */
export async function askMarket(asking: Asking, config: MarketServiceConfig): Promise<Answer<Market>> {
  const global = await ask(asking, config, '/global', {}, cleanGlobal);
  if (!global.ok) return global;
  const pages = await askPages(asking, config, {}, cleanCoins);
  if (!pages.ok) return pages;
  // The list changes while it is read, so a coin may be on two pages.
  const coins = [...new Map(pages.value.map((coin) => [coin.id, coin])).values()];
  const missing = ALWAYS_THERE.find((id) => !coins.some((coin) => coin.id === id));
  if (missing !== undefined) return unreadable(`no ${missing}`);
  if (coins.length < LEAST_COINS) return unreadable('too few coins');
  const value = { global: global.value, coins: coins.sort((a, b) => b.marketCap - a.marketCap) };
  return { ok: true, value, oddities: pages.oddities };
}

/** The ids of the coins that the service lists as stablecoins. */
export async function askStablecoins(
  asking: Asking,
  config: MarketServiceConfig,
): Promise<Answer<readonly string[]>> {
  const ids = await askPages(asking, config, { category: 'stablecoins' }, cleanIds);
  if (!ids.ok) return ids;
  if (ids.value.length === 0) return unreadable('no stablecoins');
  // A list with Bitcoin or Ethereum is the list of all coins.
  const odd = ALWAYS_THERE.find((id) => ids.value.includes(id));
  return odd === undefined ? ids : unreadable(`${odd} among the stablecoins`);
}

/** The two kinds of account use different headers, and different hosts. */
export function keyHeaders({ apiUrl, apiKey }: MarketServiceConfig): Readonly<Record<string, string>> {
  const isPro = new URL(apiUrl).hostname.startsWith('pro-api.');
  return apiKey === null ? {} : { [isPro ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: apiKey };
}

/** Reads page after page until one is not full. */
async function askPages<T>(
  asking: Asking,
  config: MarketServiceConfig,
  query: Readonly<Record<string, string>>,
  clean: (answer: unknown) => Answer<readonly T[]>,
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
    all.push(...answer.value.slice(0, PER_PAGE));
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
  clean: (answer: unknown) => Answer<T>,
): Promise<Answer<T>> {
  const url = new URL(`${config.apiUrl}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const fetched = await fetchJson(asking, url.href, { headers: keyHeaders(config) });
  return fetched.ok ? clean(fetched.value) : fetched;
}
