/** `npm run doctor` looks at files: the database, the built app, the log, and the backups. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeStoredSecret } from '#api/ledger/credit-secret.ts';
import { runDoctor } from '#api/ops/doctor/run.ts';
import type { System } from '#api/ops/doctor/system.ts';
import { operatorDigest } from '#api/ops/operator-file.ts';
import { writeProbe } from '#api/runtime/health/probe-row.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { SIGNATURE } from '#core/proof/note.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { sha256 } from '#tests/support/test-deployment.ts';
import { LOG, NOW, newKey, openRig } from './doctor-rig.ts';

let rig: ReturnType<typeof openRig>;
beforeEach(() => {
  rig = openRig();
});
afterEach(() => rig.close());

const lines = async (...given: Parameters<typeof rig.diagnose>) => (await rig.diagnose(...given)).lines;
const system = (changed: Partial<System>) => ({ system: { ...rig.system, ...changed } });
const about = (text: string) => [expect.stringContaining(text)];

function inDatabase(work: (sql: NodeSqlite) => void): void {
  const sql = openBetterSqlite3(rig.file('data/irich.sqlite'));
  work(sql);
  sql.close();
}

/** Appends an event as nothing but a row: the checks read its time alone. */
function addEvent(at: number): void {
  inDatabase((sql) =>
    sql.run("INSERT INTO events VALUES (1, 1, 'a', 'Any.v1', 1, ?, NULL, 0, '{}', 'hash')", at),
  );
}

describe('the database', () => {
  test('of a first start is made by the server', async () => {
    expect(await lines({ DATABASE_PATH: rig.file('data/new.sqlite') })).toEqual([]);
    expect(existsSync(rig.file('data/new.sqlite'))).toBe(false);
  });

  test('needs its folder', async () => {
    const expected = about('ERROR    DATABASE_PATH: is in a folder that does not exist');
    expect(await lines({ DATABASE_PATH: rig.file('gone/irich.sqlite') })).toEqual(expected);
  });

  test('of another user is an error, and is not opened', async () => {
    const before = readdirSync(rig.file('data'));
    const other = await lines({}, system({ uid: (rig.system.uid ?? 0) + 1 }));
    expect(other).toEqual(about('ERROR    DATABASE_PATH: belongs to user'));
    expect(readdirSync(rig.file('data'))).toEqual(before);
  });

  test('that others can read is a warning', async () => {
    chmodSync(rig.file('data/irich.sqlite'), 0o644);
    expect(await lines()).toEqual(about('WARNING  DATABASE_PATH: can be read by other users'));
  });

  test.each([
    [0x01021994, 'ERROR    DATABASE_PATH: is in memory'],
    [0x6969, 'ERROR    DATABASE_PATH: is on a network'],
    [0x794c7630, 'WARNING  DATABASE_PATH: is inside of a container'],
  ])('on the file system 0x%x', async (type, expected) => {
    expect(await lines({}, system({ fileSystem: () => type }))).toEqual(about(expected));
  });

  test.each([
    [60_000_000, 'ERROR    DATABASE_PATH: has under 64 MB'],
    [900_000_000, 'WARNING  DATABASE_PATH: has little free'],
  ])('with %i bytes free on its disk', async (free, expected) => {
    expect(await lines({}, system({ freeBytes: () => free }))).toEqual(about(expected));
  });

  test('that is damaged, or is none, is an error in one line', async () => {
    truncateSync(rig.file('data/irich.sqlite'), 40_000);
    expect(await lines()).toEqual([
      expect.stringMatching(/^ERROR {4}DATABASE_PATH: (is damaged|cannot be read)/),
    ]);
    writeFileSync(rig.file('data/irich.sqlite'), 'no database at all'.repeat(100));
    expect(await lines()).toEqual(about('ERROR    DATABASE_PATH: cannot be read: file is not a database'));
  });

  test('of a newer version is an error, and of an older one a warning', async () => {
    inDatabase((sql) => sql.run("INSERT INTO migrations (name, applied_at) VALUES ('ledger-999', 1)"));
    expect(await lines()).toEqual(
      about('ERROR    DATABASE_PATH: was changed by a newer version (ledger-999; needs a newer version)'),
    );
    inDatabase((sql) => sql.run("DELETE FROM migrations WHERE name IN ('ledger-999', 'vacuum-001')"));
    expect(await lines()).toEqual(
      about('WARNING  DATABASE_PATH: will be changed by the next start (vacuum-001)'),
    );
  });

  test('that holds another credit secret, or the same one, or needs one', async () => {
    const { CREDIT_SECRET = '' } = rig.env;
    const store = (secret: string) =>
      inDatabase((sql) => sql.run("INSERT OR REPLACE INTO meta VALUES ('credit_secret', ?)", secret));
    store('0f'.repeat(32));
    expect(await lines()).toEqual(about('ERROR    CREDIT_SECRET: is not the secret'));
    store(CREDIT_SECRET);
    expect(await lines()).toEqual(about('WARNING  CREDIT_SECRET: is in the database too'));
    inDatabase((sql) => removeStoredSecret(sql, sha256));
    expect(await lines()).toEqual([]);
    expect(await lines({ CREDIT_SECRET: '' })).toEqual(about('ERROR    CREDIT_SECRET: is not set, but'));
  });

  test('whose last write lies ahead shows a clock that is behind', async () => {
    inDatabase((sql) => writeProbe(sql, NOW + 60_000));
    expect(await lines()).toEqual([]);
    inDatabase((sql) => writeProbe(sql, NOW + 600_000));
    expect(await lines()).toEqual(about('ERROR    Clock: is behind the newest of the database'));
  });

  test.each([
    [3_600_000, 'ERROR    Clock: is behind'],
    [-40 * 86_400_000, 'WARNING  Clock: is far from the newest event'],
  ])('whose newest event is %i ms from now', async (ms, expected) => {
    addEvent(NOW + ms);
    expect(await lines()).toEqual(about(expected));
  });

  test('with a large write-ahead log is a warning', async () => {
    rig.put('data/irich.sqlite-wal', '');
    truncateSync(rig.file('data/irich.sqlite-wal'), 300 * 1024 * 1024);
    expect(await lines()).toEqual(about('WARNING  DATABASE_PATH: has a write-ahead log over 256 MB'));
  });
});

describe('the built app', () => {
  test('that is missing or lacks a file is an error', async () => {
    rmSync(rig.file('dist/assets/a.js'));
    expect(await lines()).toEqual(about('ERROR    DIST_PATH: lacks 1 files'));
    rmSync(rig.file('dist'), { recursive: true });
    expect(await lines()).toEqual(about('ERROR    DIST_PATH: holds no built app'));
  });

  test.each(['', 'null', '[]', '{"assets":[]}', '[{"assets":"a"}]', '[1]'])(
    'whose list of releases is %j counts as none',
    async (text) => {
      rig.put('dist/releases.json', text);
      expect(await lines()).toEqual(about('ERROR    DIST_PATH: holds no built app'));
    },
  );

  test('that is older than its sources is a warning', async () => {
    mkdirSync(rig.file('src'));
    rig.put('src/later.ts', '');
    expect(await lines()).toEqual(about('WARNING  DIST_PATH: is older than its sources'));
  });

  test('of another operator, where the server names the file', async () => {
    rig.put('operator.json', '{"beginners": "https://t.me/example"}');
    const named = { OPERATOR_FILE: rig.file('operator.json') };
    expect(await lines(named)).toEqual(
      about('WARNING  OPERATOR_FILE: or APP_NAME has changed since the build'),
    );
    rig.releases({ operator: operatorDigest({ ...rig.env, ...named }) });
    expect(await lines(named)).toEqual([]);
    expect(await lines()).toEqual([]);
    const gone = { OPERATOR_FILE: rig.file('gone.json') };
    expect(await lines(gone)).toEqual(about('WARNING  OPERATOR_FILE: or APP_NAME has changed'));
  });

  test('that pins no log, or another one, and the witnesses that the server does not ask', async () => {
    const { vkey } = rig.witness;
    const pin = (...pins: string[]) => rig.releases({ pins: pins.join('\n').trim() });
    const key = rig.signer.vkey;
    pin('');
    expect(await lines()).toEqual(about('WARNING  PROOF_KEYS: The built app pins no log'));
    pin(LOG, 'nonsense', vkey);
    expect(await lines()).toEqual(about('ERROR    PROOF_KEYS: The built app pins what cannot be read'));
    pin('other.irich.app/log', newKey('other.irich.app/log').vkey, vkey);
    expect(await lines()).toEqual(about('ERROR    PROOF_ORIGIN: The built app pins a log of another name'));
    pin(LOG, newKey(LOG).vkey, vkey);
    expect(await lines()).toEqual(about('ERROR    PROOF_KEYS: The built app pins another key'));
    pin(LOG, key);
    expect(await lines()).toEqual(about('WARNING  PROOF_QUORUM: is 0 in the built app'));
    pin(LOG, key, `${vkey} ${newKey('second.irich.app/w', SIGNATURE.cosignature).vkey}`, '2');
    expect(await lines()).toEqual(about('ERROR    PROOF_WITNESSES: has 1 of the witnesses'));
    pin(LOG, key, `${vkey} ${newKey('second.irich.app/w', SIGNATURE.cosignature).vkey}`, '1');
    expect(await lines()).toEqual([]);
  });
});

test('the log beside the ledgers is a note, and in the folder of backups an error', async () => {
  const onOneDisk = await rig.diagnose({}, system({ device: () => 1 }));
  expect(onOneDisk.lines).toEqual([
    expect.stringContaining('WARNING  Backups: are on the disk of the database'),
    expect.stringContaining('NOTE     PROOF_DATABASE_PATH: is on the disk of the ledgers'),
  ]);
  expect(onOneDisk.code).toBe(0);
  const inBackups = join(rig.file('backups'), 'proof.sqlite');
  expect(await lines({ PROOF_DATABASE_PATH: inBackups })).toEqual(
    about('ERROR    PROOF_DATABASE_PATH: is in the folder of backups'),
  );
  expect(await lines({ PROOF_DATABASE_PATH: rig.file('gone/proof.sqlite') })).toEqual(
    about('ERROR    PROOF_DATABASE_PATH: is in a folder that does not exist'),
  );
});

describe('backups', () => {
  const FIRST = 'irich-20261129T031000Z';

  /** @param good the backup that passed all checks, where one did. */
  function rename(names: readonly string[], good?: string): void {
    const folder = rig.file('backups');
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    for (const name of names) for (const end of ['sqlite', 'heads']) rig.put(`backups/${name}.${end}`, '');
    if (good !== undefined) symlinkSync(`${good}.sqlite`, join(folder, 'newest.sqlite'));
  }

  test.each([
    [[], undefined, 'ERROR    Backups: There is none'],
    [['irich-latest'], undefined, 'ERROR    Backups: There is none'],
    [[FIRST], undefined, 'ERROR    Backups: None of them has passed its checks'],
    [[FIRST], 'irich-20261128T031000Z', 'ERROR    Backups: None of them has passed its checks'],
    [['irich-20261127T110000Z'], 'irich-20261127T110000Z', 'ERROR    Backups: The newest good one is older'],
    [['irich-20269999T999999Z'], 'irich-20269999T999999Z', 'ERROR    Backups: The newest good one is older'],
    [
      ['irich-20261128T120000Z', FIRST],
      'irich-20261128T120000Z',
      `WARNING  Backups: ${FIRST}.sqlite is newer`,
    ],
  ])('%j of which %j is good', async (names, good, expected) => {
    rename(names, good);
    expect(await lines()).toEqual(about(expected));
  });

  test('are found by BACKUP_PATH, in the environment or in the file, and are not asked for where it is empty', async () => {
    rename([]);
    const run = (env: object, ...args: string[]) =>
      runInProcess(
        (given, io) => runDoctor(given, io, { root: rig.root, system: rig.system, now: NOW }),
        args,
        {
          env: { ...rig.env, ...env },
        },
      );
    const missed = { code: 1, out: expect.stringContaining('ERROR    Backups: There is none') };
    expect(await run({ BACKUP_PATH: rig.file('backups') })).toMatchObject(missed);
    rig.put('irich.env', `BACKUP_PATH=${rig.file('backups')}\n`);
    expect(await run({}, '--env-file', rig.file('irich.env'))).toMatchObject(missed);
    expect(await run({ BACKUP_PATH: ' ' })).toMatchObject({ code: 0, out: 'Nothing is wrong.\n' });
  });

  test('are not missed before the first start', async () => {
    rename([]);
    expect(await lines({ DATABASE_PATH: rig.file('data/new.sqlite') })).toEqual([]);
  });

  test('that failed since the newest good one are named', async () => {
    rename(['irich-20261126T031000Z', FIRST], 'irich-20261126T031000Z');
    expect(await lines()).toEqual([
      ...about('ERROR    Backups: The newest good one is older'),
      ...about(`WARNING  Backups: ${FIRST}.sqlite is newer`),
    ]);
  });

  test('that were copied without the link are judged as well', async () => {
    rename([FIRST, 'newest']);
    utimesSync(rig.file('backups/newest.sqlite'), NOW / 1000, NOW / 1000);
    expect(await lines()).toEqual([]);
  });

  test('without heads, and in no folder', async () => {
    rmSync(rig.file(`backups/${FIRST}.heads`));
    expect(await lines()).toEqual(about(`WARNING  Backups: The heads beside ${FIRST}.sqlite`));
    rmSync(rig.file('backups'), { recursive: true });
    expect(await lines()).toEqual(about('ERROR    Backups: are in no folder'));
  });
});
