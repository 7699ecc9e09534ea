/** `backup --to`, and `restore`: a checked copy, and a step back that keeps everything. */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { runCommand } from '#api/ops/command.ts';
import { backupCommand, datedBackupCommand } from '#api/ops/ledger/backup-commands.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { takeServeLock } from '#api/runtime/sqlite/serve-lock.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { rehash, tamper } from '../../support/attacks.ts';
import { type LedgerRig, ledgerRig, record, threeFriends } from '../../support/ledger.ts';

// The machine may be busy, and these tests use disks.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let sql: NodeSqlite;
let rig: LedgerRig;
const file = (name: string) => join(folder, name);
const path = () => file('irich.sqlite');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'));
  sql = openBetterSqlite3(path());
  migrate(sql, migrations, 0);
  rig = ledgerRig(sql, undefined, migrations);
  await threeFriends(rig);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 29, 3) });
});
afterEach(() => {
  vi.useRealTimers();
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runInProcess(runLedger, args, { env: { DATABASE_PATH: path() } });
/** A backup whose copy is made in another way. */
const backUpBy = (backup: (copy: string) => void) =>
  runInProcess(
    (_, io) => runCommand(io, '', () => datedBackupCommand({ ...sql, backup }, io, folder, 1)),
    [],
  );
const eventsIn = (database: string) => {
  const opened = openBetterSqlite3(database, { mustExist: true });
  const { n } = opened.get<{ n: number }>('SELECT count(*) AS n FROM events') ?? { n: -1 };
  opened.close();
  return n;
};
const events = () => eventsIn(path());

describe('dated backups', () => {
  const backUp = (keep: number) => run('backup', '--to', folder, '--keep', `${keep}`);
  const dated = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith('irich-'))
      .sort();

  it('are named after the time, hold all heads, and the oldest make room', async () => {
    const { code, out, err } = await backUp(2);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(
      `${file('irich-20261129T030000Z.sqlite')} is a full copy of the database and holds the heads of 3 ledgers.\n`,
    );
    vi.setSystemTime(Date.UTC(2026, 10, 30, 3));
    await backUp(2);
    vi.setSystemTime(Date.UTC(2026, 11, 1, 3));
    expect((await backUp(2)).out).toContain('Removed: irich-20261129T030000Z.sqlite.\n');
    expect(dated()).toEqual([
      'irich-20261130T030000Z.heads',
      'irich-20261130T030000Z.sqlite',
      'irich-20261201T030000Z.heads',
      'irich-20261201T030000Z.sqlite',
    ]);
    const newest = file('irich-20261201T030000Z');
    expect(await run('audit', '--database', `${newest}.sqlite`, '--heads', `${newest}.heads`)).toMatchObject({
      code: 0,
    });
  });

  it('hold every event of their beginning, although others are written meanwhile', async () => {
    const backup = (copy: string) => {
      sql.backup(copy);
      void rig.execute(1, record(`during-${copy.length}`, rig.clock.at));
    };
    const before = events();
    expect(await backUpBy(backup)).toMatchObject({ code: 0, err: '' });
    const byHand = runInProcess((_, io) => backupCommand({ ...sql, backup }, io, file('copy.sqlite')), []);
    expect(await byHand).toMatchObject({ code: 0, err: '' });
    expect(events()).toBe(before + 2);
  });

  it.each([
    [
      'lacks an event',
      'DELETE FROM events WHERE user_id = 2 AND seq = (SELECT max(seq) FROM events WHERE user_id = 2)',
    ],
    ['is damaged', "UPDATE sqlite_master SET rootpage = 3 WHERE name = 'events_by_id'"],
  ])('whose copy %s are not kept', async (_, statement) => {
    await backUp(1);
    const before = readdirSync(folder).sort();
    vi.setSystemTime(Date.UTC(2026, 10, 30, 3));
    const { code, err } = await backUpBy((path) => {
      sql.backup(path);
      const copy = new Database(path);
      copy.unsafeMode(true);
      copy.exec(`PRAGMA writable_schema = ON; DROP TRIGGER events_never_leave; ${statement}`);
      copy.close();
    });
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The (copy|database file) (does not hold|is damaged)/),
    ]);
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  it('with what the database has lost never make room', async () => {
    await backUp(2);
    await rig.execute(1, record('later', rig.clock.at));
    vi.setSystemTime(Date.UTC(2026, 10, 30, 3));
    await backUp(2);
    // The database is another one from now on, such as an empty one on a disk that is not mounted.
    const other = file('other');
    const empty = openBetterSqlite3(other);
    migrate(empty, migrations, 0);
    empty.close();
    for (const [day, keep] of [
      [1, '9'],
      [2, '2'],
      [3, '2'],
    ] as const) {
      vi.setSystemTime(Date.UTC(2026, 11, day, 3));
      const { code, err } = await run('backup', '--to', folder, '--keep', keep, '--database', other);
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^No backup was removed: .* \(3 ledgers end earlier\)/),
      ]);
    }
    expect(dated().filter((name) => name.endsWith('.sqlite'))).toHaveLength(5);
  });

  it('are never removed at once by a clock that was set back', async () => {
    await backUp(1);
    vi.setSystemTime(Date.UTC(1970, 0, 1));
    await backUp(1);
    expect(dated()).toEqual(['irich-19700101T000000Z.heads', 'irich-19700101T000000Z.sqlite']);
  });

  it('remove what killed ones left a day ago, and nothing newer', async () => {
    const rests = [
      'irich-20261101T030000Z.sqlite.partial-7',
      'irich-20261101T030000Z.sqlite.partial-7-wal',
      'irich-20261101T030000Z.heads',
    ];
    for (const name of rests) writeFileSync(file(name), '');
    const age = (days: number) => {
      const then = new Date(Date.now() - days * 86_400_000);
      for (const name of rests) utimesSync(file(name), then, then);
    };
    age(0.9);
    await backUp(3);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(rests));
    age(1.1);
    vi.setSystemTime(Date.now() + 1000);
    await backUp(3);
    expect(readdirSync(folder).filter((name) => rests.includes(name))).toEqual([]);
  });

  it('remove nothing that they did not write', async () => {
    const others = ['irich-2026.sqlite', 'irich-20200101T000000Z.sqlite.old', 'notes.txt'];
    for (const name of others) writeFileSync(file(name), '');
    await backUp(1);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(others));
  });

  it('that fail leave nothing behind and keep the older ones', async () => {
    await backUp(1);
    const before = readdirSync(folder).sort();
    // In the same second the name is taken.
    expect(await backUp(1)).toMatchObject({ code: 2, err: expect.stringContaining('never overwritten') });
    expect(readdirSync(folder).sort()).toEqual(before);
    rmSync(file('irich-20261129T030000Z.heads'));
    expect(await backUp(1)).toMatchObject({ code: 2 });
    expect(readdirSync(folder).sort()).toEqual(before.filter((name) => !name.endsWith('.heads')));
    vi.setSystemTime(Date.UTC(2026, 10, 30, 3));
    sql.pragma('wal_checkpoint(TRUNCATE)');
    const bytes = readFileSync(path());
    for (let page = 2; page * 4096 < bytes.length; page += 1) bytes.fill(0xff, page * 4096, page * 4096 + 64);
    writeFileSync(file('damaged.sqlite'), bytes);
    expect(
      await run('backup', '--to', folder, '--keep', '1', '--database', file('damaged.sqlite')),
    ).toMatchObject({ code: 1 });
    expect(dated()).toEqual(['irich-20261129T030000Z.sqlite']);
  });

  it.each([
    [[]],
    [['--to', '.']],
    [['--to', '.', '--keep', '0']],
    [['--to', '.', '--keep', '-1']],
    [['--to', '.', '--keep', '1e3']],
    [['--keep', '3']],
  ])('need a folder and a number: %j', async (args) => {
    expect(await run('backup', ...args)).toMatchObject({ code: 2, out: '' });
    expect(dated()).toEqual([]);
  });
});

describe('restore', () => {
  let backup: string;

  beforeEach(async () => {
    backup = file('backup.sqlite');
    await run('backup', backup);
    await rig.execute(1, record('later', rig.clock.at));
    await rig.execute(2, record('later', rig.clock.at));
    sql.close();
  });

  it('puts the backup in place, keeps the old file, and lets devices bring back what was lost', async () => {
    const copied = openBetterSqlite3(backup);
    copied.run("INSERT INTO log_marks (origin, mark) VALUES ('proof.irich.example', 7)");
    copied.close();
    const before = events();
    const { code, out } = await run('restore', backup);
    expect(out).toMatch(/Nothing is wrong\.\n/);
    expect(out).toContain('2 of 3 ledgers go on');
    expect(out).toContain('No heads stand beside');
    expect(code).toBe(0);
    expect(events()).toBeLessThan(before);
    const kept = file('irich.sqlite.before-20261129T030000Z');
    expect(out).toContain(`The old database is ${kept}.\n`);
    expect(eventsIn(kept)).toBe(before);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(await run('audit')).toMatchObject({ code: 0 });
    const restored = openBetterSqlite3(path());
    // The log of published totals must notice the step back.
    expect(restored.get('SELECT mark FROM log_marks')).toEqual({ mark: -1 });
    expect(restored.all('SELECT user_id FROM saved_heads')).toHaveLength(3);
    restored.close();
    expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  it('is refused while a server is serving', async () => {
    const lock = takeServeLock(path());
    const before = events();
    expect(await run('restore', backup)).toMatchObject({
      code: 2,
      err: expect.stringContaining('stop it first'),
    });
    if (lock.ok) lock.release();
    expect(events()).toBe(before);
  });

  it('refuses a backup that is damaged, rewritten, of newer code, of something else, or the database itself', async () => {
    const before = events();
    const change = (name: string, work: (copy: NodeSqlite) => void) => {
      copyFileSync(backup, file(name));
      const copy = openBetterSqlite3(file(name));
      work(copy);
      copy.close();
      return file(name);
    };
    const rewritten = change('rewritten', (copy) =>
      tamper(copy, 1, (all) => all.map((event) => ({ ...event, award: event.award + 1 }))),
    );
    expect(await run('restore', rewritten)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Nothing was changed/),
    });
    const newer = change('newer', (copy) => copy.run("INSERT INTO migrations VALUES ('ledger-999', 0)"));
    expect(await run('restore', newer)).toMatchObject({ code: 2, err: expect.stringContaining('newer') });
    writeFileSync(file('text'), 'neither rows nor pages '.repeat(100));
    expect(await run('restore', file('text'))).toMatchObject({ code: 2, err: 'file is not a database.\n' });
    writeFileSync(file('empty'), '');
    expect(await run('restore', file('empty'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('no ledgers'),
    });
    const bytes = readFileSync(backup);
    for (let page = 2; page * 4096 < bytes.length; page += 1) bytes.fill(0xff, page * 4096, page * 4096 + 64);
    writeFileSync(file('damaged'), bytes);
    expect(await run('restore', file('damaged'))).toMatchObject({ code: 1 });
    expect(await run('restore', path())).toMatchObject({ code: 2, err: expect.stringContaining('itself') });
    expect(await run('restore', file('nothing'))).toMatchObject({ code: 2 });
    expect(events()).toBe(before);
    expect(readdirSync(folder).filter((name) => /restoring|before/.test(name))).toEqual([]);
  });

  it('refuses a backup that contradicts saved heads, and takes what they show beyond it', async () => {
    expect(await run('heads', 'write', file('heads'))).toMatchObject({ code: 0 });
    const other = openBetterSqlite3(path());
    tamper(other, 1, (all) =>
      all.map((event) => ({ ...event, data: event.data.replace('Money', 'Percent') })),
    );
    rehash(other, 1);
    other.close();
    await run('rebuild');
    const forged = file('forged.sqlite');
    expect(await run('backup', forged)).toMatchObject({ code: 0 });
    expect(await run('restore', forged, '--heads', file('heads'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Event \d+ of user 1 is another one/),
    });
    expect((await run('restore', backup, '--heads', file('heads'))).out).toContain(
      `${file('heads')}: 2 of 3 ledgers go on`,
    );
  });

  it('refuses a dated backup that does not hold the heads beside it', async () => {
    const copy = file('irich-20261128T030000Z.sqlite');
    copyFileSync(backup, copy);
    await run('heads', 'write', file('irich-20261128T030000Z.heads'));
    expect(await run('restore', copy)).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not hold'),
    });
  });

  it('works where the old database is gone or cannot be read, and its log is not taken for that of the new one', async () => {
    const bytes = readFileSync(path());
    bytes.fill(0xff, 0, 2048);
    writeFileSync(path(), bytes);
    writeFileSync(`${path()}-wal`, 'commits');
    const { code, out } = await run('restore', backup);
    expect([code, out]).toEqual([0, expect.stringContaining('cannot be read whole: run `heads heal`')]);
    expect(existsSync(`${path()}-wal`)).toBe(false);
    expect(readFileSync(file('irich.sqlite.before-20261129T030000Z-wal'), 'utf8')).toBe('commits');
    expect(await run('audit')).toMatchObject({ code: 0 });
    rmSync(path());
    expect(await run('restore', backup)).toMatchObject({ code: 0 });
    expect(await run('audit')).toMatchObject({ code: 0 });
  });

  it('keeps a link to the database a link, and does not follow a second name of it', async () => {
    symlinkSync(path(), file('link'));
    expect(await run('restore', backup, '--database', file('link'))).toMatchObject({ code: 0 });
    expect(statSync(file('link')).ino).toBe(statSync(path()).ino);
    linkSync(path(), file('second'));
    expect(await run('restore', file('second'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('itself'),
    });
  });

  it('with findings only where the operator says so, and never what is damaged', async () => {
    const copy = openBetterSqlite3(backup);
    copy.run('UPDATE accounts SET total = 1');
    copy.close();
    expect(await run('restore', backup)).toMatchObject({ code: 1 });
    expect(await run('restore', backup, '--despite-findings')).toMatchObject({ code: 0 });
    expect(await run('audit')).toMatchObject({ code: 1 });
    writeFileSync(file('text'), 'neither rows nor pages '.repeat(100));
    expect(await run('restore', file('text'), '--despite-findings')).toMatchObject({ code: 2 });
  });

  it('keeps the heads that an earlier restore was given', async () => {
    const told = () => {
      const opened = openBetterSqlite3(path());
      const rows = opened.all<{ seq: number }>('SELECT seq FROM saved_heads ORDER BY user_id');
      opened.close();
      return rows.map(({ seq }) => seq);
    };
    await run('restore', backup);
    const first = told();
    vi.setSystemTime(Date.UTC(2026, 10, 29, 4));
    expect(await run('restore', backup)).toMatchObject({ code: 0 });
    expect(told()).toEqual(first);
  });

  it('takes no impossible head from an old database', async () => {
    const old = openBetterSqlite3(path());
    old.run('INSERT INTO saved_heads VALUES (1, 2000000000)');
    old.run('INSERT INTO saved_heads VALUES (2, 500)');
    old.close();
    expect(await run('restore', backup)).toMatchObject({ code: 0 });
    const restored = openBetterSqlite3(path());
    expect(restored.all('SELECT user_id AS userId, seq FROM saved_heads WHERE seq > 100')).toEqual([
      { userId: 2, seq: 500 },
    ]);
    restored.close();
  });

  it('refuses a link that leads nowhere, and follows one to the backup, with its log and heads', async () => {
    symlinkSync(file('lost.sqlite'), file('link'));
    expect(await run('restore', backup, '--database', file('link'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('a file that is gone'),
    });
    const target = file('irich-20261128T030000Z.sqlite');
    copyFileSync(backup, target);
    await run('heads', 'write', file('irich-20261128T030000Z.heads'));
    symlinkSync(target, file('latest.sqlite'));
    expect(await run('restore', file('latest.sqlite'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not hold'),
    });
  });

  it('removes a second name of the database that a killed restore left, and refuses its copy', async () => {
    linkSync(path(), file('irich.sqlite.before-20261128T000000Z'));
    writeFileSync(file('irich.sqlite.before-20261127T000000Z'), 'kept');
    copyFileSync(backup, file('irich.sqlite.restoring'));
    expect(await run('restore', file('irich.sqlite.restoring'))).toMatchObject({ code: 2 });
    expect(existsSync(file('irich.sqlite.restoring'))).toBe(true);
    expect(await run('restore', backup)).toMatchObject({ code: 0 });
    expect(readdirSync(folder).filter((name) => name.includes('.before-'))).toEqual([
      'irich.sqlite.before-20261127T000000Z',
      'irich.sqlite.before-20261129T030000Z',
    ]);
  });

  it('goes on after one that was killed', async () => {
    // A log that SQLite would take for that of the new copy.
    const copy = openBetterSqlite3(file('irich.sqlite.restoring'));
    copy.run('CREATE TABLE other (one TEXT)');
    copyFileSync(file('irich.sqlite.restoring-wal'), file('log'));
    copy.close();
    renameSync(file('log'), file('irich.sqlite.restoring-wal'));
    expect(await run('restore', backup)).toMatchObject({ code: 0 });
    expect(await run('audit')).toMatchObject({ code: 0 });
  });
});
