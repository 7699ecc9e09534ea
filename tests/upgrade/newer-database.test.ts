/** A server that went back to this version opens the file that a newer one has changed, or refuses it in one line. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Config } from '#api/config.ts';
import { openDatabase, StartRefused } from '#api/deployments/machine/database.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { noteNewerCode } from '#tests/support/newer-code.ts';

let folder: string;
let databasePath: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-newer-'));
  databasePath = join(folder, 'irich.sqlite');
  start();
});
afterEach(() => rmSync(folder, { recursive: true }));

function start(): object[] {
  const said: object[] = [];
  const config = { databasePath, creditSecret: null, readOnly: false } as Config;
  const log = { say: (line: object) => void said.push(line), fault() {}, flush() {} };
  openDatabase(config, log).close();
  return said;
}

function changeByNewer(opensFrom?: string | null): void {
  const sql = openBetterSqlite3(databasePath);
  noteNewerCode(sql, opensFrom);
  sql.close();
}

const refusal = () => {
  try {
    start();
    return null;
  } catch (error) {
    return error instanceof StartRefused ? error.faults : error;
  }
};

test('opens where the newer version says so, and the log names what waits', () => {
  changeByNewer();
  expect(start()).toEqual([
    {
      level: 'warn',
      message: `DATABASE_PATH: a newer version has changed ${databasePath}; what it added waits for it`,
      migrations: ['ledger-999'],
    },
  ]);
});

test.each([
  ['the version that made the change', null, '99.0.0'],
  ['the oldest version that can work with it', '98.5.0', '98.5.0'],
])('is refused otherwise, and the line names %s', (_, opensFrom, needs) => {
  changeByNewer(opensFrom);
  expect(refusal()).toEqual([
    `DATABASE_PATH: ${databasePath} was changed by a newer version (ledger-999; needs version ${needs} or newer)`,
  ]);
});
