/** Economic events in the database: what an import would change, what it changes, and what the market did at each. */
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
    for (const event of events) {
      const at = Date.parse(event.at);
      const hasHour = event.at.includes('T') ? 1 : 0;
      sql.run(
        `INSERT INTO calendar_events (id, at, has_hour, event, imported_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET
           btc_reaction = iif(at = excluded.at AND has_hour = excluded.has_hour, btc_reaction, NULL),
           eth_reaction = iif(at = excluded.at AND has_hour = excluded.has_hour, eth_reaction, NULL),
           eth_volatility = iif(at = excluded.at AND has_hour = excluded.has_hour, eth_volatility, NULL),
           at = excluded.at, has_hour = excluded.has_hour, event = excluded.event, imported_at = excluded.imported_at`,
        event.id,
        at,
        hasHour,
        JSON.stringify(event),
        now,
      );
    }
    return plan;
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

/** The events of the last month and the next three, as they were imported. */
export function keptCalendar(sql: Sql, clock: { now(): number }): CalendarProvider {
  return {
    async calendar(): Promise<Calendar> {
      const now = clock.now();
      const rows = sql.all<Row>(
        `SELECT id, at, event, btc_reaction, eth_reaction, eth_volatility FROM calendar_events
         WHERE at BETWEEN ? AND ? ORDER BY at LIMIT ?`,
        now - BACK_MS,
        now + AHEAD_MS,
        MOST_SHOWN,
      );
      const imported = sql.get<{ at: number | null }>('SELECT max(imported_at) AS at FROM calendar_events');
      return {
        date: new Date(imported?.at ?? now).toISOString(),
        sample: false,
        stale: false,
        events: rows.map(shown),
      };
    },
  };
}

/** Whether events were ever imported. */
export function hasEvents(sql: Sql): boolean {
  return sql.get('SELECT 1 AS found FROM calendar_events LIMIT 1') !== undefined;
}

function shown(row: Row): CalendarEvent {
  return {
    ...(JSON.parse(row.event) as ImportedEvent),
    ethVolatility: row.eth_volatility,
    btcReaction: row.btc_reaction,
    ethReaction: row.eth_reaction,
  };
}
