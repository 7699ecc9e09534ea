/** Who owns a wallet in one database: stored with the events, rebuilt from them, and audited. */
import { beforeEach, describe, expect, test } from 'vitest';
import { PROJECTION_VERSION, renewAccount } from '#api/ledger/accounts.ts';
import { rebuild } from '#api/ledger/rebuild.ts';
import { keepWallet } from '#api/ledger/wallets.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { rebuildAll, rehash, tamper } from '#tests/support/attacks.ts';
import { audit } from '#tests/support/audit.ts';
import { hmacHex, sha256Hex } from '#tests/support/hashing.ts';
import { type LedgerRig, ledgerRig, threeFriends } from '#tests/support/ledger.ts';

const [MINE, OTHER] = ['ab'.repeat(32), 'cd'.repeat(32)];
const link = (wallet: string) => ({ type: 'link_wallet', wallet }) as const;

let sql: Sql;
let rig: LedgerRig;

beforeEach(async () => {
  sql = openBetterSqlite3(':memory:');
  rig = ledgerRig(sql);
  await threeFriends(rig);
  await rig.execute(1, link(MINE));
});

const listed = () => sql.all<{ wallet: string; user_id: number }>('SELECT * FROM wallets ORDER BY user_id');
const findings = () =>
  audit({ sql, sha256: sha256Hex, hmac: hmacHex }).findings.map(({ kind, userId }) => [kind, userId]);

test('a linked wallet is refused to another user, also within one commit', async () => {
  expect(await rig.execute(2, link(MINE))).toEqual({ ok: false, error: { type: 'wallet_taken' } });
  const both = [2, 3].map((userId) =>
    rig.ledger.transact((writer) => writer.execute(userId, link(OTHER)).ok),
  );
  rig.turn();
  expect(await Promise.all(both)).toEqual([
    { ok: true, value: true },
    { ok: true, value: false },
  ]);
  expect(listed()).toEqual([
    { wallet: MINE, user_id: 1 },
    { wallet: OTHER, user_id: 2 },
  ]);
  expect(findings()).toEqual([]);
});

test('a transaction that throws leaves the wallet free', async () => {
  const failing = rig.ledger.transact((writer) => {
    writer.execute(2, link(OTHER));
    throw new Error('after all');
  });
  const later = rig.ledger.transact((writer) => writer.execute(3, link(OTHER)).ok);
  rig.turn();
  await expect(failing).rejects.toThrow('after all');
  expect(await later).toEqual({ ok: true, value: true });
  expect(findings()).toEqual([]);
});

test('an unlinked wallet can be linked by another user', async () => {
  await rig.execute(1, { type: 'unlink_wallet', reason: 'asked for' });
  expect(listed()).toEqual([]);
  expect((await rig.execute(2, link(MINE))).ok).toBe(true);
  expect((await rig.execute(1, link(OTHER))).ok).toBe(true);
  expect(listed()).toEqual([
    { wallet: OTHER, user_id: 1 },
    { wallet: MINE, user_id: 2 },
  ]);
});

test('a link made by another process is noticed', async () => {
  const beside = rig.reopen();
  expect((await beside.execute(2, link(OTHER))).ok).toBe(true);
  expect((await rig.execute(3, link(OTHER))).ok).toBe(false);
  expect((await rig.execute(2, link(OTHER))).ok).toBe(true);
  expect(findings()).toEqual([]);
});

describe('a forged row in the list of wallets', () => {
  test.each([
    ['DELETE FROM wallets', [['wallet_wrong', 1]]],
    [`UPDATE wallets SET wallet = '${OTHER}'`, [['wallet_wrong', 1]]],
    ['UPDATE wallets SET user_id = 2', [['wallet_twice', 1]]],
    ['UPDATE wallets SET user_id = 99', [['wallet_twice', 1]]],
    [`INSERT INTO wallets VALUES ('${OTHER}', 3)`, [['wallet_wrong', 3]]],
  ])('%s is found by the audit and repaired by a rebuild', (statement, expected) => {
    const right = listed();
    sql.run(statement);
    expect(findings()).toEqual(expect.arrayContaining(expected));
    rebuildAll(sql);
    expect(listed()).toEqual(right);
    expect(findings()).toEqual([]);
  });
});

test('a wallet in two ledgers is found, whatever the list says', async () => {
  await rig.execute(2, link(OTHER));
  tamper(sql, 2, (events) => events.map((event) => ({ ...event, data: event.data.replace(OTHER, MINE) })));
  rehash(sql, 2);
  rebuildAll(sql);
  expect(findings().map(([kind]) => kind)).toContain('wallet_twice');
});

test('a row older than wallets is rewritten once', () => {
  sql.run("UPDATE accounts SET version = 1, state = '{}' WHERE user_id = 1");
  renewAccount(sql, 1);
  expect(sql.get('SELECT version FROM accounts WHERE user_id = 1')).toEqual({ version: PROJECTION_VERSION });
  expect(findings()).toEqual([]);
});

test('a wallet stays with its user, can be reserved again by that user, and is never taken from another', () => {
  expect(keepWallet(sql, 1, MINE)).toBe(true);
  expect(keepWallet(sql, 2, MINE)).toBe(false);
  expect(listed()).toEqual([{ wallet: MINE, user_id: 1 }]);
  expect(keepWallet(sql, 1, OTHER)).toBe(true);
  expect(keepWallet(sql, 2, null)).toBe(true);
  expect(listed()).toEqual([{ wallet: OTHER, user_id: 1 }]);
  expect(keepWallet(sql, 1, null)).toBe(true);
  expect(listed()).toEqual([]);
});

test('a rebuild counts a ledger in which only the listed wallet was wrong', () => {
  rebuildAll(sql);
  sql.run('DELETE FROM wallets');
  expect([...rebuild(sql)].at(-1)).toMatchObject({ changed: 1 });
  expect([...rebuild(sql)].at(-1)).toMatchObject({ changed: 0 });
  expect(listed()).toEqual([{ wallet: MINE, user_id: 1 }]);
});
