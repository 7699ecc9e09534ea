/** A user's price alerts and their state, stored as JSON in the row of their settings. */
import * as v from 'valibot';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { ALERT_COINS, type AlertCoin, Alerts, NO_ALERTS } from '#core/contract/settings.ts';
import type { Crossing, Directions, SetAlerts } from '../price-alerts/peers.ts';
import type { AlertStore } from '../price-alerts/tell.ts';

/** Null where a caller says nothing about a column: the stored value stays. */
export interface AlertColumns {
  readonly alerts: string | null;
  readonly since: string | null;
  readonly directions: string | null;
  readonly fired: string | null;
}

const NO_WORD: AlertColumns = { alerts: null, since: null, directions: null, fired: null };

export function readAlerts(sql: Sql, userId: number): SetAlerts {
  const row = sql.get<AlertColumns>(
    'SELECT alerts, since, directions, fired FROM settings WHERE user_id = ?',
    userId,
  );
  return alertsIn(row ?? NO_WORD);
}

function alertsIn({ alerts, since, directions, fired }: AlertColumns): SetAlerts {
  const read = v.safeParse(Alerts, alerts === null ? NO_ALERTS : JSON.parse(alerts));
  return {
    alerts: read.success ? read.output : NO_ALERTS,
    since: JSON.parse(since ?? '{}'),
    directions: JSON.parse(directions ?? '{}'),
    fired: JSON.parse(fired ?? '{}'),
  };
}

/** Applies a choice made at `at`, milliseconds: an unchanged alert keeps its state, another threshold starts a new alert. */
export function chooseAlerts(before: SetAlerts, alerts: Alerts | undefined, at: number): AlertColumns {
  if (alerts === undefined) return NO_WORD;
  const same = ALERT_COINS.filter((symbol) => alerts[symbol] === before.alerts[symbol]);
  const others = ALERT_COINS.filter((symbol) => alerts[symbol] !== null && !same.includes(symbol));
  const since = Object.fromEntries(others.map((symbol) => [symbol, at]));
  return {
    alerts: JSON.stringify(alerts),
    since: JSON.stringify({ ...only(before.since, same), ...since }),
    directions: JSON.stringify(only(before.directions, same)),
    fired: JSON.stringify(only(before.fired, same)),
  };
}

/**
 * Merges imported alerts with the stored state of the same alerts: an alert that fired in either deployment counts as
 * fired.
 */
export function joinAlerts(here: SetAlerts, columns: AlertColumns): AlertColumns {
  if (columns.alerts === null) return columns;
  const there = alertsIn(columns);
  const same = ALERT_COINS.filter((symbol) => isSame(here, there, symbol));
  function withMore<Value>(text: string | null, more: ByCoin<Value>): string | null {
    if (Object.keys(more).length === 0) return text;
    return JSON.stringify({ ...JSON.parse(text ?? '{}'), ...only(more, same) });
  }
  return {
    alerts: columns.alerts,
    since: withMore(columns.since, here.since),
    directions: withMore(columns.directions, here.directions),
    fired: withMore(columns.fired, here.fired),
  };
}

/** Records that a price has crossed an alert. */
export function saveFired(sql: Sql, userId: number, { symbol, up }: Pick<Crossing, 'symbol' | 'up'>): void {
  save(sql, userId, 'fired', { [symbol]: up ? 'up' : 'down' });
}

/** The alerts of the users in this database. */
export function alertStore(sql: Sql): AlertStore {
  return {
    alertsOf: (userId) => readAlerts(sql, userId),
    keepDirections(told, directions) {
      const { userId } = told;
      const now = readAlerts(sql, userId);
      const same = ALERT_COINS.filter((symbol) => isSame(now, told, symbol));
      save(sql, userId, 'directions', only(directions, same));
    },
  };
}

function save(sql: Sql, userId: number, column: 'fired' | 'directions', more: Directions): void {
  const known = readAlerts(sql, userId)[column];
  if (ALERT_COINS.every((symbol) => (more[symbol] ?? known[symbol]) === known[symbol])) return;
  const text = JSON.stringify({ ...known, ...more });
  sql.run(`UPDATE settings SET ${column} = ? WHERE user_id = ?`, text, userId);
}

type ByCoin<Value> = Readonly<Partial<Record<AlertCoin, Value>>>;

function only<Value>(known: ByCoin<Value>, symbols: readonly AlertCoin[]): ByCoin<Value> {
  return Object.fromEntries(symbols.flatMap((symbol) => (symbol in known ? [[symbol, known[symbol]]] : [])));
}

function isSame(one: SetAlerts, other: SetAlerts, symbol: AlertCoin): boolean {
  return one.alerts[symbol] === other.alerts[symbol] && one.since[symbol] === other.since[symbol];
}
