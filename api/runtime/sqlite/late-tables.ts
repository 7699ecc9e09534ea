/**
 * Tables that a database gets with their first row. In a database of one user most of them would stay empty, and each takes rows
 * to be made and pages to be kept. Until then it reads as an empty table.
 */
import { applyMissing, hasTable, type Migration } from './migrations.ts';
import type { Sql, SqlValue, Synchronous } from './port.ts';

export interface LateTables {
  /** Of the whole database, in order. */
  readonly migrations: readonly Migration[];
  /** Those that wait, in groups that are applied together. */
  readonly groups: readonly (readonly Migration[])[];
}

/** Two ways to the same tables. A database stays with the one that it was made by. */
export interface TwoWays {
  readonly stepByStep: LateTables;
  /** By one migration, the first of its list; its name tells such a database. */
  readonly atOnce: LateTables;
  /** The way of a new database. */
  readonly fresh: LateTables;
}

function wayOf(sql: Sql, { stepByStep, atOnce, fresh }: TwoWays): LateTables {
  if (!hasTable(sql, 'migrations')) return fresh;
  const name = atOnce.migrations[0]?.name ?? null;
  const found = sql.get('SELECT 1 AS found FROM migrations WHERE name = ?', name);
  return found === undefined ? stepByStep : atOnce;
}

/** The migrations to apply when a database is opened: those that do not wait, and those of groups that it has. */
export function begun(sql: Sql, ways: TwoWays): readonly Migration[] {
  const { migrations, groups } = wayOf(sql, ways);
  const there = namesIn(sql);
  const waiting = new Set(groups.filter((group) => !makes(group).some(({ name }) => there.has(name))).flat());
  return migrations.filter((migration) => !waiting.has(migration));
}

/** What was made of a connection: it remembers which tables there are, so there is one for each. */
const made = new WeakMap<Sql, Sql>();

/** The same connection, whose late tables can be read and changed as if they were there. */
export function withLateTables<T extends Sql>(sql: T, ways: TwoWays, clock: { now(): number }): T {
  const known = (made.get(sql) as T | undefined) ?? lateOn(sql, ways, clock);
  made.set(sql, known).set(known, known);
  return known;
}

function lateOn<T extends Sql>(sql: T, ways: TwoWays, clock: { now(): number }): T {
  let all = lateOf(ways.fresh);
  /** Null while that is not known, nor which way this database was made. */
  let missing: ReadonlySet<string> | null = null;
  /** What is run in place of a text; null for a change of no row. */
  const texts = new Map<string, string | null>();

  function forget(): void {
    missing = null;
    texts.clear();
  }

  function missingIn(text: string): readonly string[] {
    if (missing === null) {
      const there = namesIn(sql);
      all = lateOf(wayOf(sql, ways));
      missing = new Set([...all.keys()].filter((name) => !there.has(name)));
    }
    const found = new Set(text.match(WORD));
    return [...found].filter((name) => missing?.has(name));
  }

  function replaced(text: string): string | null {
    const absent = missingIn(text);
    const [, into, changed] = TARGET.exec(text) ?? [];
    // A query that names an index cannot do without it.
    const needed = absent.find((name) => name === into || all.get(name)?.columns === null);
    if (needed !== undefined) {
      applyMissing(whole, all.get(needed)?.group ?? [], clock.now());
      return replaced(text);
    }
    if (absent.some((name) => name === changed)) return null;
    if (absent.length === 0) return text;
    const empty = absent.map((name) => {
      const columns = all.get(name)?.columns ?? [];
      return `${name} (${columns.join(', ')}) AS (SELECT ${columns.map(() => 'NULL').join(', ')} WHERE 0)`;
    });
    return WITH.test(text)
      ? text.replace(WITH, (begin) => `${begin} ${empty.join(', ')},`)
      : `WITH ${empty.join(', ')} ${text}`;
  }

  function ready(text: string): string | null {
    if (CHANGES_TABLES.test(text)) {
      forget();
      return text;
    }
    const known = texts.get(text);
    if (known !== undefined) return known;
    const found = replaced(text);
    texts.set(text, found);
    return found;
  }

  /** What is undone may have made a table. */
  function guarded<R>(work: () => R): R {
    try {
      return work();
    } catch (error) {
      forget();
      throw error;
    }
  }

  const whole: T = {
    ...sql,
    run(text: string, ...values: readonly SqlValue[]) {
      const found = ready(text);
      return found === null ? { changes: 0 } : sql.run(found, ...values);
    },
    get<R extends object>(text: string, ...values: readonly SqlValue[]): R | undefined {
      const found = ready(text);
      return found === null ? undefined : sql.get<R>(found, ...values);
    },
    all<R extends object>(text: string, ...values: readonly SqlValue[]): R[] {
      const found = ready(text);
      return found === null ? [] : sql.all<R>(found, ...values);
    },
    iterate<R extends object>(text: string, ...values: readonly SqlValue[]): IterableIterator<R> {
      const found = ready(text);
      return found === null ? [].values() : sql.iterate<R>(found, ...values);
    },
    transaction: <R>(work: () => Synchronous<R>) => guarded(() => sql.transaction(work)),
    unsynced: <R>(work: () => Synchronous<R>) => guarded(() => sql.unsynced(work)),
  };
  return whole;
}

interface Late extends Made {
  readonly group: readonly Migration[];
}

const lateOfWay = new WeakMap<LateTables, ReadonlyMap<string, Late>>();

/** By name. */
function lateOf(way: LateTables): ReadonlyMap<string, Late> {
  const known = lateOfWay.get(way);
  if (known !== undefined) return known;
  const found = new Map(
    way.groups.flatMap((group) => makes(group).map((one) => [one.name, { ...one, group }])),
  );
  lateOfWay.set(way, found);
  return found;
}

interface Made {
  readonly name: string;
  /** Null for an index. */
  readonly columns: readonly string[] | null;
}

/** The tables and indexes that migrations make, by their texts. */
function makes(migrations: readonly Migration[]): readonly Made[] {
  const found = new Map<string, Made>();
  for (const text of migrations.flatMap(({ statements }) => statements)) {
    const [, table, index, changed, column] = MAKES.exec(text) ?? [];
    if (table !== undefined) {
      const columns = [...text.matchAll(COLUMN)].map(([, name = '']) => name);
      found.set(table, { name: table, columns });
    }
    if (index !== undefined) found.set(index, { name: index, columns: null });
    const known = found.get(changed ?? '')?.columns;
    if (changed !== undefined && column !== undefined && known)
      found.set(changed, { name: changed, columns: [...known, column] });
    found.delete(DROPS.exec(text)?.[1] ?? '');
  }
  return [...found.values()];
}

function namesIn(sql: Sql): ReadonlySet<string> {
  return new Set(sql.all<{ name: string }>('SELECT name FROM sqlite_master').map(({ name }) => name));
}

const MAKES = /^CREATE TABLE (\w+)|^CREATE (?:UNIQUE )?INDEX (\w+)|^ALTER TABLE (\w+) ADD COLUMN (\w+)/;
const DROPS = /^DROP (?:TABLE|INDEX) (\w+)/;
const COLUMN = /\b([a-z_]+) (?:INTEGER|TEXT|BLOB|REAL)\b/g;

/** Tables, or the way to them. */
const CHANGES_TABLES = /^\s*(?:CREATE|DROP|ALTER|INSERT INTO migrations)\b/;
const WORD = /\w+/g;
/** The table that gets rows, or the one whose rows change. */
const TARGET = /^\s*(?:INSERT|REPLACE)\b[^(]*?\bINTO (\w+)|^\s*(?:UPDATE|DELETE FROM) (\w+)/;
const WITH = /^\s*WITH(?: RECURSIVE)?\b/;
