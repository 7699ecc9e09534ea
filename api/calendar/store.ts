/** Economic events in the database: what an import and the feed change, and what the market did at each. */
import type { Calendar, CalendarEvent, Volatility } from '#core/contract/calendar.ts';
import { priceAt, pricesBetween } from '../market/history.ts';
import type { Sql } from '../sqlite/port.ts';
import type { ImportedEvent } from './import-file.ts';
import type { CalendarProvider } from './provider.ts';
import { reactionOf, volatilityOf, WINDOW_MS } from './reactions.ts';

export interface ImportPlan {
  readonly added: readonly string[];
  readonly changed: readonly { readonly id: string; readonly fields: readonly string[] }[];
  readonly same: number;
}

const DAY_MS = 24 * 60 * 60_000;
/** What is shown: so far back and so far ahead. */
const BACK_MS = 30 * DAY_MS;
const AHEAD_MS = 90 * DAY_MS;
const MOST_SHOWN = 1000;

interface Row {
  readonly id: string;
  readonly at: number;
  readonly event: string;
  readonly btc_reaction: string | null;
  readonly eth_reaction: string | null;
  readonly eth_volatility: Volatility | null;
  readonly source: 'file' | 'feed';
}

/** Says what an import would change, and changes nothing. */
export function planImport(sql: Sql, events: readonly ImportedEvent[]): ImportPlan {
  const added: string[] = [];
  const changed: { id: string; fields: string[] }[] = [];
  for (const event of events) {
    const row = sql.get<{ event: string }>('SELECT event FROM calendar_events WHERE id = ?', event.id);
    if (row === undefined) {
      added.push(event.id);
      continue;
    }
    const known = JSON.parse(row.event) as Record<string, unknown>;
    const fields = Object.entries(event).flatMap(([name, value]) => (known[name] === value ? [] : [name]));
    if (fields.length > 0) changed.push({ id: event.id, fields });
  }
  return { added, changed, same: events.length - added.length - changed.length };
}

/** All of it or nothing. What the market did at an event that moved to another moment is forgotten. */
export function applyImport(sql: Sql, events: readonly ImportedEvent[], now: number): ImportPlan {
  return sql.transaction<ImportPlan>(() => {
    const plan = planImport(sql, events);
    for (const event of events) put(sql, event, 'file', now);
    return plan;
  });
}

/** What the feed told before and does not any more is removed, unless it has happened. What a file told stays as it is. */
export function mergeFeed(sql: Sql, events: readonly ImportedEvent[], now: number): void {
  sql.transaction(() => {
    for (const event of events) put(sql, event, 'feed', now);
    sql.run(
      "DELETE FROM calendar_events WHERE source = 'feed' AND ((at > ? AND imported_at <> ?) OR at < ?)",
      now,
      now,
      now - BACK_MS,
    );
  });
}

/** Keeps what the market did at the events whose hour is over, where the prices of then are known. */
export function keepReactions(sql: Sql, now: number): void {
  const due = sql.all<{ id: string; at: number }>(
    `SELECT id, at FROM calendar_events
     WHERE has_hour = 1 AND at <= ? AND at > ? AND (btc_reaction IS NULL OR eth_reaction IS NULL)`,
    now - WINDOW_MS,
    now - 7 * DAY_MS,
  );
  for (const { id, at } of due) {
    const eth = priceAt(sql, 'ETH', at);
    const btcReaction = reactionOf(priceAt(sql, 'BTC', at), priceAt(sql, 'BTC', at + WINDOW_MS));
    const ethReaction = reactionOf(eth, priceAt(sql, 'ETH', at + WINDOW_MS));
    if (btcReaction === null && ethReaction === null) continue;
    const ethVolatility =
      ethReaction === null
        ? null
        : volatilityOf(eth, pricesBetween(sql, 'ETH', eth?.at ?? at, at + WINDOW_MS));
    sql.run(
      'UPDATE calendar_events SET btc_reaction = ?, eth_reaction = ?, eth_volatility = ? WHERE id = ?',
      btcReaction,
      ethReaction,
      ethVolatility,
      id,
    );
  }
}

/**
 * The events of the last month and the next three; what a file and the feed tell of the same, as the file does.
 * @param feedLifeMs how long what the feed told is good, milliseconds; null where there is no feed, and nothing of it is shown.
 */
export function keptCalendar(
  sql: Sql,
  clock: { now(): number },
  feedLifeMs: number | null = null,
): CalendarProvider {
  const sources = feedLifeMs === null ? "'file'" : "'file', 'feed'";
  return {
    async calendar(): Promise<Calendar | null> {
      const now = clock.now();
      const readAt = sql.get<{ file: number | null; feed: number | null }>(
        `SELECT max(iif(source = 'file', imported_at, NULL)) AS file, max(iif(source = 'feed', imported_at, NULL)) AS feed
         FROM calendar_events WHERE source IN (${sources})`,
      );
      const { file = null, feed = null } = readAt ?? {};
      if (feedLifeMs !== null && file === null && feed === null) return null;
      const rows = sql.all<Row>(
        `SELECT id, at, event, btc_reaction, eth_reaction, eth_volatility, source FROM calendar_events
         WHERE source IN (${sources}) AND at BETWEEN ? AND ? ORDER BY at LIMIT ?`,
        now - BACK_MS,
        now + AHEAD_MS,
        MOST_SHOWN,
      );
      return {
        date: new Date(Math.max(file ?? 0, feed ?? 0) || now).toISOString(),
        sample: false,
        stale: feedLifeMs !== null && feed !== null && Math.abs(now - feed) > feedLifeMs,
        events: withoutDoubles(rows).map(shown),
      };
    },
  };
}

/** Whether events were ever imported from a file. */
export function hasEvents(sql: Sql): boolean {
  return sql.get("SELECT 1 AS found FROM calendar_events WHERE source = 'file' LIMIT 1") !== undefined;
}

function put(sql: Sql, event: ImportedEvent, source: Row['source'], now: number): void {
  sql.run(
    `INSERT INTO calendar_events (id, at, has_hour, event, imported_at, source) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET
       btc_reaction = iif(at = excluded.at AND has_hour = excluded.has_hour, btc_reaction, NULL),
       eth_reaction = iif(at = excluded.at AND has_hour = excluded.has_hour, eth_reaction, NULL),
       eth_volatility = iif(at = excluded.at AND has_hour = excluded.has_hour, eth_volatility, NULL),
       at = excluded.at, has_hour = excluded.has_hour, event = excluded.event, imported_at = excluded.imported_at,
       source = excluded.source
     WHERE excluded.source = 'file' OR source = 'feed'`,
    event.id,
    Date.parse(event.at),
    event.at.includes('T') ? 1 : 0,
    JSON.stringify(event),
    now,
    source,
  );
}

function withoutDoubles(rows: readonly Row[]): readonly Row[] {
  const subject = ({ at, event }: Row) => {
    const { name, zone } = JSON.parse(event) as ImportedEvent;
    return `${zone} ${name} ${at}`;
  };
  const ofFiles = new Set(rows.filter(({ source }) => source === 'file').map(subject));
  return rows.filter((row) => row.source === 'file' || !ofFiles.has(subject(row)));
}

function shown(row: Row): CalendarEvent {
  return {
    ...(JSON.parse(row.event) as ImportedEvent),
    ethVolatility: row.eth_volatility,
    btcReaction: row.btc_reaction,
    ethReaction: row.eth_reaction,
  };
}
