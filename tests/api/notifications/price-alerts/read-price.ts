/** Does with a price of TON what the market refresh does. */
import { applyPrices } from '#api/notifications/price-alerts/alerts.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';

/** @param at time of the reading, milliseconds. */
export function readPrice(sql: Sql, price: string, at: number): void {
  sql.transaction(() => {
    sql.run("INSERT OR REPLACE INTO prices (symbol, at, price) VALUES ('TON', ?, ?)", at, price);
    applyPrices(sql, [{ symbol: 'TON', price }], at);
  });
}
