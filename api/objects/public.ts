/**
 * Market and calendar on Cloudflare: one object keeps them and refreshes them by its alarm, and what stands at the edge reads
 * it through the platform's cache. Beside the prices it keeps what users have set on them.
 */
import { CALLS } from '#core/contract/calls.ts';
import { forgetLeft, keepAlerts, leftDueAt } from '../alerts/alerts.ts';
import type { HandOverDeps } from '../alerts/hand-over.ts';
import type { AlertsPeer } from '../alerts/peers.ts';
import type { CalendarProvider } from '../calendar/provider.ts';
import { applyImport, planImport } from '../calendar/store.ts';
import { readProbe, writeProbe } from '../health/probe-row.ts';
import { marketProblems } from '../health/problems.ts';
import { probeWhenAsked, type ReadyReport } from '../health/readiness.ts';
import { PUBLIC_CACHE_CONTROL } from '../http/headers.ts';
import { historyUntil } from '../market/history.ts';
import type { MarketProvider } from '../market/provider.ts';
import { openPublicData, type PublicData, type PublicDataDeps } from '../public/data.ts';
import { publicMigrations } from '../public/migrations.ts';
import { migrate } from '../sqlite/migrations.ts';
import { type Alarm, createAlarmClock } from './alarm.ts';
import type { CalendarPeer } from './operator.ts';
import { handCrossings } from './prices.ts';

export interface PublicObjectDeps extends PublicDataDeps {
  readonly alarm: Alarm;
  /** The objects of users, who are told what their alerts have seen; null where nobody is told. */
  readonly home: HandOverDeps['home'] | null;
}

export interface PublicObject extends Omit<PublicData, 'dueAt' | 'refresh'>, CalendarPeer, AlertsPeer {
  /** Sees to it that there is an alarm: the cron trigger's part, should an alarm ever have been lost. */
  refresh(): Promise<void>;
  onAlarm(): Promise<void>;
  /** Whether this object's database can be read and written, and how old its market is. */
  ready(): Promise<ReadyReport>;
}

/** How long until the alarm rings again after it has failed, milliseconds. */
const PAUSE_MS = 60_000;

export function openPublicObject(deps: PublicObjectDeps): PublicObject {
  const { sql, clock, alarm, home, onFault } = deps;
  const migrated = migrate(sql, publicMigrations, clock.now());
  if (!migrated.ok) throw new Error(`Changed by newer code: ${migrated.error.unknown.join(', ')}`);
  const data = openPublicData(deps);
  const alarmClock = createAlarmClock({
    alarm,
    duties: [
      { dueAt: data.dueAt, work: data.refresh },
      { dueAt: () => leftDueAt(sql, clock.now()), work: async () => forgetLeft(sql, clock.now()) },
      ...(home === null ? [] : [handCrossings({ sql, clock, home, onFault })]),
    ],
    clock,
    isPaused: false,
    pauseMs: PAUSE_MS,
    jitterMs: () => 0,
    onFault: (cause) => onFault('What is due of market, calendar and prices could not be done', cause),
  });
  // The first request finds nothing, and makes the object: its alarm fetches the data.
  alarmClock.wake();
  return {
    overview: data.overview,
    calendar: data.calendar,
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
      alarmClock.wake();
    },
    onAlarm: alarmClock.ring,
    async keepAlerts(change) {
      const now = clock.now();
      const kept = keepAlerts(sql, change, historyUntil(sql, now), now);
      alarmClock.wake();
      return kept;
    },
    importEvents: async (events, removed, apply) =>
      apply ? applyImport(sql, events, clock.now(), removed) : planImport(sql, events, removed),
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
