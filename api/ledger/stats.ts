/** Counts users, activity and points for the operator. Reads the events in chunks and never takes the write lock. */
import { dayOf } from '#core/points/days.ts';
import { BUCKETS, type Bucket } from '#core/points/events.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { NOT_BY_OTHERS } from './tables.ts';

/** Days and weeks that are reported, the present one included. */
const DAYS = 14;
const WEEKS = 8;
const CAMPAIGNS = 20;
const CHUNK = 5000;

/** A UTC day, since 1970-01-01. */
export interface DayStats {
  readonly day: number;
  readonly registered: number;
  /** Users of whom the server received something on that day. */
  readonly active: number;
}

export interface WeekStats {
  /** A Monday, UTC, since 1970-01-01. */
  readonly day: number;
  /** Users who registered in the week. */
  readonly registered: number;
  /** How many of them were active in each week after it, up to the present one. */
  readonly stayed: readonly number[];
}

export interface CampaignStats {
  readonly source: string;
  readonly medium: string | null;
  readonly content: string | null;
  readonly users: number;
}

export interface Stats {
  readonly users: number;
  /** Points issued, thousandths; corrections included. */
  readonly points: Readonly<Record<Bucket, number>>;
  /** Newest first. */
  readonly days: readonly DayStats[];
  /** Newest first. */
  readonly weeks: readonly WeekStats[];
  /** The campaigns with the most users, most first. */
  readonly campaigns: readonly CampaignStats[];
}

/**
 * @param now UTC milliseconds; later events, by a clock that ran ahead, count for no day.
 * @param onProgress called after each chunk with the number of events so far.
 */
export function ledgerStats(sql: Sql, now: number, onProgress: (events: number) => void): Stats {
  const count = startCount(dayOf(now));
  let events = 0;
  let last = { userId: Number.MIN_SAFE_INTEGER, seq: 0 };
  for (;;) {
    const rows = sql.all<EventRow>(
      `SELECT user_id AS userId, seq, at, type = 'Registered.v1' AS opens, ${NOT_BY_OTHERS} AS own, bucket, award
       FROM events WHERE (user_id, seq) > (?, ?) ORDER BY user_id, seq LIMIT ?`,
      last.userId,
      last.seq,
      CHUNK,
    );
    for (const row of rows) count.event(row);
    events += rows.length;
    onProgress(events);
    const end = rows.at(-1);
    if (end === undefined || rows.length < CHUNK) break;
    last = end;
  }
  return { ...count.end(), campaigns: campaignsOf(sql) };
}

interface EventRow {
  readonly userId: number;
  readonly seq: number;
  readonly at: number;
  readonly opens: number;
  readonly own: number;
  readonly bucket: Bucket | null;
  readonly award: number;
}

/** Takes every event of every user, user by user. */
function startCount(today: number) {
  const points = Object.fromEntries(BUCKETS.map((bucket) => [bucket, 0])) as Record<Bucket, number>;
  const thisWeek = weekOf(today);
  const registered = new Array<number>(DAYS).fill(0);
  const active = new Array<number>(DAYS).fill(0);
  /** By weeks ago: registrations, and how many of them were active in each of the weeks after. */
  const cohorts = Array.from({ length: WEEKS }, (_, ago) => ({
    registered: 0,
    stayed: new Array<number>(ago).fill(0),
  }));
  let users = 0;
  let user = { userId: Number.NaN, weeksAgo: -1 };
  let days = new Set<number>();
  let weeks = new Set<number>();

  function endUser(): void {
    for (const ago of days) active[ago] = (active[ago] ?? 0) + 1;
    const cohort = cohorts[user.weeksAgo];
    if (cohort === undefined) return;
    cohort.registered += 1;
    for (const ago of weeks) {
      const after = user.weeksAgo - ago - 1;
      if (after >= 0) cohort.stayed[after] = (cohort.stayed[after] ?? 0) + 1;
    }
  }

  return {
    event({ userId, at, opens, own, bucket, award }: EventRow): void {
      const day = dayOf(at);
      const daysAgo = today - day;
      const weeksAgo = thisWeek - weekOf(day);
      if (userId !== user.userId) {
        endUser();
        users += 1;
        user = { userId, weeksAgo: -1 };
        days = new Set();
        weeks = new Set();
      }
      if (bucket !== null) points[bucket] += award;
      if (opens === 1) {
        user.weeksAgo = weeksAgo;
        if (isRecent(daysAgo, DAYS)) registered[daysAgo] = (registered[daysAgo] ?? 0) + 1;
      }
      if (own === 0) return;
      if (isRecent(daysAgo, DAYS)) days.add(daysAgo);
      if (isRecent(weeksAgo, WEEKS)) weeks.add(weeksAgo);
    },
    end(): Omit<Stats, 'campaigns'> {
      endUser();
      return {
        users,
        points,
        days: registered.map((count, ago) => ({
          day: today - ago,
          registered: count,
          active: active[ago] ?? 0,
        })),
        weeks: cohorts.map((cohort, ago) => ({ day: (thisWeek - ago) * 7 - MONDAY, ...cohort })),
      };
    },
  };
}

function isRecent(ago: number, limit: number): boolean {
  return ago >= 0 && ago < limit;
}

/** 1970-01-01 was a Thursday. */
const MONDAY = 3;

/** Weeks begin on Monday. */
function weekOf(day: number): number {
  return Math.floor((day + MONDAY) / 7);
}

/** Users who came by a link with campaign data and have not deleted it. */
function campaignsOf(sql: Sql): CampaignStats[] {
  return sql.all<CampaignStats>(
    `SELECT utm_source AS source, utm_medium AS medium, utm_content AS content, count(*) AS users
     FROM people WHERE utm_source IS NOT NULL
     GROUP BY utm_source, utm_medium, utm_content ORDER BY users DESC, source, medium, content LIMIT ?`,
    CAMPAIGNS,
  );
}
