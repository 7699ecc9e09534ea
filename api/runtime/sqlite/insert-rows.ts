/** Inserts several rows by one statement: most of what a row costs is the call of its own statement. */
import type { Sql, SqlValue } from './port.ts';

/** A Durable Object binds at most a hundred values to a statement. */
const MOST_VALUES = 100;

export interface RowInsert {
  /** How many rows one statement takes at most. */
  readonly most: number;
  /** Inserts up to `most` rows, all of them or, with a throw, none. @param values of all rows, one row after the other. */
  insert(sql: Sql, values: readonly SqlValue[]): void;
}

/** @param columns their names, separated by commas. Table and columns must never contain user input. */
export function rowInsert(table: string, columns: string): RowInsert {
  const width = columns.split(', ').length;
  const most = Math.floor(MOST_VALUES / width);
  const row = `(${Array(width).fill('?').join(', ')})`;
  /** By the number of rows: each text stays the same, so that it is prepared once. */
  const texts = Array.from(
    { length: most + 1 },
    (_, rows) => `INSERT INTO ${table} (${columns}) VALUES ${Array(rows).fill(row).join(', ')}`,
  );
  return {
    most,
    insert(sql, values) {
      if (values.length === 0) return;
      const text = texts[values.length / width];
      if (text === undefined) throw new RangeError(`${values.length} values at once for ${table}`);
      sql.run(text, ...values);
    },
  };
}
