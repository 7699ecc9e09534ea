/** The audit of the projections: rows of accounts and wallets against a replay, range by range. */
import { beforeEach, describe, expect, test } from 'vitest';
import { compareAccounts, isRebuilt, type Replayed } from '#api/ledger/account-check.ts';
import { PROJECTION_VERSION, readAccount } from '#api/ledger/accounts.ts';
import { startFindings } from '#api/ledger/findings.ts';
import { rebuild } from '#api/ledger/rebuild.ts';
import { compareAddresses, compareWallets } from '#api/ledger/wallet-check.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { type LedgerRig, ledgerRig, threeFriends } from '#tests/support/ledger.ts';

/** A wallet by its address. */
const nameOf = (address: string) => address.repeat(64);

let sql: Sql;
let rig: LedgerRig;
let replayed: Replayed[];
beforeEach(async () => {
  sql = openBetterSqlite3(':memory:');
  rig = ledgerRig(sql);
  await threeFriends(rig);
  for (const userId of [1, 2])
    await rig.execute(userId, { type: 'link_wallet', wallet: nameOf(`${userId}`) });
  replayed = [1, 2, 3].map((userId) => ({ userId, state: readAccount(sql, userId) }));
});

const without = (userId: number) => replayed.filter((one) => one.userId !== userId);
const broken = (userId: number) =>
  replayed.map((one) => (one.userId === userId ? { userId, state: null } : one));

describe('accounts', () => {
  function compared(
    more: { from?: number; to?: number; ledgers?: readonly Replayed[]; isNoneStale?: boolean } = {},
  ) {
    const findings = startFindings();
    const { from = 0, to = 99, ledgers = replayed, isNoneStale = true } = more;
    const stale = compareAccounts(sql, from, to, ledgers, isNoneStale, findings);
    const found = findings.list().map(({ kind, userId, count }) => [kind, userId, count]);
    return { stale, found, detail: findings.list()[0]?.detail ?? '' };
  }

  test('that are right are no finding, and rows outside the range are not checked', () => {
    expect(compared()).toMatchObject({ stale: 0, found: [] });
    sql.run('UPDATE accounts SET total = 7 WHERE user_id <> 2');
    expect(compared({ from: 1, to: 2, ledgers: replayed.slice(1, 2) }).found).toEqual([]);
    expect(compared({ from: 2, to: 3, ledgers: replayed.slice(2) }).found).toEqual([['account_wrong', 3, 1]]);
  });

  test.each([
    ['seq', 'seq + 1'],
    ['hash', "'x'"],
    ['total', 'total + 1'],
    ['level', 'level + 1'],
    ['registered_at', 'registered_at + 1'],
    ['credits_to', '9'],
  ])('with another %s are wrong, and the column is named', (column, value) => {
    sql.run(`UPDATE accounts SET ${column} = ${value} WHERE user_id = 2`);
    expect(compared()).toMatchObject({ stale: 0, found: [['account_wrong', 2, 1]] });
    expect(compared().detail).toMatch(new RegExp(`^${column} `));
  });

  test('with another state are wrong, and its field is named', () => {
    const change = (to: string) => sql.run(`UPDATE accounts SET state = ${to} WHERE user_id = 2`);
    for (const [path, part] of [
      ['$.points.checkin', 'points'],
      ['$.level', 'level'],
      ['$.friends', 'friends'],
      ['$.streak.current', 'streak'],
    ] as const) {
      const kept = sql.get<{ state: string }>('SELECT state FROM accounts WHERE user_id = 2')?.state ?? '';
      change(`json_set(state, '${path}', 99)`);
      expect(compared().found).toEqual([['account_wrong', 2, 1]]);
      expect(compared().detail, path).toContain(part);
      expect(compared().detail, path).not.toContain('{');
      sql.run('UPDATE accounts SET state = ? WHERE user_id = 2', kept);
    }
    change("json_set(state, '$.points.checkin', 99)");
    sql.run('UPDATE accounts SET total = 7 WHERE user_id = 2');
    expect(compared().detail).toMatch(/^total is 7, .*\d/);
    for (const _ of rebuild(sql));
    // A field that no profile shows, or text that is no JSON, is named by its column.
    for (const other of ["json_set(state, '$.activityDays', 9)", "'{'"]) {
      change(other);
      expect(compared().found).toEqual([['account_wrong', 2, 1]]);
      expect(compared().detail).toMatch(/^state is /);
    }
  });

  test('that are missing are found before, between and after the others', () => {
    for (const userId of [1, 2, 3]) {
      sql.run('DELETE FROM accounts WHERE user_id = ?', userId);
      expect(compared().found).toEqual([['account_missing', 1, userId]]);
    }
    expect(compared({ ledgers: [] }).found).toEqual([]);
  });

  test('without a ledger are found before, between and after the others, which are compared all the same', () => {
    for (const userId of [1, 2, 3])
      expect(compared({ ledgers: without(userId) }).found).toEqual([['account_without_events', userId, 1]]);
    sql.run('UPDATE accounts SET total = 7 WHERE user_id = 3');
    sql.run('DELETE FROM accounts WHERE user_id = 2');
    expect(compared({ ledgers: without(1) }).found).toEqual([
      ['account_without_events', 1, 1],
      ['account_missing', 2, 1],
      ['account_wrong', 3, 1],
    ]);
  });

  test('of a broken ledger are not compared', () => {
    sql.run('UPDATE accounts SET total = 7');
    expect(compared({ ledgers: broken(2) }).found).toEqual([['account_wrong', 1, 2]]);
  });

  test('of another version are counted while a rebuild is due, and wrong after it', () => {
    sql.run('UPDATE accounts SET version = 1, total = 7 WHERE user_id > 1');
    expect(compared({ isNoneStale: false })).toMatchObject({ stale: 2, found: [] });
    expect(compared()).toMatchObject({ stale: 0, found: [['account_wrong', 2, 2]] });
  });

  test('all have this version once a rebuild has finished', () => {
    expect(isRebuilt(sql)).toBe(false);
    for (const _ of rebuild(sql));
    expect(isRebuilt(sql)).toBe(true);
    for (const version of [PROJECTION_VERSION - 1, PROJECTION_VERSION + 1]) {
      sql.run("UPDATE meta SET value = ? WHERE name = 'projection_version'", String(version));
      expect(isRebuilt(sql)).toBe(false);
    }
  });
});

describe('wallets', () => {
  function compared(from = 0, to = 99, ledgers: readonly Replayed[] = replayed) {
    const findings = startFindings();
    compareWallets(sql, from, to, ledgers, findings);
    return findings.list().map(({ kind, userId, seq, count }) => [kind, userId, seq, count]);
  }

  test('that are right are no finding, and rows outside the range are not checked', () => {
    expect(compared()).toEqual([]);
    expect(compared(1, 2, replayed.slice(1, 2))).toEqual([]);
    sql.run("UPDATE wallets SET wallet = 'x' WHERE user_id = 1");
    expect(compared(1, 3, replayed.slice(1))).toEqual([]);
  });

  test('that are missing, different, or of a user without a wallet are wrong', () => {
    sql.run('DELETE FROM wallets WHERE user_id = 1');
    expect(compared()).toEqual([['wallet_wrong', 1, null, 1]]);
    sql.run("UPDATE wallets SET wallet = 'x' WHERE user_id = 2");
    expect(compared()).toEqual([['wallet_wrong', 1, null, 2]]);
    sql.run("INSERT INTO wallets VALUES ('y', 3)");
    expect(compared()).toEqual([['wallet_wrong', 1, null, 3]]);
  });

  test('that are wrong are named with the listed wallet, the right one, and the listed user', () => {
    const details = () => {
      const findings = startFindings();
      compareWallets(sql, 0, 99, replayed, findings);
      return findings.list().map(({ detail }) => detail);
    };
    sql.run("UPDATE wallets SET wallet = 'listed' WHERE user_id = 2");
    expect(details()[0]).toMatch(new RegExp(`listed.*${nameOf('2')}`));
    sql.run('UPDATE wallets SET user_id = 77 WHERE user_id = 1');
    expect(details()[0]).toContain('user 77');
    expect(details()[1]).toContain('listed');
    sql.run('DELETE FROM wallets WHERE user_id < 77');
    sql.run("UPDATE wallets SET wallet = 'nobody’s' WHERE user_id = 77");
    expect(details()[0]).toMatch(new RegExp(`null.*${nameOf('1')}`));
  });

  test('listed under another user are linked twice', () => {
    sql.run('DELETE FROM wallets WHERE user_id = 2');
    sql.run('UPDATE wallets SET user_id = 2 WHERE user_id = 1');
    expect(compared()).toEqual([
      ['wallet_twice', 1, null, 1],
      ['wallet_wrong', 2, null, 1],
    ]);
  });

  test('of a broken ledger are not compared; those without a ledger are wrong', () => {
    sql.run("UPDATE wallets SET wallet = 'x' WHERE user_id = 2");
    expect(compared(0, 99, broken(2))).toEqual([]);
    expect(compared(0, 99, without(2))).toEqual([['wallet_wrong', 2, null, 1]]);
  });
});

describe('addresses of wallets', () => {
  function compared(addresses: readonly { userId: number; address: string }[], ledgers = replayed) {
    const findings = startFindings();
    compareAddresses(addresses, ledgers, nameOf, findings);
    return findings.list().map(({ kind, userId, seq, count }) => [kind, userId, seq, count]);
  }

  test('match the linked wallets', () => {
    expect(compared([])).toEqual([]);
    expect(compared([1, 2].map((userId) => ({ userId, address: `${userId}` })))).toEqual([]);
  });

  test('of another wallet, of a user without one, or of no user are findings', () => {
    for (const one of [
      { userId: 1, address: '2' },
      { userId: 3, address: '3' },
      { userId: 77, address: '7' },
    ])
      expect(compared([{ userId: 2, address: '2' }, one])).toEqual([['wallet_address', one.userId, null, 1]]);
  });

  test('are compared with the named wallet or with none', () => {
    const details = [
      { userId: 1, address: '9' },
      { userId: 3, address: '3' },
    ].map((one) => {
      const findings = startFindings();
      compareAddresses([one], replayed, nameOf, findings);
      return findings.list()[0]?.detail;
    });
    expect(details).toEqual([expect.stringContaining(nameOf('1')), expect.stringContaining('no wallet')]);
  });

  test('of a broken ledger are not compared', () => {
    expect(compared([{ userId: 1, address: 'x' }], broken(1))).toEqual([]);
  });
});
