/**
 * Live market data: the services are asked when due, never on behalf of a reader. Each service has its own schedule, so a
 * failure of one does not affect the others; the last good data stays.
 */
import * as v from 'valibot';
import { CoinList } from '#core/contract/coins.ts';
import { MarketOverview } from '#core/contract/public.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Asking, Failure } from '../runtime/upstream/fetch-json.ts';
import { createService, type ServiceDeps } from '../runtime/upstream/service.ts';
import { composeList } from './coin-list.ts';
import { askMarket, askStablecoins, type Market, type MarketServiceConfig } from './coingecko.ts';
import { composeOverview } from './compose.ts';
import { askFearGreed, Index } from './fear-greed.ts';
import { type KeptPrice, keepHistory, keptPrices } from './history.ts';
import type { MarketSource } from './provider.ts';

/** Between two good answers, milliseconds. */
const EVERY_MS = 5 * 60_000;
const STABLECOINS_EVERY_MS = 24 * 60 * 60_000;
/** An overview older than this has missed its refresh and is marked as stale. */
const STALE_MS = 2 * EVERY_MS;
/** The index changes once a day: an answer older than this, or an index older than the next limit, is not today's. */
const INDEX_HEARD_MS = 24 * 60 * 60_000;
const INDEX_LIFE_MS = 48 * 60 * 60_000;
const LOOK_AGAIN_MS = 60_000;

export interface LiveMarketDeps extends ServiceDeps, Asking {
  readonly market: MarketServiceConfig;
  readonly fearGreedUrl: string;
  /** Those of the coins, by id, on which alerts are set. */
  readonly alerted: (ids: readonly string[]) => readonly string[];
  /** Applies new prices, in the transaction that stores them. @param at when they were read, milliseconds. */
  readonly onPrices: (prices: readonly KeptPrice[], at: number) => void;
}

/** Works on the tables of `market/tables.ts`. */
export function liveMarket(deps: LiveMarketDeps): MarketSource {
  const { sql, clock, alerted, onPrices } = deps;
  const market = createService(deps, 'market', { everyMs: EVERY_MS }, () => askMarket(deps, deps.market));
  const stablecoins = createService(deps, 'stablecoins', { everyMs: STABLECOINS_EVERY_MS }, async () => {
    const answer = await askStablecoins(deps, deps.market);
    // Both services share one rate limit.
    if (!answer.ok && isTooMany(answer.failure)) market.putOff(answer.failure);
    return answer;
  });
  const fearGreed = createService(deps, 'fear and greed', { everyMs: EVERY_MS }, () =>
    askFearGreed(deps, deps.fearGreedUrl),
  );
  let refreshing: Promise<void> | null = null;

  async function askIds(): Promise<void> {
    const ids = await stablecoins.ask();
    if (ids !== null) keep(sql, 'stablecoins', clock.now(), ids);
  }

  async function askIndex(): Promise<void> {
    const index = await fearGreed.ask();
    if (index !== null) keep(sql, 'fear_greed', clock.now(), index);
  }

  async function askCoins(): Promise<Market | null> {
    await askIds();
    // Without the list of stablecoins there is no overview, because stablecoins could lead its lists.
    return kept(sql, 'stablecoins', Ids) === null ? null : market.ask();
  }

  async function refresh(): Promise<void> {
    const [answer] = await Promise.all([askCoins(), askIndex()]);
    if (answer === null) return;
    const at = clock.now();
    const ids = kept(sql, 'stablecoins', Ids);
    const index = kept(sql, 'fear_greed', Index);
    const overview = composeOverview({
      market: answer,
      stablecoins: new Set(ids?.value),
      fearGreed: index !== null && isOfToday(index, at) ? index.value : null,
      at,
    });
    const prices = keptPrices(answer, alerted);
    sql.transaction(() => {
      keep(sql, 'market', at, overview);
      keep(sql, 'coins', at, composeList(answer, at));
      keepHistory(sql, at, overview, prices);
      onPrices(prices, at);
    });
  }

  /** Null if there never was one; a sample was stored under an earlier configuration. */
  function newest<T extends { readonly sample: boolean }>(name: string, schema: v.GenericSchema<unknown, T>) {
    const found = kept(sql, name, schema);
    if (found === null || found.value.sample) return null;
    return { ...found.value, stale: Math.abs(clock.now() - found.at) > STALE_MS };
  }

  return {
    overview: async () => newest('market', MarketOverview),
    coins: async () => newest('coins', CoinList),
    dueAt() {
      // A refresh is running; look again later in case it never ends.
      if (refreshing !== null) return clock.now() + LOOK_AGAIN_MS;
      const isReady = kept(sql, 'stablecoins', Ids) !== null;
      return Math.min(isReady ? market.dueAt() : stablecoins.dueAt(), fearGreed.dueAt());
    },
    refresh() {
      refreshing ??= refresh().finally(() => {
        refreshing = null;
      });
      return refreshing;
    },
  };
}

const Ids = v.array(v.string());

function isTooMany(failure: Failure): boolean {
  return failure.type === 'status' && failure.status === 429;
}

/** @param index the index, and when it was received. */
function isOfToday(index: { readonly at: number; readonly value: Index }, now: number): boolean {
  return Math.abs(now - index.at) <= INDEX_HEARD_MS && Math.abs(now - index.value.at) <= INDEX_LIFE_MS;
}

/** The newest snapshot of a kind; null if there never was one, or none that this version can read. */
function kept<S extends v.GenericSchema>(
  sql: Sql,
  name: string,
  schema: S,
): { readonly at: number; readonly value: v.InferOutput<S> } | null {
  const row = sql.get<{ at: number; value: string }>('SELECT at, value FROM snapshots WHERE name = ?', name);
  const read = row === undefined ? null : v.safeParse(schema, JSON.parse(row.value));
  return row !== undefined && read?.success === true ? { at: row.at, value: read.output } : null;
}

function keep(sql: Sql, name: string, at: number, value: unknown): void {
  sql.run(
    'INSERT OR REPLACE INTO snapshots (name, at, value) VALUES (?, ?, ?)',
    name,
    at,
    JSON.stringify(value),
  );
}
