/** A personal export: a user with rows in every table finds each of them in the file, and nothing of anyone else. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { personalExport } from '#api/exports/personal.ts';
import { DATABASES, migrations } from '#api/migrations.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { PersonalRows, Tables } from '#api/runtime/sqlite/tables.ts';
import { CONFIG, launchData, requestOf } from '#tests/api/support.ts';
import { START } from '#tests/support/deployment.ts';
import { ledgerRig, threeFriends } from '#tests/support/ledger.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { MOVE_SECRET, objectsToMove } from '#tests/support/transfer.ts';

vi.setConfig({ testTimeout: 60_000 });

const [ADA, OTHER] = [42, 43];
const NO_FRIENDS = () => ({ friends: [], nextCursor: null, maxAgeS: 0 });

type Cut = ReadableStreamDefaultController<Uint8Array>;

interface Section {
  readonly section: string;
  readonly title: string;
  readonly kept: string;
  readonly tables: readonly {
    readonly table: string;
    readonly rows?: readonly Record<string, unknown>[];
    readonly why?: string;
  }[];
  readonly friends?: readonly unknown[];
}

function open(manifests: readonly Tables[]): NodeSqlite {
  const sql = openBetterSqlite3(':memory:');
  migrate(
    sql,
    manifests.flatMap((one) => one.migrations),
    0,
  );
  return sql;
}

const personalTables = (manifests: readonly Tables[]): (readonly [string, PersonalRows])[] =>
  manifests.flatMap(({ personal }) =>
    Object.entries(personal).flatMap(([table, rows]) =>
      typeof rows === 'string' ? [] : [[table, rows] as const],
    ),
  );

/** One row of a user in every table, whose texts name their place. */
function fill(sql: Sql, manifests: readonly Tables[], userId: number, mark: string): void {
  for (const [table, { user = 'user_id', json = [] }] of personalTables(manifests)) {
    const columns = sql.all<{ name: string; type: string }>(
      `SELECT name, type FROM pragma_table_info('${table}')`,
    );
    const values = columns.map(({ name, type }) => {
      if (name === user) return userId;
      if (name === 'only') return 1;
      const text = `${mark}:${table}.${name}`;
      if (json.includes(name)) return JSON.stringify({ text });
      return type === 'TEXT' ? text : type === 'BLOB' ? new TextEncoder().encode(text) : userId * 1000;
    });
    const holes = columns.map(() => '?').join(', ');
    sql.run(`INSERT INTO ${table} VALUES (${holes})`, ...values);
  }
}

function exported(sql: Sql, friends: Parameters<typeof personalExport>[0]['friends'] = NO_FRIENDS) {
  const text = [...personalExport({ sql, friends }, ADA, START)].join('');
  const file = JSON.parse(text) as { readonly userId: number; readonly sections: readonly Section[] };
  const tables = new Map(file.sections.flatMap((one) => one.tables.map((of) => [of.table, of] as const)));
  return { text, file, tables };
}

describe.each(['machine', 'user'] as const)('in the database %s', (name) => {
  const manifests = DATABASES[name];
  let sql: NodeSqlite;
  beforeEach(() => {
    sql = open(manifests);
  });
  afterEach(() => sql.close());

  test('a user finds their row of every table, with every column that is shown', () => {
    fill(sql, manifests, ADA, 'mine');
    const { text, tables } = exported(sql);
    for (const [table, { shows, hides = {}, json = [] }] of personalTables(manifests)) {
      const [row, ...more] = tables.get(table)?.rows ?? [];
      expect([table, more.length, Object.keys(row ?? {}).toSorted()]).toEqual([
        table,
        0,
        shows.split(', ').toSorted(),
      ]);
      for (const column of json) expect(row?.[column]).toEqual({ text: `mine:${table}.${column}` });
      for (const column of Object.keys(hides)) expect(text).not.toContain(`mine:${table}.${column}`);
    }
  });

  test('a table without rows here says why, or has an empty list', () => {
    const { tables } = exported(sql);
    for (const { table, rows, why } of tables.values()) {
      expect([table, rows?.length ?? 0, why === undefined]).toEqual([table, 0, rows !== undefined]);
    }
  });

  test('each section says what is kept and how long, in the language of the user', () => {
    sql.run("INSERT INTO people (user_id, premium, language, updated_at) VALUES (42, 0, 'ru', 1)");
    const { sections } = exported(sql).file;
    const pictures = sections.find(({ section }) => section === 'pictures');
    expect(pictures).toMatchObject({ title: 'Картинки, которыми вы делитесь' });
    expect(pictures?.kept).toMatch(/^24 ч/);
    expect(JSON.stringify(sections)).not.toContain('{{');
  });
});

test('one machine names no table of the other deployment', () => {
  const names = [...DATABASES.machine, ...DATABASES.proof].flatMap(({ personal }) => Object.keys(personal));
  const { tables } = exported(open(DATABASES.machine));
  expect(names).toEqual(expect.arrayContaining([...tables.keys()]));
});

test('the database of one user tells where the rows are that another database has', () => {
  const names = DATABASES.user.flatMap(({ personal }) => Object.keys(personal));
  const { tables } = exported(open(DATABASES.user));
  const elsewhere = [...tables.values()].filter(({ why }) => why?.startsWith('in a database of all users'));
  expect(elsewhere.map(({ table }) => table).toSorted()).toEqual([
    'alert_crossings',
    'alert_owners',
    'outgoing',
    'price_alerts',
    'refusals',
  ]);
  expect(names).not.toEqual(expect.arrayContaining(elsewhere.map(({ table }) => table)));
});

test('of another user the file of one machine has nothing, but for the friends that the app shows', () => {
  const sql = open(DATABASES.machine);
  fill(sql, DATABASES.machine, ADA, 'mine');
  fill(sql, DATABASES.machine, OTHER, 'theirs');
  const points = { activity: 1000, referral: 0, referral_activity: 0, referral_referral: 0, checkin: 0 };
  const cards = [
    { userId: OTHER, level: 1, points, username: 'bob', premium: false },
    { userId: 44, level: 2, points, username: null, premium: true },
  ];
  const { text, file } = exported(sql, (_, cursor) => ({
    friends: cards.slice(cursor === null ? 0 : 1, cursor === null ? 1 : 2),
    nextCursor: cursor === null ? 'next' : null,
    maxAgeS: 0,
  }));
  expect(text).not.toContain('theirs');
  expect(file.sections.find(({ section }) => section === 'friends')?.friends).toEqual(cards);
});

test('ten thousand calculations are read thirty rows at a time, each once', () => {
  const sql = open(DATABASES.machine);
  sql.transaction(() => {
    for (let seq = 1; seq <= 10_000; seq += 1) {
      sql.run(
        'INSERT INTO calculations VALUES (42, ?, 0, 1, ?)',
        seq,
        JSON.stringify({ n: 'x'.repeat(500) }),
      );
      sql.run("INSERT INTO edits VALUES (42, ?, 'note', 'v', 1, 'd', ?)", seq, seq);
    }
  });
  let most = 0;
  const counted: Sql = {
    ...sql,
    all: (text, ...values) => {
      const rows = sql.all(text, ...values);
      if (!text.includes('sqlite_master')) most = Math.max(most, rows.length);
      return rows as never;
    },
  };
  let longest = 0;
  let text = '';
  for (const piece of personalExport({ sql: counted, friends: NO_FRIENDS }, ADA, START)) {
    longest = Math.max(longest, piece.length);
    text += piece;
  }
  const { sections } = JSON.parse(text) as { readonly sections: readonly Section[] };
  const rows = sections.find(({ section }) => section === 'calculations')?.tables[0]?.rows ?? [];
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 1));
  expect(most).toBe(30);
  expect(longest).toBeLessThan(30 * 1000);
});

describe('npm run ledger -- personal', () => {
  let folder: string;
  const database = () => join(folder, 'a.sqlite');
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'personal-'));
    const sql = openBetterSqlite3(database());
    migrate(sql, migrations, 0);
    await threeFriends(ledgerRig(sql, undefined, migrations));
    sql.run("INSERT INTO people (user_id, first_name, premium, updated_at) VALUES (1, 'Ada', 0, 1)");
    sql.close();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const run = (...args: string[]) =>
    runInProcess(runLedger, ['personal', ...args], { env: { DATABASE_PATH: database() } });

  test('writes a file for its owner alone, and never overwrites', async () => {
    const path = join(folder, 'ada.json');
    expect(await run('1', path)).toEqual({
      code: 0,
      out: `Everything that is kept about user 1 is in ${path}.\n`,
      err: '',
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ format: 'irich-personal-1', userId: 1 });
    expect(text).toContain('"first_name":"Ada"');
    expect(await run('1', path)).toMatchObject({
      code: 2,
      err: `${path} exists and is never overwritten.\n`,
    });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('downloads the same file of a deployment on Cloudflare, and refuses an unknown user', async () => {
    const clock = { at: START, now: () => START };
    const objects = objectsToMove(clock);
    for (const [path, body] of [
      ['/api/user/register', { id: ADA }],
      ['/api/user/onboarding', { userId: ADA }],
    ] as const)
      await objects.fetch(requestOf('POST', path, { auth: launchData(ADA, { at: START }), body }));
    const there = (...args: string[]) =>
      runInProcess(runLedger, ['personal', ...args, '--from', CONFIG.publicUrl], {
        env: { MOVE_SECRET },
        wait: async () => undefined,
        fetch: objects.fetchUrl,
      });
    const path = join(folder, 'there.json');
    expect(await there('42', path)).toMatchObject({ code: 0, err: '' });
    const text = readFileSync(path, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ userId: ADA });
    expect(text).toContain('"first_name":"User 42"');
    const other = join(folder, 'other.json');
    expect(await there('99', other)).toEqual({ code: 1, out: '', err: 'User 99 has no ledger.\n' });
    expect(() => statSync(other)).toThrow();
  });

  test.each([
    ['breaks off', (stream: Cut) => stream.error(new TypeError('terminated'))],
    ['ends early', (stream: Cut) => stream.close()],
    ['does not begin', null],
  ] as const)('a download that %s is one line and no file', async (_, cut) => {
    const objects = objectsToMove({ at: START, now: () => START });
    const register = { auth: launchData(ADA, { at: START }), body: { id: ADA } };
    await objects.fetch(requestOf('POST', '/api/user/register', register));
    const path = join(folder, 'cut.json');
    const answer = await runInProcess(runLedger, ['personal', '42', path, '--from', CONFIG.publicUrl], {
      env: { MOVE_SECRET },
      async fetch(url, init) {
        const whole = await objects.fetchUrl(url, init);
        if (!url.includes('/api/exports/')) return whole;
        if (cut === null) throw new TypeError('fetch failed');
        const bytes = new TextEncoder().encode((await whole.text()).slice(0, 500));
        const body = new ReadableStream<Uint8Array>({
          start: (stream) => stream.enqueue(bytes),
          pull: cut,
        });
        return new Response(body);
      },
    });
    expect(answer).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^https:.+ the download was cut off\. .+ run the same command again\.\n$/),
    });
    expect(readdirSync(folder).filter((name) => name.includes('cut'))).toEqual([]);
  });

  test('refuses an unknown user, and leaves no file', async () => {
    const path = join(folder, 'unknown-user.json');
    expect(await run('99', path)).toEqual({ code: 1, out: '', err: 'User 99 has no ledger.\n' });
    expect(() => statSync(path)).toThrow();
  });
});
