/**
 * Market and calendar, the same for everybody: one object keeps the newest of both, and what stands at the edge reads it
 * through the platform's cache.
 */
import { CALLS } from '#core/contract/calls.ts';
import type { CalendarProvider } from '../calendar/provider.ts';
import { PUBLIC_CACHE_CONTROL } from '../http/headers.ts';
import type { MarketProvider } from '../market/provider.ts';
import { type Migration, migrate } from '../sqlite/migrations.ts';
import type { Sql } from '../sqlite/port.ts';

/** How often the newest is fetched, milliseconds: what the cron trigger in `wrangler.toml` says. */
const REFRESH_MS = 5 * 60_000;
/** A snapshot older than this has missed its refresh: whoever reads it fetches. */
const OVERDUE_MS = 2 * REFRESH_MS;
/** How long a source that failed is left alone by those who read. */
const RETRY_MS = 60_000;

export interface PublicData extends MarketProvider, CalendarProvider {
  /** Fetches the newest of both; where a source fails, its last good snapshot stays. Never throws for a source. */
  refresh(): Promise<void>;
  /** Throws where the storage does not answer. */
  ping(): Promise<void>;
}

export interface PublicDataDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly market: MarketProvider;
  readonly calendar: CalendarProvider;
  readonly onFault: (message: string, cause: unknown) => void;
}

const publicMigrations: readonly Migration[] = [
  {
    name: 'public-001',
    statements: [
      'CREATE TABLE snapshots (name TEXT PRIMARY KEY, at INTEGER NOT NULL, value TEXT NOT NULL) STRICT',
    ],
  },
];

export function openPublicData({ sql, clock, market, calendar, onFault }: PublicDataDeps): PublicData {
  const migrated = migrate(sql, publicMigrations, clock.now());
  if (!migrated.ok) throw new Error(`Changed by newer code: ${migrated.error.unknown.join(', ')}`);

  /** One kind of snapshot: fetched by one call at a time, however many wait for it. */
  function snapshots<T extends object>(name: string, fetchNewest: () => Promise<T | null>) {
    let fetching: Promise<void> | null = null;
    let triedAt = Number.NEGATIVE_INFINITY;

    async function fetchAndKeep(): Promise<void> {
      triedAt = clock.now();
      try {
        const value = await fetchNewest();
        if (value === null) return;
        const text = JSON.stringify(value);
        sql.run(
          'INSERT OR REPLACE INTO snapshots (name, at, value) VALUES (?, ?, ?)',
          name,
          clock.now(),
          text,
        );
      } catch (cause) {
        onFault(`The ${name} could not be fetched`, cause);
      }
    }

    function refresh(): Promise<void> {
      fetching ??= fetchAndKeep().finally(() => {
        fetching = null;
      });
      return fetching;
    }

    function kept(): { readonly value: T; readonly isOverdue: boolean } | null {
      const row = sql.get<{ at: number; value: string }>(
        'SELECT at, value FROM snapshots WHERE name = ?',
        name,
      );
      if (row === undefined) return null;
      return { value: JSON.parse(row.value) as T, isOverdue: Math.abs(clock.now() - row.at) > OVERDUE_MS };
    }

    async function newest(): Promise<T | null> {
      const mayTry = fetching !== null || Math.abs(clock.now() - triedAt) > RETRY_MS;
      if (kept()?.isOverdue !== false && mayTry) await refresh();
      const last = kept();
      return last?.isOverdue === true ? { ...last.value, stale: true } : (last?.value ?? null);
    }

    return { newest, refresh };
  }

  const markets = snapshots('market', () => market.overview());
  const calendars = snapshots('calendar', () => calendar.calendar());
  return {
    overview: markets.newest,
    calendar: calendars.newest,
    async refresh() {
      await Promise.all([markets.refresh(), calendars.refresh()]);
    },
    async ping() {
      sql.get('SELECT 1 AS one');
    },
  };
}

/** What the platform offers beside each of its places, kept as long as the answer's own `cache-control` says. */
export interface SharedCache {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
}

/** The same through a cache: however many ask at one place, the object is asked about once a minute. */
export function throughCache(
  cache: SharedCache,
  origin: string,
  newest: () => MarketProvider & CalendarProvider,
): { readonly market: MarketProvider; readonly calendar: CalendarProvider } {
  async function cached<T>(path: string, read: () => Promise<T | null>): Promise<T | null> {
    const url = `${origin}${path}`;
    const known = await cache.match(url);
    if (known !== undefined) return (await known.json()) as T;
    const value = await read();
    if (value !== null) {
      await cache.put(url, Response.json(value, { headers: { 'cache-control': PUBLIC_CACHE_CONTROL } }));
    }
    return value;
  }
  return {
    market: { overview: () => cached(CALLS.market.path, () => newest().overview()) },
    calendar: { calendar: () => cached(CALLS.calendar.path, () => newest().calendar()) },
  };
}
