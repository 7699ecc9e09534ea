/**
 * Market and calendar on Cloudflare: one object stores and refreshes them by its alarm, and the edge reads them through the
 * platform's cache. Beside the prices it stores the alerts that users set on them.
 */

import type { CalendarProvider } from '#api/calendar/provider.ts';
import { applyImport, planImport } from '#api/calendar/store.ts';
import { openPublicData, type PublicData, type PublicDataDeps, refreshPublicData } from '#api/market/data.ts';
import { historyUntil } from '#api/market/history.ts';
import type { MarketProvider } from '#api/market/provider.ts';
import { publicObjectMigrations } from '#api/migrations.ts';
import { handCrossings } from '#api/notifications/duties.ts';
import { forgetLeft, keepAlerts, leftDueAt } from '#api/notifications/price-alerts/alerts.ts';
import type { HandOverDeps } from '#api/notifications/price-alerts/hand-over.ts';
import type { AlertsPeer } from '#api/notifications/price-alerts/peers.ts';
import { readProbe, writeProbe } from '#api/runtime/health/probe-row.ts';
import { marketProblems } from '#api/runtime/health/problems.ts';
import { probeWhenAsked, type ReadyReport } from '#api/runtime/health/readiness.ts';
import { PUBLIC_CACHE_CONTROL } from '#api/runtime/http/headers.ts';
import { type Alarm, createScheduler } from '#api/runtime/scheduler.ts';
import { migrateOrThrow } from '#api/runtime/sqlite/migrations.ts';
import { CALLS } from '#core/contract/calls.ts';
import type { CalendarPeer } from './operator.ts';

export interface PublicObjectDeps extends PublicDataDeps {
  readonly alarm: Alarm;
  /** The objects of the users whose alerts were crossed; null where no one is notified. */
  readonly user: HandOverDeps['user'] | null;
}

export interface PublicObject extends Omit<PublicData, 'dueAt' | 'refresh'>, CalendarPeer, AlertsPeer {
  /** Sets the alarm if there is none: the cron trigger calls it, should an alarm ever be lost. */
  refresh(): Promise<void>;
  onAlarm(): Promise<void>;
  /** Whether this object's database can be read and written, and how old its market is. */
  ready(): Promise<ReadyReport>;
}

/** Groups of users to whom one alarm hands crossings: each is a call, and the platform counts those of an invocation. */
const MOST_SLICES = 10;
/** How long a duty rests after a failure, milliseconds. */
const PAUSE_MS = 60_000;

export function openPublicObject(deps: PublicObjectDeps): PublicObject {
  const { sql, clock, alarm, user, onFault, onRecovered } = deps;
  migrateOrThrow(sql, publicObjectMigrations, clock.now());
  const data = openPublicData(deps);
  const scheduler = createScheduler({
    alarm,
    duties: [
      refreshPublicData(data),
      {
        name: 'alerts of users who left',
        dueAt: () => leftDueAt(sql, clock.now()),
        work: async () => forgetLeft(sql, clock.now()),
      },
      ...(user === null ? [] : [handCrossings({ sql, clock, user, onFault }, MOST_SLICES)]),
    ],
    clock,
    pauseMs: PAUSE_MS,
    onFault,
    ...(onRecovered && { onRecovered }),
  });
  // The first request creates the object, which has no data yet: its alarm fetches them.
  scheduler.wake();
  return {
    overview: data.overview,
    coins: data.coins,
    calendar: data.calendar,
    prices: data.prices,
    ready: probeWhenAsked({
      clock,
      async probe() {
        const now = clock.now();
        writeProbe(sql, now);
        if (readProbe(sql) !== now) throw new Error('What was written is not there');
        return marketProblems(await data.overview());
      },
    }),
    async refresh() {
      scheduler.wake();
    },
    onAlarm: scheduler.ring,
    async keepAlerts(change) {
      const now = clock.now();
      const kept = keepAlerts(sql, change, historyUntil(sql, now), now);
      scheduler.wake();
      return kept;
    },
    importEvents: async (events, removed, apply) =>
      apply ? applyImport(sql, events, clock.now(), removed) : planImport(sql, events, removed),
  };
}

/** The platform's cache at one of its places. It keeps an answer for as long as its `cache-control` says. */
export interface SharedCache {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
}

/** Reads through a cache: each place asks the object about once a minute, however many readers it has. */
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
    market: {
      overview: () => cached(CALLS.market.path, () => newest().overview()),
      coins: () => cached(CALLS.coins.path, () => newest().coins()),
    },
    calendar: { calendar: () => cached(CALLS.calendar.path, () => newest().calendar()) },
  };
}
