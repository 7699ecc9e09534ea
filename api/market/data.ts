/**
 * Market and calendar, the same for every user and in both deployments: kept in a database and refreshed when due. Reading
 * them calls no outside service.
 */

import type { PricesSince } from '#core/contract/seals.ts';
import { calendarFeed, FEED_LIFE_MS } from '../calendar/feed-source.ts';
import type { CalendarProvider } from '../calendar/provider.ts';
import { hasEvents, keepReactions, keptCalendar } from '../calendar/store.ts';
import { alertedAmong, applyPrices } from '../notifications/price-alerts/alerts.ts';
import type { Duty } from '../runtime/scheduler.ts';
import type { Asking } from '../runtime/upstream/fetch-json.ts';
import type { ServiceDeps } from '../runtime/upstream/service.ts';
import { pricesSince } from './history.ts';
import { liveMarket } from './live.ts';
import type { MarketProvider, MarketSource } from './provider.ts';
import { sampleMarket } from './sample.ts';

export interface PublicConfig {
  readonly marketProvider: 'sample' | 'live';
  readonly marketApiUrl: string;
  readonly marketApiKey: string | null;
  readonly fearGreedUrl: string;
  readonly calendarFeedUrl: string | null;
}

export interface PublicDataDeps extends ServiceDeps, Asking {
  readonly config: PublicConfig;
  /** Shown with sample figures if there is no feed, until events are imported. */
  readonly calendar: CalendarProvider;
}

export interface PublicData extends MarketProvider, CalendarProvider {
  /** The moment from which `refresh` has work, milliseconds; null if all data is bundled. */
  dueAt(): number | null;
  /**
   * Asks the providers that are due; after a failure the last good snapshot stays. Never throws: the next refresh tries
   * again.
   */
  refresh(): Promise<void>;
  /** What the kept prices say of a plan since a moment, milliseconds; null without any. @param plan base64url */
  prices(plan: string, since: number): Promise<PricesSince | null>;
}

/** Works on the tables of `publicTables`. */
export function openPublicData(deps: PublicDataDeps): PublicData {
  const { sql, clock, config, onFault } = deps;
  const feed = config.calendarFeedUrl === null ? null : calendarFeed(deps, config.calendarFeedUrl);
  const kept = keptCalendar(sql, clock, feed === null ? null : FEED_LIFE_MS);
  const live: MarketSource | null =
    config.marketProvider === 'sample'
      ? null
      : liveMarket({
          ...deps,
          market: { apiUrl: config.marketApiUrl, apiKey: config.marketApiKey },
          fearGreedUrl: config.fearGreedUrl,
          alerted: (ids) => alertedAmong(sql, ids),
          onPrices: (prices, at) => applyPrices(sql, prices, at),
        });
  const market = live ?? sampleMarket();
  const sources: readonly Pick<MarketSource, 'dueAt' | 'refresh'>[] = [live, feed].filter(
    (source) => source !== null,
  );
  return {
    overview: () => market.overview(),
    coins: () => market.coins(),
    calendar: () => (sources.length > 0 || hasEvents(sql) ? kept : deps.calendar).calendar(),
    prices: async (plan, since) => pricesSince(sql, plan, since, clock.now()),
    dueAt: () => (sources.length === 0 ? null : Math.min(...sources.map((source) => source.dueAt()))),
    async refresh() {
      for (const outcome of await Promise.allSettled(sources.map((source) => source.refresh()))) {
        if (outcome.status === 'rejected') onFault('Market or calendar could not be kept', outcome.reason);
      }
      try {
        keepReactions(sql, clock.now());
      } catch (cause) {
        onFault('The market reactions to events could not be kept', cause);
      }
    },
  };
}

/** The least time between two refreshes, milliseconds: data stay due while the database cannot be written. */
const REST_MS = 1000;

export function refreshPublicData({ dueAt, refresh }: Pick<PublicData, 'dueAt' | 'refresh'>): Duty {
  return { name: 'market and calendar', restMs: REST_MS, mayBeCut: true, dueAt, work: refresh };
}
