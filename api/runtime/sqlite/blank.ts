/** Overwrites texts and bytes before their row is deleted, for databases that do not do so themselves (see `Sql.scrub`). */
import type { Sql, SqlValue } from './port.ts';

/**
 * Replaces texts and bytes by as many zero bytes. SQLite overwrites the old bytes in place, because the row keeps its size.
 * @param where a condition for `values`. Table, columns and condition must never contain user input.
 */
export function blank(
  sql: Sql,
  table: string,
  columns: readonly string[],
  where: string,
  ...values: readonly SqlValue[]
): void {
  const changes = columns.map(
    (name) => `${name} = CASE typeof(${name})
      WHEN 'text' THEN CAST(zeroblob(length(CAST(${name} AS BLOB))) AS TEXT)
      WHEN 'blob' THEN zeroblob(length(${name})) ELSE ${name} END`,
  );
  sql.run(`UPDATE ${table} SET ${changes.join(', ')} WHERE ${where}`, ...values);
}
