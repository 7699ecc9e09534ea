/** Applies schema changes once each, in order, and refuses a database that newer code has changed. */
import type { Sql } from './port.ts';

/**
 * One change of a database. New rules or types of events also need one, without statements: its name makes older code, which
 * does not know them, refuse the database.
 */
export interface Migration {
  /** Unique for ever, such as `ledger-001`; never edited once released. */
  readonly name: string;
  readonly statements: readonly string[];
  /** Runs after the statements, in the same transaction. */
  readonly work?: (sql: Sql) => void;
}

export type Migrated =
  | { readonly ok: true; readonly applied: readonly string[] }
  | {
      readonly ok: false;
      /** The database was changed by code that knows these migrations; this code does not. */
      readonly error: { readonly type: 'database_newer'; readonly unknown: readonly string[] };
    };

/** @param now milliseconds, stored with each applied migration. */
export function migrate(sql: Sql, migrations: readonly Migration[], now: number): Migrated {
  return sql.transaction<Migrated>(() => {
    sql.run(
      `CREATE TABLE IF NOT EXISTS migrations (
         name TEXT PRIMARY KEY,
         applied_at INTEGER NOT NULL
       ) STRICT, WITHOUT ROWID`,
    );
    const done = new Set(sql.all<{ name: string }>('SELECT name FROM migrations').map((row) => row.name));
    const known = new Set(migrations.map((migration) => migration.name));
    const unknown = [...done].filter((name) => !known.has(name)).sort();
    if (unknown.length > 0) return { ok: false, error: { type: 'database_newer', unknown } };
    const applied: string[] = [];
    for (const migration of migrations) {
      if (done.has(migration.name)) continue;
      for (const statement of migration.statements) sql.run(statement);
      migration.work?.(sql);
      sql.run('INSERT INTO migrations (name, applied_at) VALUES (?, ?)', migration.name, now);
      applied.push(migration.name);
    }
    return { ok: true, applied };
  });
}

/** The given migrations that a database lacks, and those it has beyond them. Changes nothing. */
export function migrationGap(
  sql: Sql,
  migrations: readonly Migration[],
): { readonly missing: readonly string[]; readonly unknown: readonly string[] } {
  const table = sql.get("SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'migrations'");
  const rows =
    table === undefined ? [] : sql.all<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  const done = new Set(rows.map((row) => row.name));
  const known = new Set(migrations.map((migration) => migration.name));
  return {
    missing: [...known].filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !known.has(name)),
  };
}
