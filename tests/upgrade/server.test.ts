/** A database that an older version wrote, opened by this one: see `README.md`. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Config } from '#api/config.ts';
import { openDatabase } from '#api/deployments/machine/database.ts';
import { migrations } from '#api/migrations.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { type NodeSqlite, openBetterSqlite3, sqliteOn } from '#api/runtime/sqlite/better-sqlite3.ts';
import { type Migration, migrate } from '#api/runtime/sqlite/migrations.ts';
import { OLDEST_CONTRACT } from '#core/contract/version.ts';
import { RULES_V1 } from '#core/points/rules.ts';
import { CONFIG } from '#tests/api/support.ts';
import { TOKEN } from '#tests/support/deployment.ts';
import { jpeg } from '#tests/support/jpeg.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { rowsOf } from '#tests/support/test-deployment.ts';
import { type BotApi, startBotApi } from '#tests/upstream/bot-api.ts';
import { type Services, startServices } from '#tests/upstream/services.ts';
import { asNow, fileAsNow } from './as-now.ts';
import answers from './fixture/answers.json' with { type: 'json' };
import { sha256 } from './phone.ts';
import { ANNA, callsOver, continueStory, LEO, PAUSE, PEOPLE, ROUND, readEverything } from './scenario.ts';

vi.setConfig({ testTimeout: 60_000 });

const FIXTURE = new URL('fixture/', import.meta.url);
const DATABASE = gunzipSync(readFileSync(new URL('irich.sqlite.gz', FIXTURE)));
const { before, after } = answers;
const exportsOf = (name: string) => readFileSync(new URL(name, FIXTURE), 'utf8');

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-upgrade-'));
  path = join(folder, 'irich.sqlite');
  writeFileSync(path, DATABASE);
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** As the server opens it at its start. */
function start() {
  const faults: unknown[] = [];
  const config = { databasePath: path, creditSecret: null, readOnly: false } as Config;
  const fault = (message: string, cause: unknown) => void faults.push([message, cause]);
  const opened = openDatabase(config, { say() {}, fault, flush() {} });
  expect(faults).toEqual([]);
  return opened;
}

function upgraded(): void {
  start().close();
}

function inDatabase<T>(work: (sql: NodeSqlite) => T): T {
  const sql = openBetterSqlite3(path);
  try {
    return work(sql);
  } finally {
    sql.close();
  }
}

/** The changes that older code has to know; those that only add leave no name in the database. */
const NOT_ADDING = migrations.filter(({ adds }) => adds === undefined);
const named = (list: readonly Migration[]) => list.map(({ name }) => name);
const tablesIn = (sql: NodeSqlite) => Object.fromEntries(rowsOf(sql));

const contentOf = (sql: NodeSqlite) => [
  sql.all('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name'),
  rowsOf(sql),
  sql.all('SELECT * FROM meta ORDER BY name'),
  sql.all('SELECT name FROM migrations ORDER BY name'),
];

/** The command line as it prints on that day, without how fast it was. */
async function command(at: number, ...args: string[]): Promise<{ code: number; out: string }> {
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  let out = '';
  const code = await runLedger([...args, '--database', path], {
    out: (text) => {
      out += text;
    },
    err: () => {},
    isTerminal: false,
    env: {},
  });
  vi.useRealTimers();
  return { code, out: withoutSpeed(out) };
}

const withoutSpeed = (text: string) => text.replace(/, [\d,]+ a second/, '');

async function exported(at: number, people = PEOPLE): Promise<string> {
  let text = '';
  for (const { id } of people) text += (await command(at, 'export', `${id}`)).out;
  return text;
}

describe('the file', () => {
  test('is migrated at the first start, and left alone by the second', () => {
    const names = inDatabase((sql) => sql.all<{ name: string }>('SELECT name FROM migrations'));
    expect(names.length).toBeLessThan(migrations.length);
    upgraded();
    const first = inDatabase(contentOf);
    const applied = inDatabase((sql) => sql.all<{ name: string }>('SELECT * FROM migrations ORDER BY name'));
    expect(applied.map(({ name }) => name)).toEqual(named(NOT_ADDING).sort());
    upgraded();
    expect(inDatabase(contentOf)).toEqual(first);
    expect(inDatabase((sql) => sql.all('SELECT * FROM migrations ORDER BY name'))).toEqual(applied);
    expect(inDatabase((sql) => migrate(sql, migrations, 0))).toEqual({ ok: true, applied: [], newer: [] });
  });

  test('keeps every row: a zone is spelled anew, and what waits in the old tables waits in jobs', () => {
    // No alert was left to tell.
    inDatabase((sql) =>
      sql.run('INSERT INTO alert_notes VALUES (1003, 2, 3, 1773230400009, 1773230500000, 1)'),
    );
    const { notice_turns: turns, alert_notes: notes, ...old } = inDatabase(tablesIn);
    expect([turns, notes]).toMatchObject([[{ user_id: 1001 }], [{ user_id: 1003 }]]);
    upgraded();
    const { jobs, ...now } = inDatabase(tablesIn);
    const text = JSON.stringify(old);
    expect(text).toContain('"europe/berlin"');
    expect(JSON.stringify(now)).toBe(text.replace('"europe/berlin"', '"Europe/Berlin"'));
    expect(jobs).toEqual([
      { id: 1, kind: 'notices', payload: '', ...turns?.[0] },
      {
        ...{ id: 2, kind: 'alerts', payload: '{"toldAt":1773230400009,"anew":true}' },
        ...{ user_id: 1003, attempts: 3, due_at: 1773230500000 },
      },
      { id: 3, kind: 'crossings', payload: '', user_id: 1003, attempts: 0, due_at: 1773230400001 },
    ]);
  });

  test('is opened again by older code, whose rows are carried over at the next upgrade', () => {
    upgraded();
    inDatabase((sql) => sql.run('DELETE FROM jobs'));
    expect(inDatabase((sql) => migrate(sql, NOT_ADDING, 0))).toEqual({ ok: true, applied: [], newer: [] });
    inDatabase((sql) => sql.run('INSERT INTO notice_turns VALUES (1002, 4, 1773230400123)'));
    upgraded();
    const { notice_turns: turns, jobs } = inDatabase(tablesIn);
    expect([turns, jobs]).toMatchObject([
      undefined,
      [{ kind: 'notices', user_id: 1002, attempts: 4, due_at: 1773230400123 }, { kind: 'crossings' }],
    ]);
  });

  test('is refused by code that lacks a change which does not only add', () => {
    upgraded();
    const { name } = NOT_ADDING.at(-1) ?? { name: '' };
    expect(inDatabase((sql) => migrate(sql, NOT_ADDING.slice(0, -1), 0))).toEqual({
      ok: false,
      error: { type: 'database_newer', unknown: [name], needs: null },
    });
  });

  test('holds no byte of erased users any more', () => {
    const isLeft = (bytes: Buffer) => bytes.includes('gone for good');
    expect(isLeft(DATABASE)).toBe(true);
    upgraded();
    for (const file of [path, `${path}-wal`].filter(existsSync))
      expect(isLeft(readFileSync(file))).toBe(false);
  });

  test('is migrated whole after a crash at any of its changes', () => {
    const copy = () => sqliteOn(new Database(DATABASE), ':memory:');
    const whole = copy();
    migrate(whole, migrations, 0);
    let crashes = 0;
    for (let isDone = false; !isDone; crashes += 1) {
      const sql = copy();
      isDone = migratesWithin(sql, crashes);
      migrate(sql, migrations, 0);
      expect(contentOf(sql)).toEqual(contentOf(whole));
    }
    expect(crashes).toBeGreaterThan(20);
  });

  /** False where the process ended after this many changes. */
  function migratesWithin(sql: NodeSqlite, changes: number): boolean {
    let left = changes;
    const ending: NodeSqlite = {
      ...sql,
      run(...args) {
        if (left === 0) throw new Error('ended');
        left -= 1;
        return sql.run(...args);
      },
    };
    try {
      return migrate(ending, migrations, 0).ok;
    } catch (error) {
      expect(error).toEqual(new Error('ended'));
      return false;
    }
  }
});

describe('the command line', () => {
  beforeEach(upgraded);

  test('prints the same audit, and names the credit that waits, which was not reported before', async () => {
    const waiting =
      'WRONG    credit_waiting: user 1009, event 3: the credit for user 1001 was not delivered\n';
    const { code, out } = await command(before.at, 'audit');
    const stale = 'accounts 11 of an older version were not compared: run rebuild\n';
    expect(out.replace(stale, '')).toBe(withoutSpeed(before.audit).replace('Nothing is wrong.\n', waiting));
    expect([code, out]).toEqual([1, expect.stringContaining(waiting)]);
  });

  test('exports every ledger with the same bytes', async () => {
    expect(await exported(before.at)).toBe(exportsOf('before.jsonl'));
  });

  test('moves all ledgers with the same bytes, but for the header', async () => {
    const file = join(folder, 'all');
    await command(before.at, 'export', '--all', file);
    const [, ...pieces] = readFileSync(file, 'utf8').split('\n');
    expect(sha256(pieces.join('\n').replace('Europe/Berlin', 'europe/berlin'))).toBe(before.pieces);
  });
});

describe('the server', () => {
  let bot: BotApi;
  let services: Services;
  let clock: { at: number; now(): number };
  let opened: ReturnType<typeof start>;
  beforeEach(async () => {
    [bot, services] = await Promise.all([startBotApi({ token: TOKEN }), startServices()]);
    clock = { at: before.at, now: () => clock.at };
    opened = start();
  });
  afterEach(async () => {
    opened.close();
    await Promise.all([bot.close(), services.stop()]);
  });

  async function serve(readOnly: boolean) {
    const { market, fearGreed } = services;
    const deployment = await openMachineDeployment(
      {
        config: CONFIG,
        clock,
        limiter: noLimits,
        bot: { secret: 'a-secret-of-these-tests', apiUrl: bot.url },
        services: { marketApiUrl: market.url, fearGreedUrl: fearGreed.url },
        readOnly: () => readOnly,
        // What the older version did is done by its rules.
        rules: RULES_V1,
        onRequest: () => {},
      },
      opened.sql,
    );
    const { until } = deployment;
    if (until === undefined) throw new Error('not of this process');
    return { until, calls: callsOver(deployment.fetch, clock, OLDEST_CONTRACT) };
  }

  test('answers all that it answered before', async () => {
    const { calls } = await serve(true);
    expect(await readEverything(calls)).toEqual(asNow(before.answers));
    const publicly = async (name: string) => (await calls.open('GET', `/api/${name}`)).json();
    expect(await publicly('market/overview')).toEqual(before.market);
    expect(await publicly('calendar')).toEqual(before.calendar);
  });

  test('still serves open exports, a shared picture and the voucher', async () => {
    const { calls } = await serve(false);
    for (const [link, text] of Object.entries(before.downloaded)) {
      expect(await (await calls.open('GET', link)).text()).toBe(fileAsNow(text));
    }
    const picture = await calls.open('GET', answers.shared);
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(jpeg());
    const body = { user_id: ANNA.id, badge_id: 'lev_1' };
    expect((await calls.send(ANNA, 'POST', '/api/user/sbt/claim', body)).json).toEqual(answers.claimed);
  });

  test('goes on as the older version did: what waited is delivered once, new events have the same bytes', async () => {
    clock.at += PAUSE;
    const { calls, until } = await serve(false);
    await until(clock.at + ROUND);
    const answered = await continueStory(calls, clock);
    await until(clock.at + ROUND);
    const [proof, ...others] = answered.flatMap(({ json }) => json.proof ?? []);
    expect([typeof proof, others]).toEqual(['string', []]);
    expect(JSON.stringify(answered)).toBe(
      JSON.stringify(answers.answered)
        .replace('"deleted":true,"generation":1', `$&,"proof":"${proof}"`)
        .replaceAll(/"onboarded":(?:true|false)/g, '$&,"edits":0')
        .replaceAll(/"last_day":(?:\d+|null)/g, '$&,"freezes":0')
        .replaceAll(/"bonusAmount":"[\d.]+"/g, '$&,"freezesAtWork":0'),
    );
    expect(bot.shown.map(({ payload }) => [payload.chat_id, payload.text])).toEqual(answers.messages);
    const people = [...PEOPLE, LEO];
    expect(await readEverything(calls, people)).toEqual(asNow(after.answers));
    expect(await exported(after.at, people)).toBe(exportsOf('after.jsonl'));
    expect(await command(after.at, 'audit')).toEqual({ code: 0, out: withoutSpeed(after.audit) });
  });
});
