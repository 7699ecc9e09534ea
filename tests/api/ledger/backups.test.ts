/** `backup`: a checked copy, and rotation that gives nothing up. */
import { readdirSync, readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { runCommand } from '#api/ops/command.ts';
import { backupCommand, datedBackupCommand } from '#api/ops/ledger/backup-commands.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { record } from '../../support/ledger.ts';
import { type MachineFile, makeMachineFile } from './machine-file.ts';

// The machine may be busy, and these tests use disks.
vi.setConfig({ testTimeout: 60_000 });

let made: MachineFile;
beforeEach(async () => {
  made = await makeMachineFile();
});
afterEach(() => made.remove());

/** A backup whose copy is made in another way. */
const backUpBy = (backup: (copy: string) => void) =>
  runInProcess(
    (_, io) => runCommand(io, '', () => datedBackupCommand({ ...made.sql, backup }, io, made.folder, 1)),
    [],
  );

describe('dated backups', () => {
  const backUp = (keep: number) => made.run('backup', '--to', made.folder, '--keep', `${keep}`);
  const dated = () =>
    readdirSync(made.folder)
      .filter((name) => name.startsWith('irich-'))
      .sort();

  it('are named after the time, hold all heads, and the oldest make room', async () => {
    const { code, out, err } = await backUp(2);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(
      `${made.file('irich-20261129T030000Z.sqlite')} is a full copy of the database and holds the heads of 3 ledgers.\n`,
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
    const newest = made.file('irich-20261201T030000Z');
    expect(
      await made.run('audit', '--database', `${newest}.sqlite`, '--heads', `${newest}.heads`),
    ).toMatchObject({
      code: 0,
    });
  });

  it('hold every event of their beginning, although others are written meanwhile', async () => {
    const backup = (copy: string) => {
      made.sql.backup(copy);
      void made.rig.execute(1, record(`during-${copy.length}`, made.rig.clock.at));
    };
    const before = made.events();
    expect(await backUpBy(backup)).toMatchObject({ code: 0, err: '' });
    const byHand = runInProcess(
      (_, io) => backupCommand({ ...made.sql, backup }, io, made.file('copy.sqlite')),
      [],
    );
    expect(await byHand).toMatchObject({ code: 0, err: '' });
    expect(made.events()).toBe(before + 2);
  });

  it.each([
    [
      'lacks an event',
      'DELETE FROM events WHERE user_id = 2 AND seq = (SELECT max(seq) FROM events WHERE user_id = 2)',
    ],
    ['is damaged', "UPDATE sqlite_master SET rootpage = 3 WHERE name = 'events_by_id'"],
  ])('whose copy %s are not kept', async (_, statement) => {
    await backUp(1);
    const before = readdirSync(made.folder).sort();
    vi.setSystemTime(Date.UTC(2026, 10, 30, 3));
    const { code, err } = await backUpBy((path) => {
      made.sql.backup(path);
      const copy = new Database(path);
      copy.unsafeMode(true);
      copy.exec(`PRAGMA writable_schema = ON; DROP TRIGGER events_never_leave; ${statement}`);
      copy.close();
    });
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The (copy|database file) (does not hold|is damaged)/),
    ]);
    expect(readdirSync(made.folder).sort()).toEqual(before);
  });

  it('with what the database has lost never make room', async () => {
    await backUp(2);
    await made.rig.execute(1, record('later', made.rig.clock.at));
    vi.setSystemTime(Date.UTC(2026, 10, 30, 3));
    await backUp(2);
    expect(readlinkSync(made.file('newest.sqlite'))).toBe('irich-20261130T030000Z.sqlite');
    // The database is another one from now on, such as an empty one on a disk that is not mounted.
    const other = made.file('other');
    const empty = openBetterSqlite3(other);
    migrate(empty, migrations, 0);
    empty.close();
    for (const [day, keep] of [
      [1, '9'],
      [2, '2'],
      [3, '2'],
    ] as const) {
      vi.setSystemTime(Date.UTC(2026, 11, day, 3));
      const { code, err } = await made.run(
        'backup',
        '--to',
        made.folder,
        '--keep',
        keep,
        '--database',
        other,
      );
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^No backup was removed: .* \(3 ledgers end earlier\)/),
      ]);
    }
    expect(dated().filter((name) => name.endsWith('.sqlite'))).toHaveLength(5);
    expect(readlinkSync(made.file('newest.sqlite'))).toBe('irich-20261130T030000Z.sqlite');
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
    for (const name of rests) writeFileSync(made.file(name), '');
    const age = (days: number) => {
      const then = new Date(Date.now() - days * 86_400_000);
      for (const name of rests) utimesSync(made.file(name), then, then);
    };
    age(0.9);
    await backUp(3);
    expect(readdirSync(made.folder)).toEqual(expect.arrayContaining(rests));
    age(1.1);
    vi.setSystemTime(Date.now() + 1000);
    await backUp(3);
    expect(readdirSync(made.folder).filter((name) => rests.includes(name))).toEqual([]);
  });

  it('remove nothing that they did not write', async () => {
    const others = ['irich-2026.sqlite', 'irich-20200101T000000Z.sqlite.old', 'notes.txt'];
    for (const name of others) writeFileSync(made.file(name), '');
    await backUp(1);
    expect(readdirSync(made.folder)).toEqual(expect.arrayContaining(others));
  });

  it('that fail leave nothing behind and keep the older ones', async () => {
    await backUp(1);
    const before = readdirSync(made.folder).sort();
    // In the same second the name is taken.
    expect(await backUp(1)).toMatchObject({ code: 2, err: expect.stringContaining('never overwritten') });
    expect(readdirSync(made.folder).sort()).toEqual(before);
    rmSync(made.file('irich-20261129T030000Z.heads'));
    expect(await backUp(1)).toMatchObject({ code: 2 });
    expect(readdirSync(made.folder).sort()).toEqual(before.filter((name) => !name.endsWith('.heads')));
    vi.setSystemTime(Date.UTC(2026, 10, 30, 3));
    made.sql.pragma('wal_checkpoint(TRUNCATE)');
    const bytes = readFileSync(made.file('irich.sqlite'));
    for (let page = 2; page * 4096 < bytes.length; page += 1) bytes.fill(0xff, page * 4096, page * 4096 + 64);
    writeFileSync(made.file('damaged.sqlite'), bytes);
    expect(
      await made.run('backup', '--to', made.folder, '--keep', '1', '--database', made.file('damaged.sqlite')),
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
  ])('need a made.folder and a number: %j', async (args) => {
    expect(await made.run('backup', ...args)).toMatchObject({ code: 2, out: '' });
    expect(dated()).toEqual([]);
  });
});
