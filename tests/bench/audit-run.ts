/**
 * One pass over a whole ledger file in its own process, so that its peak memory is its own: `audit` as the
 * operator runs it, `alone` for the same on one thread, or `scan` for the minimum of any check: read every
 * event in order and hash the same bytes.
 */
import { hash } from 'node:crypto';
import Database from 'better-sqlite3';
import { auditInParallel } from '#api/ops/ledger/parallel-audit.ts';
import { hmac } from '#api/runtime/hashing.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { hashedText } from '#core/points/chain.ts';
import type { Bucket } from '#core/points/events.ts';
import { ZERO_HASH } from '#core/points/zero-hash.ts';
import { audit } from '#tests/support/audit.ts';

const [, , mode, path = ''] = process.argv;
const sha256 = (text: string): string => hash('sha256', text);

const from = performance.now();
const events = mode === 'scan' ? runScan() : await runAudit(mode === 'alone');
const ms = performance.now() - from;
process.stdout.write(JSON.stringify({ events, ms, peakMb: process.resourceUsage().maxRSS / 1024 }));

async function runAudit(isAlone: boolean): Promise<number> {
  const sql = openBetterSqlite3(path, { mustExist: true });
  const report = isAlone ? audit({ sql, sha256, hmac }) : await auditInParallel(sql);
  if (report.findings.length > 0) throw new Error(`The audit found ${JSON.stringify(report.findings)}`);
  return report.events;
}

type Row = [number, number, string, string, number, number, Bucket | null, number, string, string];

function runScan(): number {
  const database = new Database(path, { readonly: true });
  const chunk = database
    .prepare<[number, number], Row>(
      `SELECT user_id, seq, event_id, type, rules, at, bucket, award, data, hash FROM events
       WHERE (user_id, seq) > (?, ?) ORDER BY user_id, seq LIMIT 10000`,
    )
    .raw();
  let count = 0;
  let user = 0;
  let last = 0;
  let previous = ZERO_HASH;
  for (;;) {
    const rows = chunk.all(user, last);
    for (const [userId, seq, eventId, type, rules, at, bucket, award, data, stored] of rows) {
      if (userId !== user) previous = ZERO_HASH;
      const text = hashedText(previous, { userId, seq, eventId, type, rules, at, bucket, award, data });
      if (sha256(text) !== stored) throw new Error(`Event ${seq} of user ${userId} has another hash`);
      previous = stored;
      user = userId;
      last = seq;
    }
    count += rows.length;
    if (rows.length < 10_000) return count;
  }
}
