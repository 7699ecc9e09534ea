/** Rebuilding the database file: when a server starts once, and only with enough room; by the operator's command. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { StorageBusyError } from '#api/runtime/sqlite/port.ts';
import { isVacuumDue, requestVacuum, vacuum, vacuumAtStart } from '#api/vacuum.ts';
import { runInProcess } from '#tests/support/operator-command.ts';

const GIGABYTE = 2 ** 30;

let folder: string;
let sql: NodeSqlite;
let said: string[];
/** How often a rebuild of the file was started. */
let begun: number;
let freeBytes: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-vacuum-'));
  sql = openBetterSqlite3(join(folder, 'irich.sqlite'));
  migrate(sql, migrations, 0);
  said = [];
  begun = 0;
  freeBytes = GIGABYTE;
});
afterEach(() => {
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(vacuumFile: () => void = sql.vacuum) {
  const counted = {
    ...sql,
    vacuum() {
      begun += 1;
      vacuumFile();
    },
  };
  vacuumAtStart({ sql: counted, freeBytes: () => freeBytes, say: (message) => said.push(message) });
}

test('a start after a deletion rebuilds the file, and the next start does not', () => {
  expect(isVacuumDue(sql)).toBe(true);
  start();
  start();
  expect([begun, isVacuumDue(sql), said]).toEqual([1, false, []]);
});

test('a crash during the rebuild is not repeated by each start', () => {
  const crash = new Error('killed');
  const crashing = () => {
    // Like a killed process, this leaves its mark and runs nothing more.
    throw crash;
  };
  expect(() => start(crashing)).toThrow(crash);
  for (let starts = 0; starts < 3; starts += 1) start();
  expect(begun).toBe(1);
  expect(said).toEqual(new Array(3).fill(expect.stringContaining('ledger -- vacuum')));
  // The next deletion is a reason to try again.
  requestVacuum(sql);
  start();
  expect([begun, isVacuumDue(sql)]).toEqual([2, false]);
});

test('the operator rebuilds what a start could not', () => {
  expect(() =>
    start(() => {
      throw new Error('killed');
    }),
  ).toThrow();
  vacuum(sql);
  start();
  expect([begun, said]).toEqual([1, []]);
});

test("a deletion during the operator's rebuild still requires another rebuild", () => {
  const server = openBetterSqlite3(sql.path);
  const meanwhile = {
    ...sql,
    vacuum() {
      sql.vacuum();
      requestVacuum(server);
    },
  };
  vacuum(meanwhile);
  server.close();
  expect(isVacuumDue(sql)).toBe(true);
  start();
  expect([begun, isVacuumDue(sql)]).toEqual([1, false]);
});

test('another process on the database delays it until the next start', () => {
  expect(() =>
    start(() => {
      throw new StorageBusyError('in use');
    }),
  ).toThrow(StorageBusyError);
  start();
  expect([begun, isVacuumDue(sql)]).toEqual([2, false]);
});

test('without room for twice the file and a margin it does not start', () => {
  const size = Number(sql.pragma('page_count')) * Number(sql.pragma('page_size'));
  freeBytes = 2 * size + 64 * 1024 * 1024 - 1;
  start();
  expect([begun, isVacuumDue(sql)]).toEqual([0, true]);
  expect(said).toEqual([expect.stringContaining('no room')]);
  freeBytes += 1;
  start();
  expect([begun, isVacuumDue(sql)]).toEqual([1, false]);
});

test('the command fails and says what to do while another process keeps the log, then succeeds', async () => {
  const mark = 'ROW-OF-A-DELETED-USER';
  const reader = openBetterSqlite3(sql.path, { readonly: true });
  const isThere = () => ['', '-wal'].some((end) => readFileSync(`${sql.path}${end}`).includes(mark));
  const run = () =>
    runInProcess(runLedger, ['vacuum', '--database', sql.path], { wait: async () => undefined });
  sql.run("INSERT INTO meta (name, value) VALUES ('mark', ?)", mark);
  // As Litestream does, it keeps one old state open.
  const state = reader.iterate('SELECT name FROM meta');
  state.next();
  sql.run("DELETE FROM meta WHERE name = 'mark'");
  const kept = await run();
  expect(kept).toMatchObject({ code: 1, out: '', err: expect.stringContaining('stop irich-litestream') });
  expect(isThere()).toBe(true);
  state.return?.();
  reader.close();
  expect(await run()).toEqual({
    code: 0,
    out: 'The database no longer holds bytes of deleted rows.\n',
    err: '',
  });
  expect(isThere()).toBe(false);
});
