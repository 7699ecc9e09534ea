/** Market and calendar as each home keeps them, with clock and alarm in the test's hand, before stand-ins of the services. */
import { sampleCalendar } from '#api/calendar/sample.ts';
import { openPublicObject } from '#api/objects/public.ts';
import { refreshByTimer } from '#api/public/by-timer.ts';
import { openPublicData, type PublicConfig, type PublicData, type PublicDataDeps } from '#api/public/data.ts';
import { publicMigrations } from '#api/public/migrations.ts';
import { openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import { migrate } from '#api/sqlite/migrations.ts';
import type { Sql } from '#api/sqlite/port.ts';
import { type Services, startServices } from '#tests/outside/services.ts';

export const PUBLIC_HOMES = ['machine', 'cloudflare'] as const;
export type PublicHomeName = (typeof PUBLIC_HOMES)[number];

/** The feed is asked where the configuration names it. */
export interface PublicHome extends Omit<Services, 'stop'> {
  readonly clock: { at: number; now(): number };
  readonly sql: Sql;
  /** What the log heard. */
  readonly faults: string[];
  /** How often the market service was asked, but for the ids of the stablecoins. */
  marketCalls(): number;
  data(): Pick<PublicData, 'overview' | 'calendar'>;
  /** Time goes on to a moment, and whoever is due meanwhile does its work. */
  until(at: number): Promise<void>;
  /** What was in memory is gone, as after a crash or a new version. */
  restart(): void;
  close(): Promise<void>;
}

export async function openPublicHome(
  name: PublicHomeName,
  change: Partial<PublicConfig> & { readonly hasFeed?: boolean } = {},
  start = Date.UTC(2026, 6, 1, 12),
): Promise<PublicHome> {
  const { market, fearGreed, feed, stop } = await startServices();
  const { hasFeed = false, ...changed } = change;
  const clock = { at: start, now: () => clock.at };
  const sql = openBetterSqlite3(':memory:');
  const faults: string[] = [];
  let alarm: { readonly at: number; readonly run: () => Promise<unknown> } | null = null;
  /** Calls to the services under way. */
  const underWay = new Set<Promise<unknown>>();
  const deps: PublicDataDeps = {
    sql,
    clock,
    config: {
      marketProvider: 'live',
      marketApiUrl: market.url,
      marketApiKey: null,
      fearGreedUrl: fearGreed.url,
      calendarFeedUrl: hasFeed ? feed.url : null,
      ...changed,
    },
    fetch: (url, init) => fetch(url, init),
    userAgent: 'iRICH/test',
    calendar: sampleCalendar(clock),
    onFault: (message, cause) => faults.push(`${message}: ${cause}`),
  };

  function openMachine(): Pick<PublicData, 'overview' | 'calendar'> {
    migrate(sql, publicMigrations, clock.now());
    const data = openPublicData(deps);
    const refresh = () => {
      const work = data.refresh();
      underWay.add(work);
      return work.finally(() => underWay.delete(work));
    };
    refreshByTimer({
      data: { dueAt: data.dueAt, refresh },
      clock,
      after(ms, run) {
        const own = { at: clock.now() + ms, run: async () => run() };
        alarm = own;
        return () => {
          if (alarm === own) alarm = null;
        };
      },
      onFault: deps.onFault,
    });
    return data;
  }

  function openObject(): Pick<PublicData, 'overview' | 'calendar'> {
    const object = openPublicObject({
      ...deps,
      home: null,
      alarm: {
        set(at) {
          alarm = { at, run: () => object.onAlarm() };
        },
        clear() {
          alarm = null;
        },
      },
    });
    return object;
  }

  const open = name === 'machine' ? openMachine : openObject;
  let data = open();
  return {
    clock,
    sql,
    market,
    fearGreed,
    feed,
    faults,
    marketCalls: () => market.asked.filter(({ url }) => url.searchParams.get('category') === null).length,
    data: () => data,
    async until(at) {
      for (;;) {
        const due = alarm;
        if (due === null || due.at > at) break;
        alarm = null;
        clock.at = Math.max(clock.at, due.at);
        await due.run();
        while (underWay.size > 0) await Promise.all(underWay);
        // The next alarm is set in the turn after the work.
        await new Promise(setImmediate);
      }
      clock.at = at;
    },
    restart() {
      alarm = null;
      data = open();
    },
    async close() {
      await stop();
      sql.close();
    },
  };
}
