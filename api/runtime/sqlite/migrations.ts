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
  /**
   * The table that it adds, where older code may go on using the database without it. The name is not stored then: the table
   * shows that it was applied. Its `work` runs at every start, because older code may have written meanwhile.
   */
  readonly adds?: string;
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
    const missing = new Set(missingOf(sql, migrations, done));
    for (const { name, statements, work, adds } of migrations) {
      const isMissing = missing.has(name);
      if (isMissing) for (const statement of statements) sql.run(statement);
      if (isMissing || adds !== undefined) work?.(sql);
      if (isMissing && adds === undefined)
        sql.run('INSERT INTO migrations (name, applied_at) VALUES (?, ?)', name, now);
    }
    return { ok: true, applied: [...missing] };
  });
}

/** `migrate` for a database that newer code never changes, except after a rollback: it throws then. */
export function migrateOrThrow(sql: Sql, migrations: readonly Migration[], now: number): void {
  const migrated = migrate(sql, migrations, now);
  if (!migrated.ok) throw new Error(`Changed by newer code: ${migrated.error.unknown.join(', ')}`);
}

/** The given migrations that a database lacks, and those it has beyond them. Changes nothing. */
export function migrationGap(
  sql: Sql,
  migrations: readonly Migration[],
): { readonly missing: readonly string[]; readonly unknown: readonly string[] } {
  const rows = hasTable(sql, 'migrations')
    ? sql.all<{ name: string }>('SELECT name FROM migrations ORDER BY name')
    : [];
  const done = new Set(rows.map((row) => row.name));
  const known = new Set(migrations.map((migration) => migration.name));
  return {
    missing: missingOf(sql, migrations, done),
    unknown: [...done].filter((name) => !known.has(name)),
  };
}

function missingOf(sql: Sql, migrations: readonly Migration[], done: ReadonlySet<string>): string[] {
  return migrations
    .filter(({ name, adds }) => (adds === undefined ? !done.has(name) : !hasTable(sql, adds)))
    .map(({ name }) => name);
}

function hasTable(sql: Sql, name: string): boolean {
  return (
    sql.get("SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = ?", name) !== undefined
  );
}
