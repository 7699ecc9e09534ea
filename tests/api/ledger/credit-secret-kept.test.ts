/** The secret of credits and wallets on one connection: created, kept, passed in, removed. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  creditSecret,
  giveCreditSecret,
  isSecretElsewhere,
  isServerGivenSecret,
  noteServerSecret,
  removeStoredSecret,
  secretFaultText,
  storedSecret,
} from '#api/ledger/credit-secret.ts';
import { migrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';

const SECRET = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('on one connection', () => {
  function fresh() {
    const sql = openBetterSqlite3(':memory:');
    migrate(sql, migrations, 0);
    return sql;
  }
  const giveTo = (sql: ReturnType<typeof fresh>, secret: string | null) =>
    giveCreditSecret(sql, secret, sha256);

  test('the secret is created when first needed and then stays', () => {
    const sql = fresh();
    expect([giveTo(sql, null), storedSecret(sql), isSecretElsewhere(sql)]).toEqual([null, null, false]);
    const made = creditSecret(sql);
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    expect([creditSecret(sql), storedSecret(sql), isSecretElsewhere(sql)]).toEqual([made, made, false]);
    expect(creditSecret(fresh())).not.toBe(made);
  });

  test('a secret passed in is used and stored for no other connection', () => {
    const [sql, other] = [fresh(), fresh()];
    expect([giveTo(sql, SECRET), creditSecret(sql)]).toEqual([null, SECRET]);
    expect([storedSecret(sql), isSecretElsewhere(sql)]).toEqual([null, true]);
    expect(creditSecret(other)).not.toBe(SECRET);
    expect(isSecretElsewhere(other)).toBe(false);
  });

  test('a database whose secret lives elsewhere creates none', () => {
    const sql = fresh();
    giveTo(sql, SECRET);
    const again = { ...sql };
    expect(() => creditSecret(again)).toThrow('CREDIT_SECRET');
    expect([giveCreditSecret(again, null, sha256), storedSecret(again)]).toEqual(['missing', null]);
  });

  test('a wrong secret is not used', () => {
    const sql = fresh();
    const made = creditSecret(sql);
    expect([giveTo(sql, SECRET), creditSecret(sql)]).toEqual(['wrong', made]);
    expect(isSecretElsewhere(sql)).toBe(false);
    expect([giveTo(sql, made), creditSecret(sql), storedSecret(sql)]).toEqual([null, made, made]);
  });

  test('a ledger with credits gets no replacement for a lost secret', () => {
    const sql = fresh();
    sql.run("INSERT INTO credits VALUES (2, 1, 1, 'c', 'friend_registered', 's', 0, 0, 0, 0, 0, 0)");
    expect(giveTo(sql, SECRET)).toBe('wrong');
    expect([storedSecret(sql), isSecretElsewhere(sql)]).toEqual([null, false]);
  });

  test('removing it leaves a fingerprint that exposes a wrong one; removing a missing one does nothing', () => {
    const sql = fresh();
    removeStoredSecret(sql, sha256);
    expect(isSecretElsewhere(sql)).toBe(false);
    const made = creditSecret(sql);
    removeStoredSecret(sql, sha256);
    expect([storedSecret(sql), isSecretElsewhere(sql)]).toEqual([null, true]);
    expect([giveTo(sql, null), giveTo(sql, SECRET), giveTo(sql, made)]).toEqual(['missing', 'wrong', null]);
    removeStoredSecret(sql, sha256);
    expect(giveTo(sql, made)).toBeNull();
    const rows = sql.all<{ value: string }>('SELECT value FROM meta');
    expect(rows.some(({ value }) => value === made)).toBe(false);
  });

  test('the database records where the newest server got it from', () => {
    const sql = fresh();
    expect(isServerGivenSecret(sql)).toBe(false);
    for (const source of ['environment', 'database'] as const) {
      noteServerSecret(sql, source);
      expect(isServerGivenSecret(sql)).toBe(source === 'environment');
      // An unchanged start writes nothing: the disk may be full.
      sql.pragma('query_only = ON');
      noteServerSecret(sql, source);
      sql.pragma('query_only = OFF');
    }
  });

  test('the operator reads which of the two faults it is', () => {
    const [missing, wrong] = (['missing', 'wrong'] as const).map(secretFaultText);
    for (const text of [missing, wrong]) expect(text).toMatch(/^CREDIT_SECRET: /);
    expect(missing).not.toBe(wrong);
  });
});
