/**
 * The alerts in the price store, each with its state, indexed by coin and number, so that a price touches only the alerts
 * that it crosses or arms again.
 */

import { blank } from '#api/runtime/sqlite/blank.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { BACK, type PriceAlert, seePrice } from '#core/market/price-alert.ts';
import { beginAlert, type KnownAlert, type PriceHistory } from './begin.ts';
import { forgetCrossings, keepCrossing } from './crossings.ts';
import type { AlertsChange, Directions, Kept } from './peers.ts';

export interface Price {
  /** See `ByCoin`. */
  readonly symbol: string;
  /** USD, a decimal. */
  readonly price: string;
}

/** Alerts that are in memory at the same time. */
const SLICE = 500;
/** How long users without alerts are remembered, so that a delayed older change cannot restore their alerts. */
const LEFT_MS = 60 * 60_000;

/**
 * Replaces a user's alerts. An unchanged alert keeps its state; a new or imported one sees every price since it was set.
 * Repeating the call has the same effect: a crossing that is found again has the same moment.
 * @param history the prices read until `now`.
 */
export function keepAlerts(sql: Sql, change: AlertsChange, history: PriceHistory, now: number): Kept {
  const { userId, alerts, anew, toldAt } = change;
  return sql.transaction<Kept>(() => {
    const known = sql.get<{ toldAt: number }>(
      'SELECT told_at AS toldAt FROM alert_owners WHERE user_id = ?',
      userId,
    );
    if (known !== undefined && known.toldAt > toldAt) return { taken: false, newestAt: known.toldAt };
    for (const symbol of new Set([...Object.keys(alerts), ...coinsOf(sql, userId)])) {
      const threshold = alerts[symbol] ?? null;
      const since = change.since[symbol] ?? null;
      if (!anew && isKept(sql, userId, symbol, threshold, since)) continue;
      const own = [userId, symbol] as const;
      blank(sql, 'price_alerts', ['threshold'], 'user_id = ? AND symbol = ?', ...own);
      blank(sql, 'alert_crossings', ['threshold'], 'user_id = ? AND symbol = ?', ...own);
      sql.run('DELETE FROM price_alerts WHERE user_id = ? AND symbol = ?', userId, symbol);
      sql.run('DELETE FROM alert_crossings WHERE user_id = ? AND symbol = ?', userId, symbol);
      if (threshold === null) continue;
      const direction = change.directions[symbol] ?? null;
      const fired = change.fired[symbol] ?? null;
      const known = { userId, symbol, threshold, since, direction, fired };
      addAlert(sql, known, beginAlert(sql, known, history));
    }
    const isLeft = Object.values(alerts).every((threshold) => threshold === null);
    sql.run(
      `INSERT INTO alert_owners (user_id, told_at, left_at) VALUES (?, ?, ?)
       ON CONFLICT (user_id) DO UPDATE SET told_at = excluded.told_at, left_at = excluded.left_at`,
      userId,
      toldAt,
      isLeft ? now : null,
    );
    return { taken: true, directions: directionsOf(sql, userId) };
  });
}

/** When the next user without alerts may be forgotten, milliseconds; null if there is none. */
export function leftDueAt(sql: Sql, now: number): number | null {
  const left = sql.get<{ first: number | null; last: number | null }>(
    'SELECT (SELECT min(left_at) FROM alert_owners) AS first, (SELECT max(left_at) FROM alert_owners) AS last',
  );
  // A fast clock wrote a moment later than now.
  if ((left?.last ?? 0) > now + LEFT_MS) return now;
  const first = left?.first ?? null;
  return first === null ? null : first + LEFT_MS;
}

/** Forgets users who have had no alerts for an hour. */
export function forgetLeft(sql: Sql, now: number): void {
  sql.run('DELETE FROM alert_owners WHERE left_at <= ? OR left_at > ?', now - LEFT_MS, now + LEFT_MS);
}

/** Forgets all users without alerts: for a single process, whose changes arrive in order. */
export function forgetAllLeft(sql: Sql): void {
  sql.run('DELETE FROM alert_owners WHERE left_at IS NOT NULL');
}

/** Applies prices read at `at`, milliseconds, to all alerts. Call inside the transaction that stores the prices. */
export function applyPrices(sql: Sql, prices: readonly Price[], at: number): void {
  for (const price of prices) {
    for (const range of rangesOf(Number(price.price))) applyTo(sql, range, price, at);
  }
  forgetCrossings(sql, at);
}

/** Those of some coins on which any user has set an alert. */
export function alertedAmong(sql: Sql, coins: readonly string[]): readonly string[] {
  return sql
    .all<{ coin: string }>(
      `SELECT value AS coin FROM json_each(?)
       WHERE EXISTS (SELECT 1 FROM price_alerts WHERE symbol = value)`,
      JSON.stringify(coins),
    )
    .map(({ coin }) => coin);
}

/** The coins of a user's alerts. */
function coinsOf(sql: Sql, userId: number): readonly string[] {
  const rows = sql.all<{ symbol: string }>('SELECT symbol FROM price_alerts WHERE user_id = ?', userId);
  return rows.map(({ symbol }) => symbol);
}

function isKept(
  sql: Sql,
  userId: number,
  symbol: string,
  threshold: string | null,
  since: number | null,
): boolean {
  const kept = sql.get(
    'SELECT 1 AS found FROM price_alerts WHERE user_id = ? AND symbol = ? AND threshold = ? AND since IS ?',
    userId,
    symbol,
    threshold,
    since,
  );
  return kept !== undefined;
}

function addAlert(sql: Sql, { userId, symbol, since }: KnownAlert, alert: PriceAlert): void {
  sql.run(
    `INSERT INTO price_alerts (user_id, symbol, threshold, number, since, direction, armed)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    userId,
    symbol,
    alert.threshold,
    Number(alert.threshold),
    since,
    alert.direction,
    alert.armed ? 1 : 0,
  );
}

/**
 * Directions of the alerts that wait for the price, or whose crossing waits to be handed over. An alert at its
 * threshold from the start may do neither.
 */
function directionsOf(sql: Sql, userId: number): Directions {
  const rows = sql.all<{ symbol: string; direction: 'up' | 'down' }>(
    `SELECT symbol, direction FROM price_alerts AS alert WHERE user_id = ? AND (armed = 1 OR EXISTS
       (SELECT 1 FROM alert_crossings AS crossing
        WHERE crossing.user_id = alert.user_id AND crossing.symbol = alert.symbol))`,
    userId,
  );
  return Object.fromEntries(rows.map(({ symbol, direction }) => [symbol, direction]));
}

interface Range {
  readonly direction: PriceAlert['direction'];
  readonly armed: 0 | 1;
  readonly from: number;
  readonly to: number;
}

/**
 * The index holds binary numbers, which are slightly off, so ranges are wider by this share. Exact decimals decide
 * within a range.
 */
const MARGIN = 1e-9;

/** The alerts of a coin that a price may affect. */
function rangesOf(price: number): Range[] {
  const above = (number: number) => ({ from: number * (1 - MARGIN), to: Number.MAX_VALUE });
  const below = (number: number) => ({ from: 0, to: number * (1 + MARGIN) });
  return [
    { direction: null, armed: 0, ...above(0) },
    { direction: 'up', armed: 1, ...below(price) },
    { direction: 'down', armed: 1, ...above(price) },
    { direction: 'up', armed: 0, ...above(price / Number(BACK.up)) },
    { direction: 'down', armed: 0, ...below(price / Number(BACK.down)) },
  ];
}

interface AlertRow {
  readonly userId: number;
  readonly threshold: string;
  readonly number: number;
}

function applyTo(
  sql: Sql,
  { direction, armed, from, to }: Range,
  { symbol, price }: Price,
  at: number,
): void {
  let last = { number: from, userId: 0 };
  for (;;) {
    const rows = sql.all<AlertRow>(
      ALERTS_IN_RANGE,
      symbol,
      direction,
      armed,
      last.number,
      last.userId,
      to,
      SLICE,
    );
    for (const row of rows) {
      const { userId, threshold } = row;
      const { alert, crossed } = seePrice({ threshold, direction, armed: armed === 1 }, price);
      last = row;
      if (crossed) keepCrossing(sql, { userId, symbol, threshold, price, up: direction === 'up', at });
      if (alert.direction === direction && alert.armed === (armed === 1)) continue;
      sql.run(
        'UPDATE price_alerts SET direction = ?, armed = ? WHERE user_id = ? AND symbol = ?',
        alert.direction,
        alert.armed ? 1 : 0,
        userId,
        symbol,
      );
    }
    if (rows.length < SLICE) return;
  }
}

/** Pages through the index, starting after the last row seen. */
export const ALERTS_IN_RANGE = `SELECT user_id AS userId, threshold, number FROM price_alerts
  WHERE symbol = ? AND direction IS ? AND armed = ? AND (number, user_id) > (?, ?) AND number <= ?
  ORDER BY number, user_id LIMIT ?`;
