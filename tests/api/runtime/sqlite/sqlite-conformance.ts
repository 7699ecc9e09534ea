/** The SQLite port on every adapter, whatever its engine. */
import { describe, expect, it } from 'vitest';
import { type Migration, migrate, migrationGap } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';

/** Runs `check` on an empty database and discards it afterwards. */
export type WithSql = (check: (sql: Sql) => void | Promise<void>) => Promise<void>;

export function sqliteConformance(name: string, withSql: WithSql): void {
  const on = (title: string, check: (sql: Sql) => void | Promise<void>) => it(title, () => withSql(check));
  const table = (sql: Sql) =>
    sql.run('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB) STRICT');
  const ids = (sql: Sql) => sql.all<{ id: number }>('SELECT id FROM t ORDER BY id').map((row) => row.id);
  const insert = (sql: Sql, id: number) => sql.run('INSERT INTO t (id) VALUES (?)', id);

  describe(`${name}: values`, () => {
    on('come back as they went in', (sql) => {
      table(sql);
      const big = 2 ** 52 + 1;
      sql.run('INSERT INTO t VALUES (?, ?, ?)', big, 'naïve — текст 🙂\n', new Uint8Array([0, 255, 7]));
      sql.run('INSERT INTO t VALUES (?, ?, ?)', -5, null, null);
      const row = sql.get<{ id: number; text: string; bytes: Uint8Array }>(
        'SELECT * FROM t WHERE id = ?',
        big,
      );
      expect(row?.id).toBe(big);
      expect(row?.text).toBe('naïve — текст 🙂\n');
      expect([...(row?.bytes ?? [])]).toEqual([0, 255, 7]);
      expect({ ...sql.get('SELECT * FROM t WHERE id = -5') }).toEqual({ id: -5, text: null, bytes: null });
      expect(sql.get('SELECT * FROM t WHERE id = 0')).toBeUndefined();
    });

    on('run returns the number of changed rows without indexes', (sql) => {
      table(sql);
      sql.run('CREATE INDEX t_text ON t (text)');
      for (const id of [1, 2, 3]) expect(insert(sql, id).changes).toBe(1);
      expect(sql.run("UPDATE t SET text = 'x' WHERE id > ?", 1).changes).toBe(2);
      expect(sql.run('INSERT INTO t (id) VALUES (1) ON CONFLICT DO NOTHING').changes).toBe(0);
      expect(sql.run('DELETE FROM t WHERE id = 9').changes).toBe(0);
    });

    on('iterate gives the rows in order and can stop early', (sql) => {
      table(sql);
      for (let id = 1; id <= 10; id += 1) insert(sql, id);
      const seen: number[] = [];
      for (const row of sql.iterate<{ id: number }>('SELECT id FROM t ORDER BY id')) {
        seen.push(row.id);
        if (row.id === 4) break;
      }
      expect(seen).toEqual([1, 2, 3, 4]);
      insert(sql, 11);
      expect(ids(sql)).toHaveLength(11);
    });

    on('a whole chunk can be read as one JSON text', (sql) => {
      table(sql);
      sql.run('INSERT INTO t (id, text) VALUES (?, ?)', 1_763_000_000_123, 'a"b');
      const row = sql.get<{ rows: string }>('SELECT json_group_array(json_array(id, text)) AS rows FROM t');
      expect(row?.rows).toBe('[[1763000000123,"a\\"b"]]');
    });
  });

  describe(`${name}: transactions`, () => {
    on('are kept as a whole', (sql) => {
      table(sql);
      const value = sql.transaction(() => {
        insert(sql, 1);
        insert(sql, 2);
        return 'done';
      });
      expect(value).toBe('done');
      expect(ids(sql)).toEqual([1, 2]);
    });

    on('are undone as a whole if the work throws, and the error passes on', (sql) => {
      table(sql);
      expect(() =>
        sql.transaction(() => {
          insert(sql, 1);
          throw new Error('no');
        }),
      ).toThrow('no');
      expect(ids(sql)).toEqual([]);
      sql.transaction(() => insert(sql, 2));
      expect(ids(sql)).toEqual([2]);
    });

    on('inside another undo only themselves', (sql) => {
      table(sql);
      sql.transaction(() => {
        insert(sql, 1);
        expect(() =>
          sql.transaction(() => {
            insert(sql, 2);
            sql.transaction(() => insert(sql, 3));
            throw new Error('inner');
          }),
        ).toThrow('inner');
        sql.transaction(() => insert(sql, 4));
        insert(sql, 5);
      });
      expect(ids(sql)).toEqual([1, 4, 5]);
    });

    on('survive a refused statement that the work expects', (sql) => {
      table(sql);
      sql.transaction(() => {
        insert(sql, 1);
        expect(() => insert(sql, 1)).toThrow(/UNIQUE/);
        insert(sql, 2);
      });
      expect(ids(sql)).toEqual([1, 2]);
    });

    on('an outer error undoes a finished inner transaction', (sql) => {
      table(sql);
      expect(() =>
        sql.transaction(() => {
          sql.transaction(() => insert(sql, 1));
          throw new Error('outer');
        }),
      ).toThrow('outer');
      expect(ids(sql)).toEqual([]);
    });

    on('asynchronous work is a type error', (sql) => {
      table(sql);
      // Never called; it must not compile.
      const wrong = () => {
        // @ts-expect-error an async function would commit before it has done its work
        sql.transaction(async () => insert(sql, 1));
      };
      expect(wrong).toBeTypeOf('function');
    });

    on('one that does not wait for the disk is kept, nests, and is undone by a throw', (sql) => {
      table(sql);
      sql.unsynced(() => {
        insert(sql, 1);
        sql.transaction(() => insert(sql, 2));
      });
      sql.transaction(() => sql.unsynced(() => insert(sql, 3)));
      const failing = () =>
        sql.unsynced(() => {
          insert(sql, 4);
          throw new Error('undone');
        });
      expect(failing).toThrow('undone');
      expect(ids(sql)).toEqual([1, 2, 3]);
    });

    on('a snapshot reads, and cannot be taken inside a transaction', (sql) => {
      table(sql);
      insert(sql, 7);
      expect(sql.snapshot(() => ids(sql))).toEqual([7]);
      sql.transaction(() => expect(() => sql.snapshot(() => 1)).toThrow());
      expect(sql.snapshot(() => ids(sql))).toEqual([7]);
    });

    on('the foreign version does not change through writes of this connection', (sql) => {
      const before = sql.foreignVersion();
      table(sql);
      sql.transaction(() => {
        insert(sql, 1);
        expect(sql.foreignVersion()).toBe(before);
      });
      expect(sql.foreignVersion()).toBe(before);
    });
  });

  describe(`${name}: triggers`, () => {
    on('refuse a statement, and the rest of the transaction is kept', (sql) => {
      table(sql);
      sql.run("CREATE TRIGGER never BEFORE DELETE ON t BEGIN SELECT RAISE(ABORT, 'never'); END");
      sql.transaction(() => {
        insert(sql, 1);
        expect(() => sql.run('DELETE FROM t')).toThrow('never');
        insert(sql, 2);
      });
      expect(ids(sql)).toEqual([1, 2]);
    });
  });

  describe(`${name}: migrations`, () => {
    const first: Migration = { name: 'a-001', statements: ['CREATE TABLE a (x INTEGER) STRICT'] };
    const second: Migration = { name: 'b-001', statements: ['CREATE TABLE b (x INTEGER) STRICT'] };

    on('are applied once each, in order', (sql) => {
      expect(migrate(sql, [first], 1)).toEqual({ ok: true, applied: ['a-001'], newer: [] });
      expect(migrate(sql, [first, second], 2)).toEqual({ ok: true, applied: ['b-001'], newer: [] });
      expect(migrate(sql, [first, second], 3)).toEqual({ ok: true, applied: [], newer: [] });
      sql.run('INSERT INTO b VALUES (1)');
    });

    on('refuse a database newer than the code without touching it', (sql) => {
      migrate(sql, [first, second], 1);
      const third: Migration = { name: 'a-002', statements: ['CREATE TABLE c (x INTEGER) STRICT'] };
      expect(migrate(sql, [first, third], 2)).toEqual({
        ok: false,
        error: { type: 'database_newer', unknown: ['b-001'], needs: null },
      });
      expect(() => sql.run('INSERT INTO c VALUES (1)')).toThrow(/no such table/);
    });

    on('that only add a table leave the database to older code, and look again for its rows', (sql) => {
      const adding: Migration = {
        name: 'c-001',
        adds: 'c',
        statements: ['CREATE TABLE c (x INTEGER) STRICT'],
        work(sql) {
          sql.run('INSERT INTO c SELECT x FROM a');
          sql.run('DELETE FROM a');
        },
      };
      migrate(sql, [first], 1);
      sql.run('INSERT INTO a VALUES (1)');
      expect(migrationGap(sql, [first, adding])).toMatchObject({ missing: ['c-001'], unknown: [] });
      expect(migrate(sql, [first, adding], 2)).toEqual({ ok: true, applied: ['c-001'], newer: [] });
      expect(migrationGap(sql, [first, adding])).toMatchObject({ missing: [], unknown: [] });
      expect(migrate(sql, [first], 3)).toEqual({ ok: true, applied: [], newer: [] });
      sql.run('INSERT INTO a VALUES (2)');
      expect(migrate(sql, [first, adding], 4)).toEqual({ ok: true, applied: [], newer: [] });
      expect([sql.all('SELECT x FROM c'), sql.all('SELECT x FROM a')]).toEqual([[{ x: 1 }, { x: 2 }], []]);
    });

    const opening: Migration = {
      name: 'd-001',
      opensFrom: '1.9.0',
      statements: [
        'ALTER TABLE a ADD COLUMN twice INTEGER',
        'CREATE INDEX a_by_twice ON a (twice)',
        'CREATE TRIGGER a_twice AFTER INSERT ON a BEGIN UPDATE a SET twice = 2 * NEW.x WHERE x = NEW.x; END',
      ],
    };

    on(
      'open to a named version leave the database to it, whose rows meet new triggers and indexes',
      (sql) => {
        migrate(sql, [first, opening], 1, '1.10.0');
        expect(migrate(sql, [first], 2, '1.9.0')).toEqual({ ok: true, applied: [], newer: ['d-001'] });
        expect(migrate(sql, [first, second], 3, '1.9.1')).toEqual({
          ...{ ok: true, applied: ['b-001'], newer: ['d-001'] },
        });
        sql.run('INSERT INTO a (x) VALUES (21)');
        expect(sql.all('SELECT x, twice FROM a INDEXED BY a_by_twice WHERE twice > 0')).toEqual([
          { x: 21, twice: 42 },
        ]);
        expect(migrate(sql, [first, second, opening], 4, '1.10.0')).toEqual({
          ok: true,
          applied: [],
          newer: [],
        });
      },
    );

    on('open to a named version refuse the versions before, and name it', (sql) => {
      migrate(sql, [first, opening], 1, '2.0.0');
      for (const version of ['1.8.12', '1.0.10', '0.99.0', 'next'])
        expect(migrate(sql, [first], 2, version)).toEqual({
          ok: false,
          error: { type: 'database_newer', unknown: ['d-001'], needs: version === 'next' ? null : '1.9.0' },
        });
      migrate(sql, [first, second, opening], 3, '2.1.0');
      for (const [version, needs] of [
        ['1.9.0', '2.1.0'],
        ['1.8.0', '2.1.0'],
        // It has the version that made the change, but not the change.
        ['2.1.0', null],
      ] as const)
        expect(migrationGap(sql, [first], version)).toMatchObject({
          unknown: expect.arrayContaining(['b-001']),
          needs,
        });
    });

    on('that open run their work at every start, because older code may have written', (sql) => {
      const work = (database: typeof sql) => void database.run('UPDATE a SET x = -x WHERE x > 0');
      const working = { ...opening, statements: [], work };
      migrate(sql, [first], 1);
      sql.run('INSERT INTO a VALUES (1)');
      migrate(sql, [first, working], 2);
      sql.run('INSERT INTO a VALUES (2)');
      migrate(sql, [first, working], 3);
      expect(sql.all('SELECT x FROM a ORDER BY x')).toEqual([{ x: -2 }, { x: -1 }]);
    });

    on('note versions beside the names that older code wrote', (sql) => {
      sql.run(
        'CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT, WITHOUT ROWID',
      );
      sql.run("INSERT INTO migrations (name, applied_at) VALUES ('a-001', 1), ('z-001', 1)");
      expect(migrationGap(sql, [first])).toEqual({ missing: [], unknown: ['z-001'], newer: [], needs: null });
      expect(migrate(sql, [first], 2).ok).toBe(false);
      expect(() => sql.run('SELECT version FROM migrations')).toThrow(/no such column/);
      const last = { name: 'z-001', statements: [] };
      expect(migrate(sql, [first, last, second], 3, '3.0.0')).toMatchObject({ ok: true, applied: ['b-001'] });
      expect(sql.all('SELECT name, version FROM migrations ORDER BY name')).toEqual([
        { name: 'a-001', version: null },
        { name: 'b-001', version: '3.0.0' },
        { name: 'z-001', version: null },
      ]);
    });

    on('that fail leave nothing behind', (sql) => {
      const broken: Migration = { name: 'x', statements: ['CREATE TABLE d (x INTEGER) STRICT', 'NOT SQL'] };
      expect(() => migrate(sql, [first, broken], 1)).toThrow();
      expect(migrate(sql, [first], 1)).toEqual({ ok: true, applied: ['a-001'], newer: [] });
      sql.run('CREATE TABLE d (x INTEGER) STRICT');
    });
  });
}
