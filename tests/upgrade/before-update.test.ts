/** The copy that a server keeps before its version changes the database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Config } from '#api/config.ts';
import { copyBeforeUpdate } from '#api/deployments/machine/before-update.ts';
import { openDatabase, StartRefused } from '#api/deployments/machine/database.ts';
import { migrations } from '#api/migrations.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrationGap } from '#api/runtime/sqlite/migrations.ts';
import { type Folder, makeFolder, ROOT } from '#tests/api/server/support.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { rowsOf } from '#tests/support/test-deployment.ts';
import packageJson from '../../package.json' with { type: 'json' };

vi.setConfig({ testTimeout: 60_000 });

const OLD = gunzipSync(readFileSync(new URL('fixture/irich.sqlite.gz', import.meta.url)));

let folder: Folder;
let path: string;
let copy: string;
beforeEach(() => {
  folder = makeFolder();
  path = `${folder.path}/irich.sqlite`;
  copy = `${path}.before-${packageJson.version}`;
  writeFileSync(path, OLD, { mode: 0o600 });
});
afterEach(() => folder.remove());

function start(said: object[] = []): void {
  const config = { databasePath: path, creditSecret: null, readOnly: false } as Config;
  const log = {
    say: (line: object) => void said.push(line),
    fault: (text: string) => void said.push({ text }),
    flush() {},
  };
  openDatabase(config, log).close();
}

function inside<T>(file: string, work: (sql: NodeSqlite) => T): T {
  const sql = openBetterSqlite3(file, { mustExist: true });
  try {
    return work(sql);
  } finally {
    sql.close();
  }
}

const beside = () => readdirSync(folder.path).filter((name) => name.includes('.before-'));
const isOld = (sql: NodeSqlite) => migrationGap(sql, migrations).missing.length > 0;

test('holds every row as it was, for its owner alone', () => {
  const before = inside(path, (sql) => [rowsOf(sql), sql.all('SELECT * FROM migrations')]);
  const said: object[] = [];
  start(said);
  expect(said).toContainEqual({
    message: expect.stringContaining('keeping a copy'),
    version: packageJson.version,
  });
  expect(inside(path, isOld)).toBe(false);
  expect(beside()).toEqual([`irich.sqlite.before-${packageJson.version}`]);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(inside(copy, (sql) => [rowsOf(sql), sql.all('SELECT * FROM migrations')])).toEqual(before);
});

test('is made only where something changes', () => {
  start();
  const made = readFileSync(copy);
  start();
  expect(readFileSync(copy)).toEqual(made);
  path = `${folder.path}/new.sqlite`;
  start();
  expect(beside()).toEqual([`irich.sqlite.before-${packageJson.version}`]);
});

test('stands beside the file itself, not beside a link to it', () => {
  mkdirSync(`${folder.path}/links`);
  symlinkSync(path, `${folder.path}/links/irich.sqlite`);
  path = `${folder.path}/links/irich.sqlite`;
  start();
  expect(beside()).toHaveLength(1);
  expect(readdirSync(`${folder.path}/links`)).toEqual(['irich.sqlite']);
});

test('is one of the newest two', () => {
  for (const [place, version] of ['1.10.0', '1.2.0', '1.9.0'].entries()) {
    writeFileSync(`${path}.before-${version}`, '');
    utimesSync(`${path}.before-${version}`, place + 1, place + 1);
  }
  // The old database of a restore is not one of them.
  writeFileSync(`${path}.before-20261129T031000Z`, '');
  start();
  expect(beside().sort()).toEqual(
    ['20261129T031000Z', '1.9.0', packageJson.version].map((name) => `irich.sqlite.before-${name}`).sort(),
  );
});

test('needs room for the file and 64 MB, and nothing changes without it', () => {
  inside(path, (sql) => {
    const needed = statSync(path).size + 64 * 2 ** 20;
    const said = copyBeforeUpdate({ sql, version: '9.0.0', freeBytes: () => needed - 1 });
    expect(said).toMatch(
      /^no room for a copy of \S+irich\.sqlite before its update: 65 MB are needed, 65 MB are free$/,
    );
    expect(beside()).toEqual([]);
    expect(copyBeforeUpdate({ sql, version: '9.0.0', freeBytes: () => needed })).toBeNull();
    expect(beside()).toEqual(['irich.sqlite.before-9.0.0']);
  });
});

test('that cannot be trusted keeps the database as it is', () => {
  inside(path, (sql) => {
    sql.run('DROP TRIGGER events_never_leave');
    const backup = (to: string) => {
      sql.backup(to);
      inside(to, (made) => made.run('DELETE FROM events WHERE user_id = 1001'));
    };
    expect(copyBeforeUpdate({ sql: { ...sql, backup }, version: '9.0.0', freeBytes: () => 2 ** 40 })).toMatch(
      /^no copy of \S+ before its update: The copy does not hold all heads/,
    );
  });
  expect(beside()).toEqual([]);
  expect(inside(path, isOld)).toBe(true);
  inside(path, (sql) => sql.run("INSERT INTO migrations (name, applied_at) VALUES ('ledger-999', 0)"));
  expect(() => start()).toThrow(StartRefused);
  expect(beside()).toEqual([]);
});

test('is marked as a copy, and `ledger restore` takes it', async () => {
  start();
  inside(path, (sql) => {
    sql.run("INSERT INTO log_marks (origin, mark) VALUES ('a', 5)");
    // As a database of a version that had no such table.
    sql.run('DROP TABLE edit_changes');
  });
  start();
  const mark = (sql: NodeSqlite) => sql.get('SELECT mark FROM log_marks');
  expect([inside(path, mark), inside(copy, mark)]).toEqual([{ mark: 5 }, { mark: -1 }]);
  const events = (sql: NodeSqlite) => sql.all('SELECT user_id, seq, hash FROM events');
  const before = inside(copy, events);
  inside(path, (sql) => sql.run('DELETE FROM log_marks'));
  const restored = await runInProcess(
    runLedger,
    ['restore', copy, '--despite-findings', '--database', path],
    { env: {} },
  );
  expect([restored.code, restored.err]).toEqual([0, '']);
  expect([inside(path, mark), inside(path, events)]).toEqual([{ mark: -1 }, before]);
  expect(existsSync(copy)).toBe(true);
});

test('is begun anew after a kill in the middle', async () => {
  inside(path, (sql) => {
    sql.run('CREATE TABLE ballast (bytes BLOB) STRICT');
    for (let count = 0; count < 100; count += 1) sql.run('INSERT INTO ballast VALUES (randomblob(1000000))');
  });
  const server = spawn(process.execPath, ['api/node.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...folder.env(), DATABASE_PATH: path },
    stdio: 'ignore',
  });
  const ended = once(server, 'exit');
  const partial = `${copy}.partial`;
  while (!existsSync(partial) || statSync(partial).size < 1_000_000) {
    expect(server.exitCode).toBeNull();
    await turn();
  }
  server.kill('SIGKILL');
  await ended;
  expect([existsSync(copy), existsSync(partial), inside(path, isOld)]).toEqual([false, true, true]);
  start();
  expect(beside()).toEqual([`irich.sqlite.before-${packageJson.version}`]);
  const rows = inside(copy, (sql) => sql.get<{ n: number }>('SELECT count(*) AS n FROM ballast'));
  expect(rows).toEqual({ n: 100 });
});
