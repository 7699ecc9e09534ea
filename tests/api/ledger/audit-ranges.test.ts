/**
 * The audit by ranges of users: the ranges add up to the whole, and the ends of credits in other databases are
 * skipped.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AuditDeps,
  addReports,
  auditRange,
  NOTHING_AUDITED,
  type RangeReport,
  userRanges,
  wholeReport,
} from '#api/ledger/audit.ts';
import { NOTHING_EXPLAINED } from '#api/ledger/clock-steps.ts';
import { currentHeads } from '#api/ledger/heads.ts';
import { rebuild } from '#api/ledger/rebuild.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { allEvents, rehash, tamper, unguarded } from '#tests/support/attacks.ts';
import { audit } from '#tests/support/audit.ts';
import { hmacHex, sha256Hex } from '#tests/support/hashing.ts';
import { HOUR, ledgerRig, record, register, threeFriends } from '#tests/support/ledger.ts';

let sql: Sql;
let deps: AuditDeps;
beforeEach(async () => {
  sql = openBetterSqlite3(':memory:');
  deps = { sql, sha256: sha256Hex, hmac: hmacHex };
  const rig = ledgerRig(sql);
  await threeFriends(rig);
  for (const userId of [10, 20]) {
    await rig.execute(userId, register(3));
    await rig.execute(userId, record('r1', rig.clock.at));
  }
  for (const _ of rebuild(sql));
});
const count = (table: string) => sql.all(`SELECT 1 FROM ${table}`).length;
const kinds = ({ findings }: RangeReport) => findings.map(({ kind }) => kind).sort();

describe('ranges', () => {
  test('cover all users without gaps and hold about as many events as requested', () => {
    for (const size of [1, 5, 14, 1000]) {
      const ranges = [...userRanges(sql, size)];
      expect(ranges[0]?.from).toBe(Number.MIN_SAFE_INTEGER);
      expect(ranges.at(-1)?.to).toBe(Number.MAX_SAFE_INTEGER);
      for (const [index, { from }] of ranges.entries()) {
        if (index > 0) expect(from).toBe(ranges[index - 1]?.to);
      }
      for (const { from, to } of ranges.slice(0, -1)) {
        const held = sql.all(
          'SELECT user_id FROM events WHERE user_id > ? AND user_id <= ?',
          from,
          to,
        ).length;
        // A range ends with the ledger in which it becomes full.
        expect(held).toBeGreaterThan(size);
        const before = sql.all('SELECT 1 FROM events WHERE user_id > ? AND user_id < ?', from, to).length;
        expect(before).toBeLessThanOrEqual(size);
      }
    }
    expect([...userRanges(sql, 1000)]).toHaveLength(1);
    expect([...userRanges(sql, 1)].map(({ to }) => to)).toEqual([1, 2, 3, 10, 20, Number.MAX_SAFE_INTEGER]);
  });

  test('continue above a given user', () => {
    expect([...userRanges(sql, 1, 3)].map(({ from, to }) => [from, to])).toEqual([
      [3, 10],
      [10, 20],
      [20, Number.MAX_SAFE_INTEGER],
    ]);
  });

  test('add up to the whole, sound or not', () => {
    const added = (size: number, chunk: number) =>
      wholeReport(
        deps,
        [...userRanges(sql, size)]
          .map((range) => auditRange(deps, range, { chunk }))
          .reduce(addReports, NOTHING_AUDITED),
      );
    expect(audit(deps)).toEqual({
      users: 5,
      events: count('events'),
      credits: count('credits'),
      stale: 0,
      explained: NOTHING_EXPLAINED,
      pending: 0,
      findings: [],
    });
    for (const size of [1, 5, 30]) expect(added(size, 3)).toEqual(audit(deps));
    sql.run('UPDATE accounts SET total = 7 WHERE user_id <> 10');
    tamper(sql, 10, (events) => events.slice(0, 1));
    const sorted = (report: RangeReport) => ({
      ...report,
      findings: report.findings.toSorted((a, b) => a.kind.localeCompare(b.kind)),
    });
    const whole = audit(deps);
    expect(whole.findings).not.toEqual([]);
    for (const size of [1, 5, 30]) expect(sorted(added(size, 2))).toEqual(sorted(whole));
  });

  test("report only their own users' findings", () => {
    sql.run('UPDATE accounts SET total = 7 WHERE user_id IN (2, 10)');
    expect(auditRange(deps, { from: 2, to: 3 })).toMatchObject({ users: 1, findings: [] });
    expect(auditRange(deps, { from: 1, to: 2 }).findings).toMatchObject([
      { kind: 'account_wrong', userId: 2, count: 1 },
    ]);
    const events = allEvents(sql, 2).length + allEvents(sql, 3).length;
    expect(auditRange(deps, { from: 1, to: 3 })).toMatchObject({ users: 2, events });
  });
});

test('reports are added number by number, and findings kind by kind', () => {
  const finding = { kind: 'chain', userId: 1, seq: 1, detail: 'x', count: 2 } as const;
  const explained = { registrations: 1, steps: [{ before: 9, after: 1, userId: 4 }] };
  const one = { users: 1, events: 10, credits: 100, stale: 1000, explained, findings: [finding] };
  const other = {
    users: 2,
    events: 20,
    credits: 200,
    stale: 2000,
    explained,
    findings: [{ ...finding, userId: 9, count: 3 }],
  };
  expect(addReports(one, other)).toEqual({
    users: 3,
    events: 30,
    credits: 300,
    stale: 3000,
    explained: { ...explained, registrations: 2 },
    findings: [{ ...finding, count: 5 }],
  });
  expect(addReports(NOTHING_AUDITED, one)).toEqual(one);
});

test('progress is reported after each chunk with the events so far', () => {
  const events = count('events');
  const told: number[] = [];
  audit(deps, { chunk: 10, onProgress: (so) => told.push(so) });
  expect(told).toEqual(Array.from({ length: Math.floor(events / 10) }, (_, index) => (index + 1) * 10));
});

test('saved heads after the last ledger count as missing ledgers', () => {
  const heads = [...currentHeads(sql)];
  const gone = { userId: 99, seq: 1, hash: 'x' };
  for (const chunk of [1, 4, 2000]) {
    expect(audit(deps, { chunk, heads: heads.values() }).findings).toEqual([]);
    expect(kinds(audit(deps, { chunk, heads: [...heads, gone].values() }))).toEqual(['head_missing']);
  }
});

test('rows of another version are counted until a rebuild has finished', () => {
  sql.run("DELETE FROM meta WHERE name = 'projection_version'");
  sql.run('UPDATE accounts SET version = 1 WHERE user_id > 3');
  for (const chunk of [1, 2000]) expect(audit(deps, { chunk })).toMatchObject({ stale: 2, findings: [] });
});

describe('with the other ends of credits elsewhere', () => {
  const elsewhere = () => audit({ ...deps, credits: 'elsewhere' });

  test('received credits and sent credits are not compared', () => {
    unguarded(sql, () => {
      sql.run('DELETE FROM credits WHERE source_user = 2');
      sql.run('UPDATE credits SET delivered_at = NULL WHERE source_user = 3');
    });
    expect(kinds(audit(deps))).toEqual(['credit_invented', 'credit_missing', 'credit_waiting']);
    expect(kinds(elsewhere())).toEqual(['credit_missing']);
    expect(elsewhere().pending).toBe(count('credits WHERE delivered_at IS NULL'));
    expect(audit(deps).pending).toBeGreaterThan(0);
  });

  test('delivered credits and referrers are not compared', () => {
    tamper(sql, 1, () => []);
    sql.run('DELETE FROM accounts WHERE user_id = 1');
    expect(kinds(audit(deps))).toEqual(['credit_lost', 'referrer_later']);
    expect(kinds(elsewhere())).toEqual([]);
  });

  test('a credit waits too long only past the limit', () => {
    unguarded(sql, () => sql.run('UPDATE credits SET delivered_at = NULL'));
    const waiting = (now: number) =>
      kinds(audit({ ...deps, credits: 'elsewhere', waiting: { now, ms: HOUR } }));
    const at = sql.get<{ at: number }>('SELECT min(created_at) AS at FROM credits')?.at ?? 0;
    expect(waiting(at + HOUR - 1)).toEqual([]);
    expect(waiting(at + HOUR)).toEqual(['credit_waiting']);
  });
});

test('a faulty ledger is reported once, and its rows are not compared further', () => {
  tamper(sql, 2, (events) =>
    events.map((event) => (event.seq > 2 ? { ...event, award: event.award + 1 } : event)),
  );
  sql.run('UPDATE accounts SET total = 7 WHERE user_id = 2');
  for (const chunk of [1, 3, 2000]) {
    const { findings, users } = audit(deps, { chunk });
    expect(users).toBe(5);
    expect(findings).toMatchObject([{ kind: 'chain', userId: 2, seq: 3, count: 1 }]);
    expect(findings[0]?.detail).toContain(allEvents(sql, 2)[2]?.eventId);
  }
});

test("an outbox row's source is looked up within its own user, user by user", () => {
  unguarded(sql, () => {
    const [{ source } = { source: '' }] = sql.all<{ source: string }>(
      'SELECT source FROM credits WHERE source_user = 2',
    );
    sql.run('UPDATE credits SET source = ? WHERE source_user = 3', source);
  });
  const wrong = count('credits WHERE source_user = 3');
  for (const chunk of [1, 2000])
    expect(audit({ ...deps, credits: 'elsewhere' }, { chunk }).findings).toMatchObject([
      { kind: 'credit_wrong', userId: 3, count: wrong },
    ]);
});

test("outbox rows before, between and after a ledger's events have no source", () => {
  const orphan = (userId: number, seq: number) =>
    sql.run(
      `INSERT INTO credits (source_user, source_seq, target_user, credit_id, cause, source, basis, premium, created_at, delivered_at)
       VALUES (?, ?, 99, ?, 'friend_activity', 's', 0, 0, 0, 0)`,
      userId,
      seq,
      `${userId}.${seq}`,
    );
  for (const [userId, seq] of [
    [1, 0],
    [2, 500],
    [15, 1],
    [15, 2],
    [99, 1],
  ] as const)
    orphan(userId, seq);
  for (const chunk of [1, 2, 2000]) {
    const { findings, credits } = audit({ ...deps, credits: 'elsewhere' }, { chunk });
    expect(findings).toMatchObject([{ kind: 'credit_without_source', userId: 1, seq: 0, count: 5 }]);
    expect(credits).toBe(count('credits'));
  }
});

test('a rehashed registration that names another referrer is compared with that referrer', () => {
  tamper(sql, 20, (events) =>
    events.map((event) => ({ ...event, data: event.data.replace('"referrer":3', '"referrer":50') })),
  );
  rehash(sql, 20);
  for (const _ of rebuild(sql));
  expect(kinds(audit(deps))).toContain('referrer_later');
});
