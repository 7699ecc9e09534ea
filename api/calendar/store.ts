/** Economic events in the database: imports, feed updates, and the market's reaction to each event. */
import type { Calendar, CalendarEvent, Volatility } from '#core/contract/calendar.ts';
import { priceAt, pricesBetween } from '../market/history.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { ImportedEvent } from './import-file.ts';
import type { CalendarProvider } from './provider.ts';
import { reactionOf, volatilityOf, WINDOW_MS } from './reactions.ts';

export interface ImportPlan {
  readonly added: readonly string[];
  readonly changed: readonly { readonly id: string; readonly fields: readonly string[] }[];
  readonly removed: readonly string[];
  readonly same: number;
}

const DAY_MS = 24 * 60 * 60_000;
/** The range of events shown, before and after now. */
const BACK_MS = 30 * DAY_MS;
const AHEAD_MS = 90 * DAY_MS;
const MOST_SHOWN = 1000;
/** The longest postponement of an event that still counts as the same event. */
const MOST_MOVED_MS = 3 * DAY_MS;

interface Row {
  readonly id: string;
  readonly at: number;
  readonly event: string;
  readonly btc_reaction: string | null;
  readonly eth_reaction: string | null;
  readonly eth_volatility: Volatility | null;
  readonly source: 'file' | 'feed';
}

/** Reports the changes that an import would make, without making them. */
export function planImport(
  sql: Sql,
  events: readonly ImportedEvent[],
  gone: readonly string[] = [],
): ImportPlan {
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
  const removed = gone.filter(
    (id) =>
      sql.get("SELECT 1 AS found FROM calendar_events WHERE id = ? AND source = 'file'", id) !== undefined,
  );
  return { added, changed, removed, same: events.length - added.length - changed.length };
}

/** Applies all changes or none. Forgets the reactions to an event that moved to another moment. */
export function applyImport(
  sql: Sql,
  events: readonly ImportedEvent[],
  now: number,
  gone: readonly string[] = [],
): ImportPlan {
  return sql.transaction<ImportPlan>(() => {
    const plan = planImport(sql, events, gone);
    for (const event of events) put(sql, event, 'file', now);
    for (const id of plan.removed) sql.run('DELETE FROM calendar_events WHERE id = ?', id);
    return plan;
  });
}

/**
 * Merges the feed. Events that the feed no longer lists are removed, unless they have happened; events that moved are
 * removed under their old moment. Imported events stay unchanged.
 */
export function mergeFeed(sql: Sql, events: readonly ImportedEvent[], now: number): void {
  sql.transaction(() => {
    for (const event of events) put(sql, event, 'feed', now);
    for (const event of events) forgetMoved(sql, event, now);
    // Correct times from a fast clock, which would count as the newest for too long.
    sql.run('UPDATE calendar_events SET imported_at = ? WHERE imported_at > ?', now, now);
    sql.run(
      "DELETE FROM calendar_events WHERE source = 'feed' AND ((at > ? AND imported_at <> ?) OR at < ?)",
      now,
      now,
      now - BACK_MS,
    );
  });
}

/** Computes the reactions of events whose hour is over, if the prices of that time are stored. */
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
 * The events of the last month and the next three; if there are too many, those nearest to now. If a file and the feed
 * describe the same event, the file wins.
 * @param feedLifeMs how long a feed's list is valid, milliseconds; null if there is no feed, so no feed events are shown.
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
         WHERE source IN (${sources}) AND at BETWEEN ? AND ? ORDER BY abs(at - ?), rowid LIMIT ?`,
        now - BACK_MS,
        now + AHEAD_MS,
        now,
        2 * MOST_SHOWN,
      );
      return {
        date: new Date(Math.max(file ?? 0, feed ?? 0) || now).toISOString(),
        sample: false,
        stale: feedLifeMs !== null && feed !== null && Math.abs(now - feed) > feedLifeMs,
        events: withoutDoubles(rows)
          .slice(0, MOST_SHOWN)
          .toSorted((one, other) => one.at - other.at)
          .map(shown),
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

/** Removes the same event under another moment; weekly events are further apart than this window. */
function forgetMoved(sql: Sql, { id, at }: ImportedEvent, now: number): void {
  const [told, moment] = [id.slice(0, id.lastIndexOf('/') + 1), Date.parse(at)];
  sql.run(
    `DELETE FROM calendar_events
     WHERE source = 'feed' AND imported_at <> ? AND at BETWEEN ? AND ? AND substr(id, 1, length(?)) = ?`,
    now,
    moment - MOST_MOVED_MS,
    moment + MOST_MOVED_MS,
    told,
    told,
  );
}

function withoutDoubles(rows: readonly Row[]): readonly Row[] {
  const told = rows.map((row) => {
    const { name, zone, at } = JSON.parse(row.event) as ImportedEvent;
    return { row, moment: `${zone} ${name} ${row.at}`, day: `${zone} ${name} ${at.slice(0, 10)}`, at };
  });
  const ofFiles = new Set(
    told.flatMap(({ row, moment, day, at }) => {
      if (row.source !== 'file') return [];
      return at.includes('T') ? moment : day;
    }),
  );
  return told.flatMap(({ row, moment, day }) =>
    row.source === 'file' || !(ofFiles.has(moment) || ofFiles.has(day)) ? row : [],
  );
}

function shown(row: Row): CalendarEvent {
  return {
    ...(JSON.parse(row.event) as ImportedEvent),
    ethVolatility: row.eth_volatility,
    btcReaction: row.btc_reaction,
    ethReaction: row.eth_reaction,
  };
}
