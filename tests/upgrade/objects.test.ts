/** The databases of objects, one per user, that an older version wrote, opened by this one: see `README.md`. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownDatabase, ownDatabaseMigrations } from '#api/migrations.ts';
import { type NodeSqlite, sqliteOn } from '#api/runtime/sqlite/better-sqlite3.ts';
import { begun } from '#api/runtime/sqlite/late-tables.ts';
import { migrate, migrationGap } from '#api/runtime/sqlite/migrations.ts';
import { OLDEST_CONTRACT } from '#core/contract/version.ts';
import { RULES_V1 } from '#core/points/rules.ts';
import { CONFIG } from '#tests/api/support.ts';
import { TOKEN } from '#tests/support/deployment.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { openObjects, testDeployment } from '#tests/support/objects-deployment.ts';
import { type BotApi, startBotApi } from '#tests/upstream/bot-api.ts';
import { asNow } from './as-now.ts';
import answers from './fixture/objects-answers.json' with { type: 'json' };
import {
  ANNA,
  BORIS,
  CLARA,
  callsOver,
  continueObjects,
  exportAll,
  LEO,
  OBJECTS,
  PAUSE,
  ROUND,
  readEverything,
} from './scenario.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Stored {
  readonly at: number;
  readonly databases: Readonly<
    Record<string, { readonly alarmAt: number | null; readonly database: string }>
  >;
}

const FIXTURE = new URL('fixture/', import.meta.url);
const STORED: Stored = JSON.parse(
  brotliDecompressSync(readFileSync(new URL('objects.json.br', FIXTURE))).toString(),
);

let bot: BotApi;
let clock: { at: number; now(): number };
beforeEach(async () => {
  bot = await startBotApi({ token: TOKEN });
  clock = { at: STORED.at, now: () => clock.at };
});
afterEach(() => bot.close());

function open(readOnly: boolean) {
  const used = new Set<string>();
  const objects = openObjects({
    config: CONFIG,
    clock,
    limiter: noLimits,
    bot: { secret: 'a-secret-of-these-tests', apiUrl: bot.url },
    readOnly: () => readOnly,
    // What the older version did is done by its rules.
    rules: RULES_V1,
    onRequest: () => {},
    stored(name) {
      const found = STORED.databases[name];
      if (found === undefined) return null;
      used.add(name);
      return sqliteOn(new Database(Buffer.from(found.database, 'base64')), ':memory:');
    },
  });
  for (const { id } of OBJECTS) objects.host(id).alarmAt = STORED.databases[`user ${id}`]?.alarmAt ?? null;
  const { restart, until } = testDeployment(objects, clock);
  if (until === undefined) throw new Error('not of this process');
  return { objects, used, restart, until, calls: callsOver(objects.fetch, clock, OLDEST_CONTRACT) };
}

const namesIn = (sql: Pick<NodeSqlite, 'all'>) =>
  sql.all<{ name: string }>('SELECT name FROM migrations').map(({ name }) => name);

test('what waits in the tables of an object waits in jobs', () => {
  for (const { id } of OBJECTS) {
    const stored = Buffer.from(STORED.databases[`user ${id}`]?.database ?? '', 'base64');
    const sql = sqliteOn(new Database(stored), ':memory:');
    // The older version would have written these: none of the objects had an alert, a notice or an erasure to tell.
    sql.run('INSERT INTO notice_turns VALUES (?, 2, 1772703270001)', id);
    sql.run('INSERT INTO alert_notes VALUES (?, 3, 3, 1772703270000, 1772703270002, 0)', id);
    migrate(
      sql,
      ownDatabaseMigrations.filter(({ name }) => name !== 'exchange-004'),
      0,
    );
    sql.run('INSERT INTO erasures VALUES (1, 4, 1772703270003)');
    migrate(sql, ownDatabaseMigrations, 0);
    expect(sql.all('SELECT kind, user_id, payload, attempts, due_at FROM jobs ORDER BY due_at')).toEqual([
      { kind: 'notices', user_id: id, payload: '', attempts: 2, due_at: 1772703270001 },
      {
        ...{ kind: 'alerts', user_id: id, payload: '{"toldAt":1772703270000,"anew":false}' },
        ...{ attempts: 3, due_at: 1772703270002 },
      },
      { kind: 'erasure', user_id: id, payload: '', attempts: 4, due_at: 1772703270003 },
    ]);
    for (const table of ['notice_turns', 'alert_notes', 'erasures']) {
      expect(sql.all(`SELECT * FROM ${table}`)).toEqual([]);
    }
  }
});

test('each user has what the older version answered', async () => {
  const { calls } = open(true);
  expect(await readEverything(calls, OBJECTS)).toEqual(asNow(answers.before));
});

test('every object goes on as the older version did: waiting credits arrive once, with the same bytes', async () => {
  const { objects, used, restart, until, calls } = open(false);
  clock.at += PAUSE;
  await restart();
  await until(clock.at + 2 * ROUND);
  await continueObjects(calls, clock);
  await until(clock.at + 2 * ROUND);
  expect(await readEverything(calls, [...OBJECTS, LEO])).toEqual(asNow(answers.after));
  expect(await exportAll(calls, [ANNA, BORIS, CLARA, LEO])).toBe(
    readFileSync(new URL('objects.jsonl', FIXTURE), 'utf8'),
  );
  for (const { id } of OBJECTS) {
    const { sql } = objects.host(id);
    // Those that only add leave no name, so that older code opens the database; tables without rows may still be missing.
    const named = (all: typeof ownDatabaseMigrations) =>
      all.filter(({ adds }) => adds === undefined).map(({ name }) => name);
    expect(namesIn(sql).sort()).toEqual(named(begun(sql, ownDatabase)).sort());
    expect(migrate(sql, ownDatabaseMigrations, 0)).toMatchObject({ ok: true });
    expect(namesIn(sql).sort()).toEqual(named(ownDatabaseMigrations).sort());
    expect(migrationGap(sql, ownDatabaseMigrations)).toMatchObject({ missing: [], unknown: [] });
  }
  expect(objects.faults).toEqual([]);
  // The wallet's object is asked only when somebody links it.
  const asked = Object.keys(STORED.databases).filter((name) => !name.startsWith('wallet '));
  expect([...used].sort()).toEqual(asked.sort());
});
