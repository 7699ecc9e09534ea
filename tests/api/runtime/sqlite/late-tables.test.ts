/** Tables that come with their first row: until then they read as empty, and in the end the schema is the same. */
import { beforeEach, describe, expect, test } from 'vitest';
import { OWN_DATABASE } from '#api/ledger/own-tables.ts';
import { ownDatabase, ownDatabaseMigrations } from '#api/migrations.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { begun, type TwoWays, withLateTables } from '#api/runtime/sqlite/late-tables.ts';
import { migrate, migrationGap } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';

const clock = { now: () => 0 };
/** The database as it is. */
let bare: NodeSqlite;
let sql: Sql;
const { stepByStep, atOnce } = ownDatabase;
const WAYS = { 'step by step': stepByStep, 'at once': atOnce } as const;
let ways: TwoWays;

function begin(fresh: TwoWays['fresh']): void {
  ways = { ...ownDatabase, fresh };
  bare = openBetterSqlite3(':memory:');
  sql = withLateTables(bare, ways, clock);
  open();
}

const open = () => migrate(sql, begun(sql, ways), 0);

const schemaOf = (of: Sql) =>
  of
    .all<{ type: string; name: string; sql: string | null }>(
      'SELECT type, name, sql FROM sqlite_master ORDER BY type, name, sql',
    )
    .map(({ type, name, sql: text }) => `${type} ${name} ${text}`);
const namesOf = (of: Sql) =>
  of.all<{ name: string }>('SELECT name FROM migrations ORDER BY name').map(({ name }) => name);
const tablesOf = (of: Sql) =>
  of
    .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({ name }) => name);

function whole(way = stepByStep): NodeSqlite {
  const made = openBetterSqlite3(':memory:');
  migrate(made, way.migrations, 0);
  return made;
}
const late = tablesOf(whole());

const VALUES: Readonly<Record<string, string>> = { INTEGER: '1', TEXT: "'{}'", BLOB: "x''" };
/** A statement that adds a row with all of its columns. */
function insertInto(table: string): string {
  const columns = whole().all<{ name: string; type: string }>(
    `SELECT name, type FROM pragma_table_info('${table}')`,
  );
  const values = columns.map(({ type }) => VALUES[type]);
  return `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) VALUES (${values.join(', ')})`;
}

const FIRST = ['accounts', 'calculations', 'events', 'meta', 'migrations', 'people', 'told'];
const LATER = ['credits', 'exports', 'friends', 'last_seen', 'wallets'];

describe.each(['step by step', 'at once'] as const)('a new database, made %s', (name) => {
  const way = WAYS[name];
  beforeEach(() => begin(way));

  test('has what a registration writes to, and no more', () => {
    expect(tablesOf(bare).sort()).toEqual((way === atOnce ? FIRST : [...FIRST, ...LATER]).sort());
  });

  test.each(late)('reads every column of %s, and then has its rows', (table) => {
    const columns = whole().all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`);
    const all = `SELECT ${columns.map(({ name: column }) => column).join(', ')} FROM ${table}`;
    if (table !== 'migrations') expect(sql.all(all)).toEqual([]);
    const rows = sql.all(all).length;
    sql.run(insertInto(table));
    expect(sql.all(all)).toHaveLength(rows + 1);
    expect(bare.all(all)).toHaveLength(rows + 1);
  });

  test('has the schema and the names of a whole one once every table has a row', () => {
    for (const table of late.toReversed()) if (table !== 'migrations') sql.run(insertInto(table));
    sql.get(
      "SELECT 1 FROM events INDEXED BY events_sealed WHERE at / 86400000 = 1 AND type = 'PlanSealed.v1'",
    );
    expect(schemaOf(bare)).toEqual(schemaOf(whole(way)));
    expect(namesOf(bare)).toEqual(namesOf(whole(way)));
  });

  test.each(late)(
    'is opened as it is by code that makes new ones the other way, also after a row in %s',
    (table) => {
      if (table !== 'migrations') sql.run(insertInto(table));
      const before = schemaOf(bare);
      ways = { ...ownDatabase, fresh: way === atOnce ? stepByStep : atOnce };
      sql = withLateTables({ ...bare }, ways, clock);
      expect(open()).toMatchObject({ ok: true, applied: [], newer: [] });
      expect(schemaOf(bare)).toEqual(before);
      const there = tablesOf(bare);
      for (const one of late) if (!there.includes(one)) sql.run(insertInto(one));
      expect(tablesOf(bare).sort()).toEqual(late.toSorted());
    },
  );
});

describe('both ways', () => {
  const differ = (one: readonly string[], other: readonly string[]) =>
    one.filter((text) => !other.includes(text));
  const named = (texts: readonly string[]) => texts.map((text) => /^\w+ \w+/.exec(text)?.[0]);

  test('end at the same tables, and at the same indexes and triggers but for these', () => {
    const [steps, once] = [schemaOf(whole()), schemaOf(whole(atOnce))];
    const guards = ['trigger credits_never_change', 'trigger credits_never_replaced'];
    expect(named(differ(steps, once))).toEqual([
      'index accounts_by_referrer',
      'index credits_by_target',
      'index credits_pending',
      ...guards,
      'trigger credits_stay_delivered',
    ]);
    expect(named(differ(once, steps))).toEqual(guards);
  });
});

describe('an older version', () => {
  test.each(late)('makes a database whole that was made step by step, also after a row in %s', (table) => {
    begin(stepByStep);
    if (table !== 'migrations') sql.run(insertInto(table));
    // It applies all that is missing.
    expect(migrate(bare, ownDatabaseMigrations, 0)).toMatchObject({ ok: true });
    expect(schemaOf(bare)).toEqual(schemaOf(whole()));
    expect(namesOf(bare)).toEqual(namesOf(whole()));
    expect(open()).toMatchObject({ ok: true, applied: [], newer: [] });
  });

  test('refuses one that was made at once before 1.7.0, which opens it', () => {
    begin(atOnce);
    const gap = migrationGap(bare, ownDatabaseMigrations, '1.6.0');
    expect(gap).toMatchObject({ unknown: [OWN_DATABASE], newer: [], needs: '1.7.0' });
    expect(migrationGap(bare, ownDatabaseMigrations, '1.7.0')).toMatchObject({ unknown: [] });
  });
});

describe('a late table', () => {
  beforeEach(() => begin(stepByStep));
  const there = () => tablesOf(bare).filter((name) => ['jobs', 'settings', 'pictures'].includes(name));

  test('is not made by reading, changing or deleting', () => {
    expect(sql.get('SELECT min(expires_at) AS at FROM pictures')).toEqual({ at: null });
    expect(sql.get('WITH mine AS (SELECT * FROM jobs) SELECT count(*) AS n FROM mine')).toEqual({ n: 0 });
    expect(sql.all('SELECT p.user_id FROM people p LEFT JOIN settings s USING (user_id)')).toEqual([]);
    expect([...sql.iterate('SELECT * FROM pictures')]).toEqual([]);
    expect(sql.run('UPDATE settings SET zone = NULL WHERE user_id = ?', 1)).toEqual({ changes: 0 });
    expect(sql.run('DELETE FROM jobs WHERE user_id = ?', 1)).toEqual({ changes: 0 });
    sql.run('INSERT INTO last_seen (user_id, at) VALUES (1, 2)');
    expect(sql.run('DELETE FROM last_seen WHERE user_id NOT IN (SELECT user_id FROM settings)').changes).toBe(
      1,
    );
    expect(there()).toEqual([]);
  });

  test('is made with its whole subject, and only by that', () => {
    sql.run(insertInto('pictures'));
    expect(there()).toEqual(['pictures']);
  });

  test('is made by a query that names one of its indexes', () => {
    const counted = 'SELECT count(*) AS n FROM events INDEXED BY events_own_later WHERE seq > 1000';
    const others = "AND type NOT IN ('CreditReceived.v1', 'Correction.v1', 'WalletUnlinked.v1')";
    expect(sql.get(`${counted} ${others} AND user_id = 1`)).toEqual({ n: 0 });
    expect(tablesOf(bare)).toContain('saved_heads');
  });

  test('goes with the work that made it, and comes again', () => {
    const insert = insertInto('settings');
    const failing = () => {
      sql.run(insert);
      throw new Error('undone');
    };
    expect(() => sql.transaction(failing)).toThrow('undone');
    expect(there()).toEqual([]);
    expect(sql.all('SELECT * FROM settings')).toEqual([]);
    sql.transaction(() => {
      expect(() => sql.transaction(failing)).toThrow('undone');
      expect(sql.all('SELECT * FROM settings')).toEqual([]);
      sql.run(insert);
    });
    expect(sql.all('SELECT user_id FROM settings')).toEqual([{ user_id: 1 }]);
  });

  test('of a database that has its subject in part is made when it is opened', () => {
    bare = openBetterSqlite3(':memory:');
    sql = withLateTables(bare, ways, clock);
    const older = ownDatabaseMigrations.findIndex(({ name }) => name === 'edits-002');
    migrate(bare, ownDatabaseMigrations.slice(0, older), 0);
    expect(tablesOf(bare)).not.toContain('edit_changes');
    expect(open()).toMatchObject({ ok: true, applied: ['edits-002', 'exchange-001'] });
  });
});
