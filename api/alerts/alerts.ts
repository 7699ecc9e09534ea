/**
 * Where the prices are: every alert with what it has seen, found by coin and number, so that a price touches only those that it
 * crosses or arms again.
 */
import { ALERT_COINS, type AlertCoin } from '#core/contract/settings.ts';
import { BACK, newAlert, type PriceAlert, seePrice } from '#core/market/price-alert.ts';
import type { Sql } from '../sqlite/port.ts';
import { forgetCrossings, keepCrossing } from './crossings.ts';
import type { AlertsChange, Kept } from './peers.ts';

export interface Price {
  readonly symbol: AlertCoin;
  /** USD, a decimal. */
  readonly price: string;
}

/** Alerts that are in memory together. */
const SLICE = 500;
/** How long it is known of users without alerts that they left: far longer than a change may be under way. */
const LEFT_MS = 24 * 60 * 60_000;
const FORGOTTEN_AT_ONCE = 200;

/**
 * Keeps what a user has set in place of what they had. A threshold that stays has seen what it has seen.
 * @param newest the price of a coin as last read, for which way a new threshold is crossed; null where none is known.
 */
export function keepAlerts(
  sql: Sql,
  { userId, alerts, fired, toldAt }: AlertsChange,
  newest: (symbol: AlertCoin) => string | null,
  now: number,
): Kept {
  return sql.transaction<Kept>(() => {
    const known = sql.get<{ toldAt: number }>(
      'SELECT told_at AS toldAt FROM alert_owners WHERE user_id = ?',
      userId,
    );
    if (known !== undefined && known.toldAt > toldAt) return { taken: false, newestAt: known.toldAt };
    for (const symbol of ALERT_COINS) {
      const threshold = alerts[symbol];
      // Only where it is another one.
      sql.run(
        'DELETE FROM price_alerts WHERE user_id = ? AND symbol = ? AND threshold IS NOT ?',
        userId,
        symbol,
        threshold,
      );
      if (threshold === null) continue;
      const price = newest(symbol);
      const alert = { ...newAlert(threshold), direction: fired[symbol] ?? null };
      addAlert(sql, userId, symbol, price === null ? alert : seePrice(alert, price).alert);
    }
    sql.run(
      `DELETE FROM alert_crossings WHERE user_id = ? AND NOT EXISTS
         (SELECT 1 FROM price_alerts AS alert WHERE alert.user_id = alert_crossings.user_id
          AND alert.symbol = alert_crossings.symbol AND alert.threshold = alert_crossings.threshold)`,
      userId,
    );
    const isLeft = ALERT_COINS.every((symbol) => alerts[symbol] === null);
    sql.run(
      `INSERT INTO alert_owners (user_id, told_at, left_at) VALUES (?, ?, ?)
       ON CONFLICT (user_id) DO UPDATE SET told_at = excluded.told_at, left_at = excluded.left_at`,
      userId,
      toldAt,
      isLeft ? now : null,
    );
    sql.run(
      `DELETE FROM alert_owners WHERE user_id IN
         (SELECT user_id FROM alert_owners WHERE left_at < ? ORDER BY left_at LIMIT ?)`,
      now - LEFT_MS,
      FORGOTTEN_AT_ONCE,
    );
    return { taken: true };
  });
}

/** Lets all alerts see prices that were read at `at`, milliseconds. In the transaction that keeps the prices. */
export function applyPrices(sql: Sql, prices: readonly Price[], at: number): void {
  for (const price of prices) {
    for (const range of rangesOf(Number(price.price))) applyTo(sql, range, price, at);
  }
  forgetCrossings(sql, at);
}

function addAlert(sql: Sql, userId: number, symbol: AlertCoin, alert: PriceAlert): void {
  sql.run(
    `INSERT INTO price_alerts (user_id, symbol, threshold, number, direction, armed) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    userId,
    symbol,
    alert.threshold,
    Number(alert.threshold),
    alert.direction,
    alert.armed ? 1 : 0,
  );
}

interface Range {
  readonly direction: PriceAlert['direction'];
  readonly armed: 0 | 1;
  readonly from: number;
  readonly to: number;
}

/** Binary numbers are a little off: the ranges are wider by so much, and what is in them is judged by its decimals. */
const MARGIN = 1e-9;

/** Of the alerts of a coin those that may have something to do at a price. */
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

/** By the index, from the last one that was seen. */
export const ALERTS_IN_RANGE = `SELECT user_id AS userId, threshold, number FROM price_alerts
  WHERE symbol = ? AND direction IS ? AND armed = ? AND (number, user_id) > (?, ?) AND number <= ?
  ORDER BY number, user_id LIMIT ?`;
