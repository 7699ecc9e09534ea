/** `npm run ledger -- …`, command by command, on a database file. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { sayNoticesKept } from '#api/notifications/pending/waiting.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { allEvents, rehash, tamper } from '../../support/attacks.ts';
import { HOUR, type LedgerRig, ledgerRig, record, register, threeFriends } from '../../support/ledger.ts';

// The machine may be busy, and these tests use processes, threads and disks.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let sql: NodeSqlite;
let rig: LedgerRig;
const file = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  sql = openBetterSqlite3(file('a.sqlite'));
  migrate(sql, migrations, 0);
  rig = ledgerRig(sql, undefined, migrations);
  await threeFriends(rig);
});
afterEach(() => {
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runInProcess(runLedger, args, { env: { DATABASE_PATH: file('a.sqlite') } });

describe('audit', () => {
  it('prints counts and exits 0 if nothing is wrong', async () => {
    const { code, out } = await run('audit');
    expect(out).toMatch(/users +3\n/);
    expect(out).toMatch(new RegExp(`events +${sql.all('SELECT 1 FROM events').length}, [\\d,]+ a second\n`));
    expect(out).toMatch(/credits +\d+, 0 of them still to be delivered\n/);
    expect(out).toMatch(/Nothing is wrong\.\n$/);
    expect(code).toBe(0);
  });

  it('prints the first wrong row of each kind and exits 1', async () => {
    tamper(sql, 2, (events) => events.map((event) => (event.seq === 4 ? { ...event, award: 7 } : event)));
    sql.run('UPDATE accounts SET total = 1 WHERE user_id <> 2');
    const { code, out } = await run('audit');
    expect(out).toMatch(/WRONG +chain: user 2, event 4: /);
    expect(out).toMatch(/WRONG +account_wrong: user 1: total is 1, a replay gives \d+ \(the first of 2\)\n/);
    expect(code).toBe(1);
  });

  it('compares saved heads, which are never overwritten', async () => {
    const heads = file('heads.jsonl');
    expect(await run('heads', 'write', heads)).toMatchObject({ code: 0, err: '' });
    const saved = readFileSync(heads, 'utf8');
    expect(saved.trimEnd().split('\n')).toHaveLength(4);
    expect(await run('heads', 'write', heads)).toMatchObject({
      code: 2,
      err: expect.stringContaining('never'),
    });
    expect(readFileSync(heads, 'utf8')).toBe(saved);
    await rig.execute(1, record('later', rig.clock.at));
    expect(await run('audit', '--heads', heads)).toMatchObject({ code: 0 });
    tamper(sql, 1, (events) =>
      events.map((event) => ({ ...event, data: event.data.replace('Money', 'Percent') })),
    );
    rehash(sql, 1);
    await run('rebuild');
    expect(await run('audit')).toMatchObject({ code: 0 });
    const { code, out } = await run('audit', `--heads=${heads}`);
    expect(out).toMatch(/WRONG +head_rewritten: user 1, event \d+: /);
    expect(code).toBe(1);
  });

  it('resumes where it was stopped, and leaves nothing behind when it finishes', async () => {
    sql.run('UPDATE accounts SET total = 1');
    const whole = await run('audit');
    const explained = { registrations: 0, steps: [] };
    const done = { upTo: 1, report: { users: 1, events: 10, credits: 0, stale: 0, explained, findings: [] } };
    const save = (of: string) => writeFileSync(file('state'), JSON.stringify(['irich-audit-2', of, done]));
    save(`${file('a.sqlite')} `);
    const { code, out } = await run('audit', '--state', file('state'));
    expect(code).toBe(1);
    // User 1 was audited before the fault, and had no finding then.
    expect(whole.out).toMatch(/account_wrong: user 1: .* \(the first of 3\)/);
    expect(out).toMatch(/account_wrong: user 2: .* \(the first of 2\)/);
    expect(existsSync(file('state'))).toBe(false);
    expect((await run('audit', '--state', file('state'))).out).toContain('user 1');
    for (const of of ['another.sqlite ', `${file('a.sqlite')} heads`]) {
      save(of);
      expect(await run('audit', '--state', file('state'))).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('belongs to another audit'),
      });
    }
  });

  it('starts again after an earlier version without clock steps was stopped', async () => {
    const alarm = { kind: 'referrer_later', userId: 2, seq: 1, detail: 'said before', count: 1 };
    const done = { upTo: 1, report: { users: 1, events: 10, credits: 0, stale: 0, findings: [alarm] } };
    writeFileSync(file('state'), JSON.stringify(['irich-audit', `${file('a.sqlite')} `, done]));
    const { code, out } = await run('audit', '--state', file('state'));
    expect(code).toBe(0);
    expect(out).toContain('users    3\n');
    expect(existsSync(file('state'))).toBe(false);
  });

  it('notes what a clock step explains, and finds nothing wrong', async () => {
    // The ledger of user 1 starts an hour after those of its friends and continues before them.
    const first = allEvents(sql, 1)[0]?.at ?? 0;
    tamper(sql, 1, (events) =>
      events.map((event, index) => (index === 0 ? { ...event, at: event.at + HOUR } : event)),
    );
    rehash(sql, 1);
    await run('rebuild');
    const { code, out } = await run('audit');
    const iso = (at: number) => new Date(at).toISOString();
    expect(out).toMatch(
      /^clock {4}\d+ registered before their referrer; these steps of the clock explain it:$/m,
    );
    expect(out).toContain(
      `         from ${iso(first + HOUR)} back to ${iso(first)}, in the ledger of user 1\n`,
    );
    expect(out).toContain('Nothing is wrong.');
    expect(code).toBe(0);
  });

  it('refuses a file without heads', async () => {
    writeFileSync(file('bad'), 'x\n');
    expect(await run('audit', '--heads', file('bad'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('Line 1'),
    });
    const headsHeader = '{"format":"irich-heads","version":1}\n';
    writeFileSync(
      file('bad'),
      `${headsHeader}{"userId":2,"seq":1,"hash":""}\n{"userId":1,"seq":1,"hash":""}\n`,
    );
    expect(await run('audit', '--heads', file('bad'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('Line 3'),
    });
    expect(await run('audit', '--heads', file('none'))).toMatchObject({ code: 2 });
  });
});

describe('export and verify', () => {
  it('an export is verified without a database', async () => {
    const { code, out } = await run('export', '2');
    expect(code).toBe(0);
    writeFileSync(file('export'), out);
    sql.close();
    rmSync(file('a.sqlite'));
    const verified = await run('verify', file('export'));
    expect(verified.out).toMatch(/^All \d+ events of user 2 are verified/);
    expect(verified.out).toMatch(/referral +75\n/);
    expect(verified.code).toBe(0);
    sql = openBetterSqlite3(':memory:');
  });

  it('a changed, cut or newer export fails the verification', async () => {
    const { out } = await run('export', '2');
    const verify = (text: string) => {
      writeFileSync(file('export'), text);
      return run('verify', file('export'));
    };
    expect(await verify(out.replace('"award":75000', '"award":85000'))).toMatchObject({
      code: 1,
      out: expect.stringMatching(/WRONG +chain: event \d+/),
    });
    expect(await verify(`${out.trimEnd().split('\n').slice(0, -1).join('\n')}\n`)).toMatchObject({ code: 1 });
    expect(await verify('')).toMatchObject({ code: 1 });
    const newer = out.replace('"version":1', '"version":2');
    expect(await verify(newer)).toMatchObject({ code: 2, out: expect.stringContaining('Update to verify') });
    expect(await run('verify', file('none'))).toMatchObject({ code: 2 });
    expect(await run('export', '99')).toMatchObject({ code: 1, out: '' });
  });
});

describe('correct', () => {
  it('appends a correction and its credits once', async () => {
    const args = ['correct', '2', 'activity', '-2.5', '--reason', 'counted twice', '--id', 'ticket-1'];
    const first = await run(...args);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/^Correction ticket-1 is event \d+ of user 2\. The total is /);
    expect((await run(...args)).out).toContain('It was already written, and not again.');
    expect(rig.ledger.read.account(2)?.points.activity).toBe(1500);
    expect(rig.ledger.read.account(1)?.points.referral_activity).toBe(150);
    expect(await run('audit')).toMatchObject({ code: 0 });
  });

  it('leaves notices to a server that sends them, for credits too, and otherwise stores none', async () => {
    const notices = () => sql.all('SELECT user_id, kind FROM notices ORDER BY user_id, kind');
    await run('correct', '2', 'activity', '600', '--reason', 'not counted');
    expect(notices()).toEqual([]);
    sayNoticesKept(sql, true);
    await run('correct', '2', 'activity', '10000', '--reason', 'not counted');
    expect(notices()).toEqual([
      { user_id: 1, kind: 'badges_earned' },
      { user_id: 1, kind: 'level_reached' },
      { user_id: 2, kind: 'level_reached' },
    ]);
    sayNoticesKept(sql, false);
    await run('correct', '2', 'activity', '100000', '--reason', 'not counted');
    expect(notices()).toHaveLength(3);
  });

  it.each([
    [2, ['activity', '-2.5']],
    [2, ['activity', 'much', '--reason', 'x']],
    [2, ['gold', '1', '--reason', 'x']],
    [2, ['activity', '1', '--reason', 'x', '--id', 'a b']],
    [1, ['activity', '-5', '--reason', 'x']],
    [1, ['activity', '0.001', '--reason', 'x']],
    [1, ['activity', '1', '--reason', ' ']],
  ])('exit code %i without a write: %j', async (code, args) => {
    const before = sql.get('SELECT count(*) AS n FROM events');
    const said = await run('correct', '2', ...args);
    expect(said).toMatchObject({ code, out: '' });
    expect(said.err).not.toBe('');
    expect(sql.get('SELECT count(*) AS n FROM events')).toEqual(before);
  });

  it('refuses an unknown user', async () => {
    expect(await run('correct', '99', 'activity', '1', '--reason', 'x')).toMatchObject({
      code: 1,
      err: 'Refused: there is no such user.\n',
    });
  });
});

describe('rebuild, show, suspicious, backup', () => {
  it('rebuild repairs wrong rows and prints their number', async () => {
    sql.run('UPDATE accounts SET total = 1 WHERE user_id = 1');
    sql.run('INSERT INTO accounts SELECT 9, version, seq, hash, 0, 1, 0, NULL, state FROM accounts LIMIT 1');
    expect((await run('rebuild')).out).toMatch(
      /^3 accounts rebuilt from \d+ events: 1 were .*, 1 had no events\.\n$/,
    );
    expect((await run('rebuild')).out).toMatch(/: 0 were .*, 0 had no events\.\n$/);
    expect(await run('audit')).toMatchObject({ code: 0 });
  });

  it('show prints the account and its newest events', async () => {
    const { code, out } = await run('show', '2');
    expect(code).toBe(0);
    expect(out).toMatch(/invited by +1\n/);
    expect(out).toMatch(/total +\d/);
    expect(out).toMatch(/ 3 {2}2026-.* CreditReceived\.v1 /);
    expect(await run('show', '99')).toMatchObject({ code: 1, out: '' });
  });

  it('suspicious lists bursts, idle friends and back-dated records', async () => {
    expect((await run('suspicious')).out).toBe('Nothing stands out.\n');
    await rig.execute(50, register());
    for (let friend = 100; friend < 121; friend += 1) {
      await rig.execute(friend, register(50));
      rig.clock.at += 1000;
    }
    await rig.execute(60, register());
    for (let index = 0; index < 20; index += 1)
      await rig.execute(60, record(`b${index}`, rig.clock.at - 30 * HOUR));
    expect((await run('suspicious')).out.split('\n')).toEqual([
      expect.stringMatching(
        /^user 50: 21 of 21 invited users registered within an hour of 2026-03-14T12:00:00/,
      ),
      'user 50: 21 of 21 invited users never calculated',
      'user 60: all 20 records arrived on a later day than they claim',
      '3 to review.',
      '',
    ]);
    await rig.execute(60, record('today', rig.clock.at));
    expect((await run('suspicious')).out).not.toContain('user 60');
  });

  it('backup makes a whole copy and never overwrites', async () => {
    const copy = file('copy.sqlite');
    expect(await run('backup', copy)).toMatchObject({ code: 0, err: '' });
    expect(await run('audit', '--database', copy)).toMatchObject({ code: 0 });
    expect(await run('backup', copy)).toMatchObject({ code: 2, out: '' });
  });
});

describe('refusals', () => {
  it.each([
    [[]],
    [['nothing']],
    [['audit', 'much']],
    [['show', 'me']],
    [['audit', '--fast', 'x']],
    [['audit', '--heads']],
    [['audit', '--from', 'https://irich.example', '--heads', 'x']],
    [['export']],
    [['export', '--all']],
    [['import']],
  ])('prints the usage for %j', async (args) => {
    expect(await run(...args)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('npm run ledger'),
    });
  });

  it('a database that is missing, newer than the code, or older', async () => {
    expect(await run('audit', '--database', file('none'))).toMatchObject({ code: 2 });
    sql.run("INSERT INTO migrations (name, applied_at) VALUES ('ledger-999', 0)");
    expect(await run('audit')).toMatchObject({
      code: 2,
      err: expect.stringContaining('newer than this code'),
    });
    sql.run("DELETE FROM migrations WHERE name LIKE '%9' OR name = 'people-001'");
    expect(await run('audit')).toMatchObject({
      code: 2,
      err: expect.stringContaining('older than this code'),
    });
  });

  it('runs as a program, with its exit code', () => {
    const program = fileURLToPath(new URL('../../../api/ops/ledger.ts', import.meta.url));
    const { status, stdout } = spawnSync(
      process.execPath,
      [program, 'audit', '--database', file('a.sqlite')],
      {
        encoding: 'utf8',
      },
    );
    expect(stdout).toContain('Nothing is wrong.');
    expect(status).toBe(0);
  });
});

describe('an unusable input gives one line and exit code 2', () => {
  it.each([['verify'], ['audit', '--heads'], ['audit', '--database'], ['heads', 'write'], ['backup']])(
    'a folder in place of a file: %s %s',
    async (...args) => {
      const { code, out, err } = await run(...args, folder);
      expect([code, out, err.trim().split('\n').length]).toEqual([2, '', 1]);
    },
  );

  it('a file that is no database, or a missing folder', async () => {
    writeFileSync(file('text'), 'neither rows nor pages '.repeat(100));
    expect(await run('audit', '--database', file('text'))).toEqual({
      code: 2,
      out: '',
      err: 'file is not a database.\n',
    });
    const nowhere = file('nowhere/copy.sqlite');
    expect(await run('backup', nowhere)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^There is no/),
    });
    expect(await run('heads', 'write', nowhere)).toMatchObject({ code: 2, out: '' });
  });

  it('a damaged database is a finding', async () => {
    sql.pragma('wal_checkpoint(TRUNCATE)');
    const bytes = readFileSync(file('a.sqlite'));
    for (let page = 2; page * 4096 < bytes.length; page += 1) {
      bytes.fill(0xff, page * 4096, page * 4096 + 64);
    }
    writeFileSync(file('damaged.sqlite'), bytes);
    const { code, err } = await run('audit', '--database', file('damaged.sqlite'));
    expect([code, err]).toEqual([1, expect.stringMatching(/^The database file is damaged: .*\n$/)]);
  });
});
