/** A user's price alerts and their state, stored as JSON in the row of their settings. */
import * as v from 'valibot';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { Alerts, CoinAlerts, NO_ALERTS, type Settings } from '#core/contract/settings.ts';
import type { ByCoin, Crossing, Directions, SetAlerts } from '../price-alerts/peers.ts';
import type { AlertStore } from '../price-alerts/tell.ts';

/** Null where a caller says nothing about a column: the stored value stays. */
export interface AlertColumns {
  /** The fields of `Alerts`, and beside them those of `CoinAlerts`: earlier versions read the first alone. */
  readonly alerts: string | null;
  readonly since: string | null;
  readonly directions: string | null;
  readonly fired: string | null;
}

/** Alerts as the contract writes them. */
type Written = Required<Pick<Settings, 'alerts' | 'coinAlerts'>>;

const NO_WORD: AlertColumns = { alerts: null, since: null, directions: null, fired: null };

export function readAlerts(sql: Sql, userId: number): SetAlerts {
  return alertsIn(columnsOf(sql, userId));
}

export function writtenAlerts(sql: Sql, userId: number): Written {
  return writtenIn(columnsOf(sql, userId).alerts);
}

function columnsOf(sql: Sql, userId: number): AlertColumns {
  const row = sql.get<AlertColumns>(
    'SELECT alerts, since, directions, fired FROM settings WHERE user_id = ?',
    userId,
  );
  return row ?? NO_WORD;
}

function writtenIn(text: string | null): Written {
  const { TON = null, BTC = null, ETH = null, ...others } = text === null ? {} : JSON.parse(text);
  const alerts = v.safeParse(Alerts, { TON, BTC, ETH });
  const coinAlerts = v.safeParse(CoinAlerts, others);
  return {
    alerts: alerts.success ? alerts.output : NO_ALERTS,
    coinAlerts: coinAlerts.success ? coinAlerts.output : {},
  };
}

function alertsIn({ alerts, since, directions, fired }: AlertColumns): SetAlerts {
  return {
    alerts: thresholdsOf(writtenIn(alerts)),
    since: JSON.parse(since ?? '{}'),
    directions: JSON.parse(directions ?? '{}'),
    fired: JSON.parse(fired ?? '{}'),
  };
}

export function thresholdsOf({ alerts, coinAlerts }: Written): SetAlerts['alerts'] {
  const others = Object.entries(coinAlerts).map(([id, { threshold }]) => [id, threshold] as const);
  return { ...alerts, ...Object.fromEntries(others) };
}

/**
 * Applies a choice made at `at`, milliseconds: an unchanged alert keeps its state, another threshold starts a new alert. A
 * choice that does not mention a kind of alerts leaves it.
 */
export function chooseAlerts(
  sql: Sql,
  userId: number,
  { alerts, coinAlerts }: Pick<Settings, 'alerts' | 'coinAlerts'>,
  at: number,
): AlertColumns {
  if (alerts === undefined && coinAlerts === undefined) return NO_WORD;
  const known = writtenAlerts(sql, userId);
  const chosen = { alerts: alerts ?? known.alerts, coinAlerts: coinAlerts ?? known.coinAlerts };
  const before = readAlerts(sql, userId);
  const now = thresholdsOf(chosen);
  const same = Object.keys(now).filter((coin) => now[coin] === (before.alerts[coin] ?? null));
  const others = Object.keys(now).filter((coin) => now[coin] !== null && !same.includes(coin));
  const since = Object.fromEntries(others.map((coin) => [coin, at]));
  return {
    alerts: JSON.stringify({ ...chosen.alerts, ...chosen.coinAlerts }),
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
  const same = sameIn(here, there);
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
      save(sql, userId, 'directions', only(directions, sameIn(now, told)));
    },
  };
}

function save(sql: Sql, userId: number, column: 'fired' | 'directions', more: Directions): void {
  const known = readAlerts(sql, userId)[column];
  if (Object.entries(more).every(([coin, direction]) => known[coin] === direction)) return;
  const text = JSON.stringify({ ...known, ...more });
  sql.run(`UPDATE settings SET ${column} = ? WHERE user_id = ?`, text, userId);
}

function only<Value>(known: ByCoin<Value>, coins: readonly string[]): ByCoin<Value> {
  return Object.fromEntries(Object.entries(known).filter(([coin]) => coins.includes(coin)));
}

/** The coins with the same alert, or with none. */
function sameIn(one: SetAlerts, other: SetAlerts): readonly string[] {
  const coins = new Set([...Object.keys(one.alerts), ...Object.keys(other.alerts)]);
  return [...coins].filter(
    (coin) =>
      (one.alerts[coin] ?? null) === (other.alerts[coin] ?? null) && one.since[coin] === other.since[coin],
  );
}
