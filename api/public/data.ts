/**
 * Market and calendar, the same for everybody and in both homes: kept in a database, refreshed when they are due, read without
 * asking anybody outside.
 */
import type { CalendarProvider } from '../calendar/provider.ts';
import { hasEvents, keepReactions, keptCalendar } from '../calendar/store.ts';
import { liveMarket } from '../market/live.ts';
import type { MarketProvider, MarketSource } from '../market/provider.ts';
import { sampleMarket } from '../market/sample.ts';
import type { Asking } from '../outside/fetch-json.ts';
import type { ServiceDeps } from '../outside/service.ts';

export interface PublicConfig {
  readonly marketProvider: 'sample' | 'live';
  readonly marketApiUrl: string;
  readonly marketApiKey: string | null;
  readonly fearGreedUrl: string;
}

export interface PublicDataDeps extends ServiceDeps, Asking {
  readonly config: PublicConfig;
  /** What is shown beside sample figures until events are imported. */
  readonly calendar: CalendarProvider;
}

export interface PublicData extends MarketProvider, CalendarProvider {
  /** The moment from which `refresh` has something to do, milliseconds; null where all of it is bundled. */
  dueAt(): number | null;
  /** Asks whoever is due; where that fails, the last good snapshot stays. Never throws: the next refresh tries again. */
  refresh(): Promise<void>;
  /** Throws where the storage does not answer. */
  ping(): Promise<void>;
}

/** Works on the tables of `publicMigrations`. */
export function openPublicData(deps: PublicDataDeps): PublicData {
  const { sql, clock, config, onFault } = deps;
  const imported = keptCalendar(sql, clock);
  const live: MarketSource | null =
    config.marketProvider === 'sample'
      ? null
      : liveMarket({
          ...deps,
          market: { apiUrl: config.marketApiUrl, apiKey: config.marketApiKey },
          fearGreedUrl: config.fearGreedUrl,
        });
  const market = live ?? sampleMarket();
  const sources: readonly Pick<MarketSource, 'dueAt' | 'refresh'>[] = live === null ? [] : [live];
  return {
    overview: () => market.overview(),
    calendar: () => (live !== null || hasEvents(sql) ? imported : deps.calendar).calendar(),
    dueAt: () => (sources.length === 0 ? null : Math.min(...sources.map((source) => source.dueAt()))),
    async refresh() {
      for (const outcome of await Promise.allSettled(sources.map((source) => source.refresh()))) {
        if (outcome.status === 'rejected') onFault('The market could not be kept', outcome.reason);
      }
      try {
        keepReactions(sql, clock.now());
      } catch (cause) {
        onFault('What the market did at events could not be kept', cause);
      }
    },
    async ping() {
      sql.get('SELECT 1 AS one');
    },
  };
}
