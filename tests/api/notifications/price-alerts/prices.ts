/** A database with prices and alerts: the test decides which alerts arrive and which prices are read. */

import { historyUntil } from '#api/market/history.ts';
import { migrations } from '#api/migrations.ts';
import { keepAlerts } from '#api/notifications/price-alerts/alerts.ts';
import type { AlertsChange } from '#api/notifications/price-alerts/peers.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { type Alerts, NO_ALERTS } from '#core/contract/settings.ts';
import { START } from '#tests/support/deployment.ts';
import { readPrice } from './read-price.ts';

/** What users' deployments report about alerts that are older than their own records. */
export const UNKNOWN = { since: {}, directions: {}, fired: {}, anew: false } as const;

export function openPrices() {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, migrations, START);
  const clock = { at: START, now: () => clock.at };
  const faults: string[] = [];
  return {
    sql,
    clock,
    faults,
    onFault: (message: string, cause: unknown) => void faults.push(`${message}: ${cause}`),
    keep: (
      userId: number,
      alerts: Partial<Alerts>,
      toldAt = START,
      known: Partial<Omit<AlertsChange, 'alerts'>> = {},
    ) => {
      const change = { ...UNKNOWN, ...known, userId, alerts: { ...NO_ALERTS, ...alerts }, toldAt };
      return keepAlerts(sql, change, historyUntil(sql, clock.at), clock.at);
    },
    see: (...prices: readonly string[]) => {
      for (const price of prices) {
        clock.at += 1;
        readPrice(sql, price, clock.at);
      }
    },
    alerts: () =>
      sql
        .all<{ user_id: number; threshold: string; armed: number }>(
          'SELECT * FROM price_alerts ORDER BY user_id',
        )
        .map(({ user_id: userId, threshold, armed }) => [userId, threshold, armed]),
    waiting: () =>
      sql
        .all<{ user_id: number; price: string }>(
          'SELECT user_id, price FROM alert_crossings ORDER BY at, user_id',
        )
        .map(({ user_id: userId, price }) => [userId, price]),
  };
}
