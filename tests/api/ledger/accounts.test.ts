/** The accounts projection: how a row reflects the state, and when a row is trusted, folded again or rewritten. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  accountRow,
  foldOn,
  PROJECTION_VERSION,
  readAccount,
  readToAppend,
  renewAccount,
  writeAccount,
} from '#api/ledger/accounts.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { initialState } from '#core/points/evolve.ts';
import { tamper } from '#tests/support/attacks.ts';
import { grow, ledgerRig, NOON, register, threeFriends } from '#tests/support/ledger.ts';

let sql: Sql;
beforeEach(async () => {
  sql = openBetterSqlite3(':memory:');
  const rig = ledgerRig(sql);
  await threeFriends(rig);
  await rig.execute(4, { ...register(5), referrerRegistered: false });
});

const row = (userId: number) =>
  sql.get<{ version: number; state: string }>('SELECT * FROM accounts WHERE user_id = ?', userId);
function stateOf(userId: number) {
  const state = readAccount(sql, userId);
  if (state === null) throw new Error('There is no ledger');
  return state;
}

describe('a row', () => {
  test('names its referrer only if the referrer was registered', () => {
    expect([1, 2, 4].map((userId) => accountRow(stateOf(userId)).credits_to)).toEqual([null, 1, null]);
    expect(accountRow(initialState(9))).toMatchObject({
      user_id: 9,
      seq: 0,
      registered_at: 0,
      credits_to: null,
      total: 0,
    });
  });

  test('sums up the state', () => {
    const state = stateOf(2);
    expect(row(2)).toEqual(accountRow(state));
    expect(accountRow(state)).toMatchObject({
      version: PROJECTION_VERSION,
      seq: state.head.seq,
      hash: state.head.hash,
      total: 4000 + 75_000 + 400,
      level: state.level,
      registered_at: NOON,
    });
  });

  test('replaces the previous row', () => {
    writeAccount(sql, { ...stateOf(2), level: 9 });
    expect(readAccount(sql, 2)?.level).toBe(9);
    expect(readAccount(sql, 3)?.level).not.toBe(9);
  });

  test.each(['registered_at', 'credits_to'])('replaces one whose `%s` is wrong or missing', (column) => {
    sql.run(`UPDATE accounts SET ${column} = 17`);
    for (const userId of [1, 2, 4]) writeAccount(sql, { ...stateOf(userId), level: 9 });
    for (const userId of [1, 2, 4]) expect(row(userId)).toEqual(accountRow({ ...stateOf(userId), level: 9 }));
  });
});

describe('reading', () => {
  const edit = (userId: number) =>
    sql.run("UPDATE accounts SET state = json_set(state, '$.level', 17) WHERE user_id = ?", userId);

  test('trusts a row of this version', () => {
    edit(2);
    expect(readAccount(sql, 2)?.level).toBe(17);
  });

  test('folds the events if the row has another version or is missing', () => {
    const right = stateOf(2);
    edit(2);
    for (const version of [PROJECTION_VERSION - 1, PROJECTION_VERSION + 1]) {
      sql.run('UPDATE accounts SET version = ? WHERE user_id = 2', version);
      expect(readAccount(sql, 2)).toEqual(right);
    }
    sql.run('DELETE FROM accounts WHERE user_id = 2');
    expect(readAccount(sql, 2)).toEqual(right);
    expect(row(2)).toBeUndefined();
  });

  test('folds a ledger longer than a chunk to its end', async () => {
    await grow(ledgerRig(sql), 9, 1001);
    const right = stateOf(9);
    expect(right.head.seq).toBe(1001);
    expect(foldOn(sql, initialState(9))).toEqual(right);
  });

  test('finds nothing for a stranger', () => {
    expect(readAccount(sql, 99)).toBeNull();
  });

  test('stops at an event of newer code and names it', () => {
    const before = stateOf(2);
    tamper(sql, 2, (events) =>
      events.map((event) => (event.seq === before.head.seq ? { ...event, type: 'Newer.v1' } : event)),
    );
    expect(() => foldOn(sql, initialState(2))).toThrow(
      `Event ${before.head.seq} of user 2 is of newer code: Newer.v1`,
    );
    sql.run('DELETE FROM accounts WHERE user_id = 2');
    expect(() => readToAppend(sql, 2, false)).toThrow('Newer.v1');
    expect(readAccount(sql, 2)?.head.seq).toBe(before.head.seq);
    expect(foldOn(sql, before)).toBe(before);
  });
});

describe('renewing', () => {
  test('rewrites a row of another version', () => {
    const right = row(2);
    for (const version of [PROJECTION_VERSION - 1, PROJECTION_VERSION + 1]) {
      sql.run("UPDATE accounts SET version = ?, state = '{}' WHERE user_id = 2", version);
      renewAccount(sql, 2);
      expect(row(2)).toEqual(right);
    }
  });

  test('keeps a row of this version and creates no missing one', () => {
    sql.run("UPDATE accounts SET state = '{}' WHERE user_id = 2");
    renewAccount(sql, 2);
    expect(row(2)?.state).toBe('{}');
    sql.run('DELETE FROM accounts WHERE user_id = 3');
    renewAccount(sql, 3);
    renewAccount(sql, 99);
    expect([row(3), row(99)]).toEqual([undefined, undefined]);
  });

  test('keeps a row without a ledger, which the audit finds', () => {
    tamper(sql, 3, () => []);
    sql.run('UPDATE accounts SET version = 1 WHERE user_id = 3');
    renewAccount(sql, 3);
    expect(row(3)?.version).toBe(1);
  });
});
