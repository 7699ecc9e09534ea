/** `restore`: a step back that is checked first and keeps everything. */
import {
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { takeServeLock } from '#api/runtime/sqlite/serve-lock.ts';
import { rehash, tamper } from '../../support/attacks.ts';
import { record } from '../../support/ledger.ts';
import { type MachineFile, makeMachineFile } from './machine-file.ts';

// The machine may be busy, and these tests use disks.
vi.setConfig({ testTimeout: 60_000 });

let made: MachineFile;
beforeEach(async () => {
  made = await makeMachineFile();
});
afterEach(() => made.remove());

describe('restore', () => {
  let backup: string;

  beforeEach(async () => {
    backup = made.file('backup.sqlite');
    await made.run('backup', backup);
    await made.rig.execute(1, record('later', made.rig.clock.at));
    await made.rig.execute(2, record('later', made.rig.clock.at));
    made.sql.close();
  });

  it('puts the backup in place, keeps the old file, and lets devices bring back what was lost', async () => {
    const copied = openBetterSqlite3(backup);
    copied.run("INSERT INTO log_marks (origin, mark) VALUES ('proof.irich.example', 7)");
    copied.close();
    const before = made.events();
    const { code, out } = await made.run('restore', backup);
    expect(out).toMatch(/Nothing is wrong\.\n/);
    expect(out).toContain('2 of 3 ledgers go on');
    expect(out).toContain('No heads stand beside');
    expect(code).toBe(0);
    expect(made.events()).toBeLessThan(before);
    const kept = made.file('irich.sqlite.before-20261129T030000Z');
    expect(out).toContain(`The old database is ${kept}.\n`);
    expect(made.events(kept)).toBe(before);
    expect(statSync(made.file('irich.sqlite')).mode & 0o777).toBe(0o600);
    expect(await made.run('audit')).toMatchObject({ code: 0 });
    const restored = openBetterSqlite3(made.file('irich.sqlite'));
    // The log of published totals must notice the step back.
    expect(restored.get('SELECT mark FROM log_marks')).toEqual({ mark: -1 });
    expect(restored.all('SELECT user_id FROM saved_heads')).toHaveLength(3);
    restored.close();
    expect(readdirSync(made.folder).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  it('keeps both old files where it runs twice in a second', async () => {
    for (const name of ['irich.sqlite.before-20261129T030000Z', 'irich.sqlite.before-20261129T030000Z-2']) {
      const before = made.events();
      expect((await made.run('restore', backup)).out).toContain(`The old database is ${made.file(name)}.`);
      expect(made.events(made.file(name))).toBe(before);
    }
  });

  it('is refused while a server is serving', async () => {
    const lock = takeServeLock(made.file('irich.sqlite'));
    const before = made.events();
    expect(await made.run('restore', backup)).toMatchObject({
      code: 2,
      err: expect.stringContaining('stop it first'),
    });
    if (lock.ok) lock.release();
    expect(made.events()).toBe(before);
  });

  it('refuses a backup that is damaged, rewritten, of newer code, of something else, or the database itself', async () => {
    const before = made.events();
    const change = (name: string, work: (copy: NodeSqlite) => void) => {
      copyFileSync(backup, made.file(name));
      const copy = openBetterSqlite3(made.file(name));
      work(copy);
      copy.close();
      return made.file(name);
    };
    const rewritten = change('rewritten', (copy) =>
      tamper(copy, 1, (all) => all.map((event) => ({ ...event, award: event.award + 1 }))),
    );
    expect(await made.run('restore', rewritten)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Nothing was changed/),
    });
    const newer = change('newer', (copy) =>
      copy.run("INSERT INTO migrations (name, applied_at) VALUES ('ledger-999', 0)"),
    );
    expect(await made.run('restore', newer)).toMatchObject({
      code: 2,
      err: expect.stringContaining('newer'),
    });
    writeFileSync(made.file('text'), 'neither rows nor pages '.repeat(100));
    expect(await made.run('restore', made.file('text'))).toMatchObject({
      code: 2,
      err: 'file is not a database.\n',
    });
    writeFileSync(made.file('empty'), '');
    expect(await made.run('restore', made.file('empty'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('no ledgers'),
    });
    const bytes = readFileSync(backup);
    for (let page = 2; page * 4096 < bytes.length; page += 1) bytes.fill(0xff, page * 4096, page * 4096 + 64);
    writeFileSync(made.file('damaged'), bytes);
    expect(await made.run('restore', made.file('damaged'))).toMatchObject({ code: 1 });
    expect(await made.run('restore', made.file('irich.sqlite'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('itself'),
    });
    expect(await made.run('restore', made.file('nothing'))).toMatchObject({ code: 2 });
    expect(made.events()).toBe(before);
    expect(readdirSync(made.folder).filter((name) => /restoring|before/.test(name))).toEqual([]);
  });

  it('refuses a backup that contradicts saved heads, and takes what they show beyond it', async () => {
    expect(await made.run('heads', 'write', made.file('heads'))).toMatchObject({ code: 0 });
    const other = openBetterSqlite3(made.file('irich.sqlite'));
    tamper(other, 1, (all) =>
      all.map((event) => ({ ...event, data: event.data.replace('Money', 'Percent') })),
    );
    rehash(other, 1);
    other.close();
    await made.run('rebuild');
    const forged = made.file('forged.sqlite');
    expect(await made.run('backup', forged)).toMatchObject({ code: 0 });
    expect(await made.run('restore', forged, '--heads', made.file('heads'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Event \d+ of user 1 is another one/),
    });
    expect((await made.run('restore', backup, '--heads', made.file('heads'))).out).toContain(
      `${made.file('heads')}: 2 of 3 ledgers go on`,
    );
  });

  it('refuses a dated backup that does not hold the heads beside it', async () => {
    const copy = made.file('irich-20261128T030000Z.sqlite');
    copyFileSync(backup, copy);
    await made.run('heads', 'write', made.file('irich-20261128T030000Z.heads'));
    expect(await made.run('restore', copy)).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not hold'),
    });
  });

  it('works where the old database is gone or cannot be read, and its log is not taken for that of the new one', async () => {
    const bytes = readFileSync(made.file('irich.sqlite'));
    bytes.fill(0xff, 0, 2048);
    writeFileSync(made.file('irich.sqlite'), bytes);
    writeFileSync(`${made.file('irich.sqlite')}-wal`, 'commits');
    const { code, out } = await made.run('restore', backup);
    expect([code, out]).toEqual([0, expect.stringContaining('cannot be read whole: run `heads heal`')]);
    expect(existsSync(`${made.file('irich.sqlite')}-wal`)).toBe(false);
    expect(readFileSync(made.file('irich.sqlite.before-20261129T030000Z-wal'), 'utf8')).toBe('commits');
    expect(await made.run('audit')).toMatchObject({ code: 0 });
    rmSync(made.file('irich.sqlite'));
    expect(await made.run('restore', backup)).toMatchObject({ code: 0 });
    expect(await made.run('audit')).toMatchObject({ code: 0 });
  });

  it('keeps a link to the database a link, and does not follow a second name of it', async () => {
    symlinkSync(made.file('irich.sqlite'), made.file('link'));
    expect(await made.run('restore', backup, '--database', made.file('link'))).toMatchObject({ code: 0 });
    expect(statSync(made.file('link')).ino).toBe(statSync(made.file('irich.sqlite')).ino);
    linkSync(made.file('irich.sqlite'), made.file('second'));
    expect(await made.run('restore', made.file('second'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('itself'),
    });
  });

  it('with findings only where the operator says so, and never what is damaged', async () => {
    const copy = openBetterSqlite3(backup);
    copy.run('UPDATE accounts SET total = 1');
    copy.close();
    expect(await made.run('restore', backup)).toMatchObject({ code: 1 });
    expect(await made.run('restore', backup, '--despite-findings')).toMatchObject({ code: 0 });
    expect(await made.run('audit')).toMatchObject({ code: 1 });
    writeFileSync(made.file('text'), 'neither rows nor pages '.repeat(100));
    expect(await made.run('restore', made.file('text'), '--despite-findings')).toMatchObject({ code: 2 });
  });

  it('keeps the heads that an earlier restore was given', async () => {
    const told = () => {
      const opened = openBetterSqlite3(made.file('irich.sqlite'));
      const rows = opened.all<{ seq: number }>('SELECT seq FROM saved_heads ORDER BY user_id');
      opened.close();
      return rows.map(({ seq }) => seq);
    };
    await made.run('restore', backup);
    const first = told();
    vi.setSystemTime(Date.UTC(2026, 10, 29, 4));
    expect(await made.run('restore', backup)).toMatchObject({ code: 0 });
    expect(told()).toEqual(first);
  });

  it('takes no impossible head from an old database', async () => {
    const old = openBetterSqlite3(made.file('irich.sqlite'));
    old.run('INSERT INTO saved_heads VALUES (1, 2000000000)');
    old.run('INSERT INTO saved_heads VALUES (2, 500)');
    old.close();
    expect(await made.run('restore', backup)).toMatchObject({ code: 0 });
    const restored = openBetterSqlite3(made.file('irich.sqlite'));
    expect(restored.all('SELECT user_id AS userId, seq FROM saved_heads WHERE seq > 100')).toEqual([
      { userId: 2, seq: 500 },
    ]);
    restored.close();
  });

  it('refuses a link that leads nowhere, and follows one to the backup, with its log and heads', async () => {
    symlinkSync(made.file('lost.sqlite'), made.file('link'));
    expect(await made.run('restore', backup, '--database', made.file('link'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('a file that is gone'),
    });
    const target = made.file('irich-20261128T030000Z.sqlite');
    copyFileSync(backup, target);
    await made.run('heads', 'write', made.file('irich-20261128T030000Z.heads'));
    symlinkSync(target, made.file('latest.sqlite'));
    expect(await made.run('restore', made.file('latest.sqlite'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not hold'),
    });
  });

  it('removes a second name of the database that a killed restore left, and refuses its copy', async () => {
    linkSync(made.file('irich.sqlite'), made.file('irich.sqlite.before-20261128T000000Z'));
    writeFileSync(made.file('irich.sqlite.before-20261127T000000Z'), 'kept');
    copyFileSync(backup, made.file('irich.sqlite.restoring'));
    expect(await made.run('restore', made.file('irich.sqlite.restoring'))).toMatchObject({ code: 2 });
    expect(existsSync(made.file('irich.sqlite.restoring'))).toBe(true);
    expect(await made.run('restore', backup)).toMatchObject({ code: 0 });
    expect(readdirSync(made.folder).filter((name) => name.includes('.before-'))).toEqual([
      'irich.sqlite.before-20261127T000000Z',
      'irich.sqlite.before-20261129T030000Z',
    ]);
  });

  it('goes on after one that was killed', async () => {
    // A log that SQLite would take for that of the new copy.
    const copy = openBetterSqlite3(made.file('irich.sqlite.restoring'));
    copy.run('CREATE TABLE other (one TEXT)');
    copyFileSync(made.file('irich.sqlite.restoring-wal'), made.file('log'));
    copy.close();
    renameSync(made.file('log'), made.file('irich.sqlite.restoring-wal'));
    expect(await made.run('restore', backup)).toMatchObject({ code: 0 });
    expect(await made.run('audit')).toMatchObject({ code: 0 });
  });
});
