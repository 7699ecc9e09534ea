/** The SQLite port on better-sqlite3: the conformance suite, and behaviour that needs a file on a disk. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { StorageBusyError, StorageFullError } from '#api/runtime/sqlite/port.ts';
import { takeServeLock } from '#api/runtime/sqlite/serve-lock.ts';
import { sqliteConformance } from './sqlite-conformance.ts';

vi.setConfig({ testTimeout: 60_000 });

sqliteConformance('better-sqlite3', async (check) => {
  const sql = openBetterSqlite3(':memory:');
  try {
    await check(sql);
  } finally {
    sql.close();
  }
});

describe('a file on a disk', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const file = () => join(folder, 'a.sqlite');

  it('is in WAL mode, synced at every commit, with checkpoints', () => {
    const sql = openBetterSqlite3(file());
    expect(sql.pragma('journal_mode')).toBe('wal');
    expect(sql.pragma('synchronous')).toBe(2);
    expect(sql.pragma('wal_autocheckpoint')).toBe(1000);
    sql.close();
  });

  it('takes 8 MB of memory, and more only where the caller wants it mapped', () => {
    const sql = openBetterSqlite3(file());
    const mapped = openBetterSqlite3(file(), { mapped: true });
    expect(sql.pragma('mmap_size')).toBe(0);
    expect(sql.pragma('cache_size')).toBe(-8000);
    expect(mapped.pragma('mmap_size')).toBeGreaterThan(0);
    sql.close();
    mapped.close();
  });

  it('holds the write lock from the start of a transaction, and a waiting one gives up with a typed error', () => {
    const one = openBetterSqlite3(file());
    const two = openBetterSqlite3(file(), { busyTimeoutMs: 10 });
    one.run('CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT');
    one.transaction(() => {
      expect(() => two.transaction(() => two.run('INSERT INTO t VALUES (1)'))).toThrow(StorageBusyError);
    });
    two.transaction(() => two.run('INSERT INTO t VALUES (2)'));
    expect(one.all('SELECT id FROM t')).toEqual([{ id: 2 }]);
    one.close();
    two.close();
  });

  it('hides concurrent commits from a snapshot and does not block them', () => {
    const one = openBetterSqlite3(file());
    const two = openBetterSqlite3(file());
    one.run('CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT');
    const count = () => one.get<{ n: number }>('SELECT count(*) AS n FROM t')?.n;
    one.snapshot(() => {
      expect(count()).toBe(0);
      two.run('INSERT INTO t VALUES (1)');
      expect(count()).toBe(0);
    });
    expect(count()).toBe(1);
    one.close();
    two.close();
  });

  it('waits for the disk in each commit but in those that may be undone', () => {
    const sql = openBetterSqlite3(file());
    const waits = () => sql.pragma('synchronous') === 2;
    expect(waits()).toBe(true);
    expect(sql.unsynced(waits)).toBe(false);
    expect(sql.transaction(waits)).toBe(true);
    expect(() =>
      sql.unsynced(() => {
        throw new Error('undone');
      }),
    ).toThrow();
    expect(waits()).toBe(true);
    sql.close();
  });

  it('counts the pages that are still to be moved', () => {
    const sql = openBetterSqlite3(file());
    sql.run('CREATE TABLE t (bytes BLOB NOT NULL) STRICT');
    sql.run('INSERT INTO t VALUES (zeroblob(100000))');
    expect(sql.unmoved()).toBeGreaterThanOrEqual(25);
    sql.checkpoint();
    expect(sql.unmoved()).toBe(0);
    sql.close();
  });

  it('gets another foreign version when another connection writes', () => {
    const one = openBetterSqlite3(file());
    const two = openBetterSqlite3(file());
    one.run('CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT');
    const before = one.foreignVersion();
    two.run('INSERT INTO t VALUES (1)');
    one.transaction(() => expect(one.foreignVersion()).not.toBe(before));
    one.close();
    two.close();
  });

  describe('a full disk', () => {
    const filler = 'x'.repeat(3000);
    function full(): NodeSqlite {
      const sql = openBetterSqlite3(file());
      sql.run('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT) STRICT');
      sql.run('INSERT INTO t VALUES (0, NULL)');
      sql.pragma(`max_page_count = ${Number(sql.pragma('page_count')) + 3}`);
      return sql;
    }
    const ids = (sql: NodeSqlite) => sql.all<{ id: number }>('SELECT id FROM t').map((row) => row.id);
    const fill = (sql: NodeSqlite) => {
      for (let id = 100; id < 120; id += 1) sql.run('INSERT INTO t VALUES (?, ?)', id, filler);
    };

    it('fails the whole transaction with a typed error, and later ones succeed without reopening', () => {
      const sql = full();
      expect(() => sql.transaction(() => fill(sql))).toThrow(StorageFullError);
      expect(ids(sql)).toEqual([0]);
      sql.transaction(() => sql.run('INSERT INTO t VALUES (1, NULL)'));
      sql.pragma('max_page_count = 100000');
      sql.transaction(() => fill(sql));
      expect(ids(sql)).toHaveLength(22);
      sql.close();
    });

    it('keeps nothing, even if the work continues or was in a savepoint', () => {
      const sql = full();
      expect(() =>
        sql.transaction(() => {
          sql.run('INSERT INTO t VALUES (1, NULL)');
          expect(() => sql.transaction(() => fill(sql))).toThrow(StorageFullError);
          expect(() => sql.run('INSERT INTO t VALUES (2, NULL)')).toThrow(StorageFullError);
          return 'as if all were well';
        }),
      ).toThrow(StorageFullError);
      expect(ids(sql)).toEqual([0]);
      sql.run('INSERT INTO t VALUES (3, NULL)');
      expect(ids(sql)).toEqual([0, 3]);
      sql.close();
    });

    it('holds if SQLite itself rolls the whole transaction back', () => {
      const sql = full();
      expect(() =>
        sql.transaction(() => {
          sql.run('INSERT INTO t VALUES (1, NULL)');
          // One statement that fills the disk without a journal of its own.
          expect(() => sql.run('UPDATE t SET text = ? WHERE id = 0', 'y'.repeat(100_000))).toThrow(
            StorageFullError,
          );
          expect(() => sql.run('INSERT INTO t VALUES (2, NULL)')).toThrow(StorageFullError);
        }),
      ).toThrow(StorageFullError);
      expect(ids(sql)).toEqual([0]);
      sql.close();
    });
  });

  it('a backup is complete while others write, and is a database of its own', () => {
    const sql = openBetterSqlite3(file());
    const other = openBetterSqlite3(file());
    sql.run('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT) STRICT');
    sql.transaction(() => {
      for (let id = 0; id < 20_000; id += 1) sql.run('INSERT INTO t VALUES (?, ?)', id, 'x'.repeat(1000));
    });
    const copy = join(folder, 'copy.sqlite');
    other.transaction(() => {
      other.run('INSERT INTO t VALUES (100000, NULL)');
      sql.backup(copy);
    });
    const copied = openBetterSqlite3(copy, { readonly: true });
    expect(copied.get('SELECT count(*) AS n, max(id) AS last FROM t')).toEqual({ n: 20_000, last: 19_999 });
    expect(copied.pragma('integrity_check')).toBe('ok');
    copied.close();
    sql.close();
    other.close();
  });

  describe('the server lock', () => {
    const holder = `
      import { takeServeLock } from '#api/runtime/sqlite/serve-lock.ts';
      process.stdout.write(takeServeLock(process.argv[1]).ok ? 'held' : 'refused');
      setInterval(() => {}, 1000);`;

    it('is refused to a second server in the same process, and free once released', () => {
      const first = takeServeLock(file());
      expect(takeServeLock(file())).toEqual({ ok: false, error: { type: 'already_serving' } });
      if (first.ok) first.release();
      const second = takeServeLock(file());
      expect(second.ok).toBe(true);
      if (second.ok) second.release();
    });

    it('is the same through any link to the file', () => {
      openBetterSqlite3(file()).close();
      const link = join(folder, 'link.sqlite');
      symlinkSync(file(), link);
      const first = takeServeLock(file());
      expect(takeServeLock(link)).toEqual({ ok: false, error: { type: 'already_serving' } });
      if (first.ok) first.release();
    });

    it('is refused while another process holds it, and freed when that process is killed', async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', holder, file()], {
        cwd: new URL('../../../..', import.meta.url).pathname,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [said] = await once(child.stdout, 'data');
      expect(String(said)).toBe('held');
      expect(takeServeLock(file()).ok).toBe(false);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const lock = takeServeLock(file());
      expect(lock.ok).toBe(true);
      if (lock.ok) lock.release();
    });
  });
});
