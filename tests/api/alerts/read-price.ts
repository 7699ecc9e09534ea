/** What the refresh of the market does with a price of TON. */
import { applyPrices } from '#api/alerts/alerts.ts';
import type { Sql } from '#api/sqlite/port.ts';

/** @param at when it is read, milliseconds. */
export function readPrice(sql: Sql, price: string, at: number): void {
  sql.transaction(() => {
    sql.run("INSERT OR REPLACE INTO prices (symbol, at, price) VALUES ('TON', ?, ?)", at, price);
    applyPrices(sql, [{ symbol: 'TON', price }], at);
  });
}
