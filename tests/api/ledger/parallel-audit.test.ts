/** The audit on several threads reports the same as on one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userRanges } from '#api/ledger/audit.ts';
import { currentHeads } from '#api/ledger/heads.ts';
import { type AuditedSoFar, auditInParallel } from '#api/ops/ledger/parallel-audit.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { audit } from '#tests/support/audit.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { tamper, unguarded } from '../../support/attacks.ts';
import { hmacHex, sha256Hex } from '../../support/hashing.ts';
import { ledgerRig, record, register, threeFriends } from '../../support/ledger.ts';

// The machine may be busy, and these tests use processes, threads and disks.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let sql: NodeSqlite;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  sql = openBetterSqlite3(join(folder, 'a.sqlite'));
  const rig = ledgerRig(sql);
  await threeFriends(rig);
  for (let userId = 10; userId < 30; userId += 1) {
    await rig.execute(userId, register(userId > 10 ? userId - 1 : 3));
    await rig.execute(userId, record('r1', rig.clock.at));
  }
});
afterEach(() => {
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

const alone = (heads?: Iterator<{ userId: number; seq: number; hash: string }>) =>
  audit({ sql, sha256: sha256Hex, hmac: hmacHex }, heads === undefined ? {} : { heads });

it('ranges cover all users, each in one range', () => {
  for (const size of [1, 5, 1000]) {
    const ranges = [...userRanges(sql, size)];
    expect(ranges[0]?.from).toBe(Number.MIN_SAFE_INTEGER);
    expect(ranges.at(-1)?.to).toBe(Number.MAX_SAFE_INTEGER);
    for (const [index, range] of ranges.entries()) {
      expect(range.from).toBeLessThan(range.to);
      if (index > 0) expect(range.from).toBe(ranges[index - 1]?.to);
    }
  }
});

it.each([1, 7, 20_000])('a sound ledger, %i events at a time', async (eventsPerRange) => {
  const seen: number[] = [];
  const onProgress = ({ report }: AuditedSoFar) => seen.push(report.events);
  const options = { threads: 2, eventsPerRange, onProgress };
  expect(await auditInParallel(sql, options)).toEqual(alone());
  expect(alone().findings).toEqual([]);
  expect(seen.at(-1)).toBe(alone().events);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

it('the first wrong row of each kind, and how many there are', async () => {
  const heads = [...currentHeads(sql)];
  sql.run('UPDATE accounts SET total = total + 1 WHERE user_id % 2 = 1');
  tamper(sql, 12, (events) => events.map((event) => ({ ...event, at: event.at + 1 })));
  tamper(sql, 20, (events) => events.slice(0, -1));
  tamper(sql, 25, () => []);
  unguarded(sql, () => sql.run('DELETE FROM credits WHERE source_user = 28'));
  sql.run('DROP TRIGGER events_never_change');
  const right = alone(heads.values());
  expect(right.findings.length).toBeGreaterThan(6);
  const found = await auditInParallel(sql, { threads: 2, eventsPerRange: 5, heads: heads.values() });
  const byKind = (report: typeof found) => report.findings.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  expect({ ...found, findings: byKind(found) }).toEqual({ ...right, findings: byKind(right) });
});

it.each([5, 20_000])('faults between ledgers, %i events at a time', async (eventsPerRange) => {
  const address = `0:${'a'.repeat(64)}`;
  sql.run('INSERT INTO people (user_id, premium, wallet_address, updated_at) VALUES (21, 0, ?, 0)', address);
  unguarded(sql, () => sql.run('UPDATE credits SET delivered_at = NULL WHERE source_user = 15'));
  tamper(sql, 12, (events) =>
    events.map((event) => (event.seq === 1 ? { ...event, at: event.at + 1 } : event)),
  );
  const { findings } = await auditInParallel(sql, { threads: 2, eventsPerRange });
  expect(findings.map(({ kind, userId }) => [kind, userId])).toEqual(
    expect.arrayContaining([
      ['wallet_address', 21],
      ['credit_waiting', 15],
      ['referrer_later', 13],
    ]),
  );
});

it('resumes where it was stopped and finds the same', async () => {
  const heads = [...currentHeads(sql)];
  sql.run('UPDATE accounts SET total = total + 1 WHERE user_id % 2 = 1');
  tamper(sql, 20, (events) => events.slice(0, -1));
  const whole = await auditInParallel(sql, { threads: 1, eventsPerRange: 5, heads: heads.values() });
  expect(whole.findings.length).toBeGreaterThan(1);
  for (const steps of [1, 3, 8]) {
    const seen: AuditedSoFar[] = [];
    const stopped = auditInParallel(sql, {
      threads: 2,
      eventsPerRange: 5,
      heads: heads.values(),
      onProgress(done) {
        seen.push(done);
        if (seen.length === steps) throw new Error('stopped');
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(seen[steps - 1]?.upTo).toBeLessThan(29);
    // The other thread finishes its range after the stop, and reports it.
    for (const state of new Set([seen[steps - 1], seen.at(-1)])) {
      const from = JSON.parse(JSON.stringify(state)) as AuditedSoFar;
      const rest = await auditInParallel(sql, { threads: 2, eventsPerRange: 5, heads: heads.values(), from });
      expect(rest).toEqual(whole);
    }
  }
});

it('a stop at any moment of its threads leaves the process alive', async () => {
  const script = fileURLToPath(new URL('stopped-audits.ts', import.meta.url));
  const run = await runProcess([process.execPath, script, sql.path], { cwd: process.cwd(), limitMs: 60_000 });
  expect(run).toMatchObject({ code: 0, output: 'stopped' });
});
