/** Market and calendar in each deployment, against stand-ins of the services; the test controls clock and alarm. */
import { sampleCalendar } from '#api/calendar/sample.ts';
import { openPublicObject } from '#api/deployments/durable-objects/public.ts';
import {
  openPublicData,
  type PublicConfig,
  type PublicData,
  type PublicDataDeps,
  refreshPublicData,
} from '#api/market/data.ts';
import { publicObjectMigrations } from '#api/migrations.ts';
import { createScheduler, type Scheduler } from '#api/runtime/scheduler.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { type Services, startServices } from '#tests/upstream/services.ts';

export const PUBLIC_DEPLOYMENTS = ['machine', 'cloudflare'] as const;
export type PublicDeploymentName = (typeof PUBLIC_DEPLOYMENTS)[number];

/** The feed is called if the configuration names it. */
export interface PublicDeployment extends Omit<Services, 'stop'> {
  readonly clock: { at: number; now(): number };
  readonly sql: Sql;
  /** Logged faults. */
  readonly faults: string[];
  /** Number of calls to the market service, without those for the ids of stablecoins. */
  marketCalls(): number;
  data(): Pick<PublicData, 'overview' | 'calendar'>;
  /** Advances the time and runs all due work on the way. */
  until(at: number): Promise<void>;
  /** Drops everything in memory, as after a crash or a new version. */
  restart(): void;
  close(): Promise<void>;
}

export async function openPublicDeployment(
  name: PublicDeploymentName,
  change: Partial<PublicConfig> & { readonly hasFeed?: boolean } = {},
  start = Date.UTC(2026, 6, 1, 12),
): Promise<PublicDeployment> {
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
    migrate(sql, publicObjectMigrations, clock.now());
    const data = openPublicData(deps);
    const refresh = () => {
      const work = data.refresh();
      underWay.add(work);
      return work.finally(() => underWay.delete(work));
    };
    const scheduler: Scheduler = createScheduler({
      alarm: {
        set(at) {
          alarm = { at, run: () => scheduler.ring() };
        },
        clear() {
          alarm = null;
        },
      },
      duties: [refreshPublicData({ dueAt: data.dueAt, refresh })],
      clock,
      pauseMs: 60_000,
      onFault: deps.onFault,
    });
    scheduler.wake();
    return data;
  }

  function openObject(): Pick<PublicData, 'overview' | 'calendar'> {
    const object = openPublicObject({
      ...deps,
      user: null,
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
