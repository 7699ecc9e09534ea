/**
 * Applies schema changes once each, in order. A database that a newer version has changed is refused, unless that version says
 * of each change that this one can work with it.
 */
import packageJson from '../../../package.json' with { type: 'json' };
import type { Sql } from './port.ts';

/**
 * One change of a database. New rules or types of events also need one, without statements: its name tells older code that
 * ledgers may hold what it does not know.
 */
export interface Migration {
  /** Unique for ever, such as `ledger-001`; never edited once released. */
  readonly name: string;
  readonly statements: readonly string[];
  /** Runs after the statements, in the same transaction. */
  readonly work?: (sql: Sql) => void;
  /**
   * The table or index that it adds, where older code may go on using the database without it. The name is not stored then: the table
   * shows that it was applied. Its `work` runs at every start, because older code may have written meanwhile.
   */
  readonly adds?: string;
  /**
   * The oldest version that can work with the database afterwards, such as `1.6.0`. It neither needs what this changes nor
   * breaks it: an index, a trigger, a column with a default, new rules or events; or the removal of what that version no
   * longer uses. Without it only code that knows the name opens the database. Its `work` runs at every start, as with `adds`.
   */
  readonly opensFrom?: string;
}

/** The database was changed by a newer version that this one cannot work with. */
export interface DatabaseNewer {
  readonly type: 'database_newer';
  readonly unknown: readonly string[];
  /** The oldest version that can work with it; null where the database does not say. */
  readonly needs: string | null;
}

export type Migrated =
  | {
      readonly ok: true;
      readonly applied: readonly string[];
      /** Changes of a newer version that this one can work with. */
      readonly newer: readonly string[];
    }
  | { readonly ok: false; readonly error: DatabaseNewer };

/**
 * @param now milliseconds, stored with each applied migration.
 * @param version of this code.
 */
export function migrate(
  sql: Sql,
  migrations: readonly Migration[],
  now: number,
  version: string = packageJson.version,
): Migrated {
  return sql.transaction<Migrated>(() => {
    const { missing, unknown, newer, needs } = migrationGap(sql, migrations, version);
    if (unknown.length > 0) return { ok: false, error: { type: 'database_newer', unknown, needs } };
    makeTable(sql);
    apply(sql, migrations, missing, now, version);
    return { ok: true, applied: missing, newer };
  });
}

/** Applies those of the given migrations that are missing to a database that `migrate` has opened. */
export function applyMissing(sql: Sql, migrations: readonly Migration[], now: number): void {
  sql.transaction(() => {
    const done = new Set(readTable(sql).map(({ name }) => name));
    apply(sql, migrations, missingOf(sql, migrations, done), now, packageJson.version);
  });
}

function apply(
  sql: Sql,
  migrations: readonly Migration[],
  missing: readonly string[],
  now: number,
  version: string,
): void {
  for (const { name, statements, work, adds, opensFrom = null } of migrations) {
    const isMissing = missing.includes(name);
    if (isMissing) for (const statement of statements) sql.run(statement);
    if (isMissing || adds !== undefined || opensFrom !== null) work?.(sql);
    if (isMissing && adds === undefined)
      sql.run(
        'INSERT INTO migrations (name, applied_at, version, opens_from) VALUES (?, ?, ?, ?)',
        name,
        now,
        version,
        opensFrom,
      );
  }
}

/** `migrate` for a database that only a rollback makes newer than the code: it throws then. Returns `newer`. */
export function migrateOrThrow(sql: Sql, migrations: readonly Migration[], now: number): readonly string[] {
  const migrated = migrate(sql, migrations, now);
  if (!migrated.ok) throw new Error(`Changed by newer code: ${newerText(migrated.error)}`);
  return migrated.newer;
}

/** What a database that is too new needs, for operators. */
export function newerText({ unknown, needs }: Pick<DatabaseNewer, 'unknown' | 'needs'>): string {
  return `${unknown.join(', ')}; needs ${needs === null ? 'a newer version' : `version ${needs} or newer`}`;
}

export interface MigrationGap {
  /** The given migrations that the database lacks. */
  readonly missing: readonly string[];
  /** Those that it has beyond them, and that this version cannot work with. */
  readonly unknown: readonly string[];
  /** Those that it has beyond them, and that this version can work with. */
  readonly newer: readonly string[];
  /** The version that can work with the unknown ones; null where none of them says so. */
  readonly needs: string | null;
}

/** Compares a database with the given migrations. Changes nothing. */
export function migrationGap(
  sql: Sql,
  migrations: readonly Migration[],
  version: string = packageJson.version,
): MigrationGap {
  const rows = readTable(sql);
  const known = new Set(migrations.map(({ name }) => name));
  const beyond = rows.filter(({ name }) => !known.has(name));
  const isOpen = ({ opensFrom }: Row) => opensFrom !== null && isAtLeast(version, opensFrom);
  const unknown = beyond.filter((row) => !isOpen(row));
  const needed = unknown.flatMap((row) => row.opensFrom ?? row.version ?? []);
  const needs = needed.reduce((most, one) => (isAtLeast(one, most) ? one : most), version);
  return {
    missing: missingOf(sql, migrations, new Set(rows.map(({ name }) => name))),
    unknown: unknown.map(({ name }) => name),
    newer: beyond.filter(isOpen).map(({ name }) => name),
    needs: needs === version ? null : needs,
  };
}

interface Row {
  readonly name: string;
  /** The version that applied it; null before versions were stored. */
  readonly version: string | null;
  readonly opensFrom: string | null;
}

function makeTable(sql: Sql): void {
  sql.run(
    `CREATE TABLE IF NOT EXISTS migrations (
       name TEXT PRIMARY KEY,
       applied_at INTEGER NOT NULL,
       version TEXT,
       opens_from TEXT
     ) STRICT, WITHOUT ROWID`,
  );
  if (hasVersions(sql)) return;
  // Older code names the columns that it writes, so it goes on without these.
  sql.run('ALTER TABLE migrations ADD COLUMN version TEXT');
  sql.run('ALTER TABLE migrations ADD COLUMN opens_from TEXT');
}

function readTable(sql: Sql): readonly Row[] {
  if (!hasTable(sql, 'migrations')) return [];
  const versions = hasVersions(sql) ? 'version, opens_from' : 'NULL AS version, NULL';
  return sql.all<Row>(`SELECT name, ${versions} AS opensFrom FROM migrations ORDER BY name`);
}

function hasVersions(sql: Sql): boolean {
  return (
    sql.get(
      "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'migrations' AND sql LIKE '%opens_from%'",
    ) !== undefined
  );
}

/** Whether a version is another one or newer; false for a text that is no version. */
function isAtLeast(version: string, other: string): boolean {
  const [one, two] = [partsOf(version), partsOf(other)];
  if (one === null || two === null) return false;
  const place = one.findIndex((part, index) => part !== two[index]);
  return place === -1 || Number(one[place]) > Number(two[place]);
}

function partsOf(version: string): readonly number[] | null {
  const match = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(version);
  return match === null ? null : match.slice(1).map(Number);
}

function missingOf(sql: Sql, migrations: readonly Migration[], done: ReadonlySet<string>): string[] {
  return migrations
    .filter(({ name, adds }) => (adds === undefined ? !done.has(name) : !hasEntry(sql, adds)))
    .map(({ name }) => name);
}

/** Whether a database has a table. */
export function hasTable(sql: Sql, name: string): boolean {
  return (
    sql.get("SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = ?", name) !== undefined
  );
}

/** Whether a database has a table or an index. */
function hasEntry(sql: Sql, name: string): boolean {
  return sql.get('SELECT 1 AS found FROM sqlite_master WHERE name = ?', name) !== undefined;
}
