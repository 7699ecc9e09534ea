/** The audit finds any single change of any value that it covers. */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { audit } from '#tests/support/audit.ts';
import { hmacHex, sha256Hex } from '../../support/hashing.ts';
import { ledgerRig, threeFriends } from '../../support/ledger.ts';

// The machine may be busy, and these tests use processes, threads and disks.
vi.setConfig({ testTimeout: 60_000 });

const COLUMNS = {
  events: ['user_id', 'seq', 'event_id', 'type', 'rules', 'at', 'bucket', 'award', 'data', 'hash'],
  credits: ['source_user', 'source_seq', 'target_user', 'credit_id', 'cause', 'source', 'basis', 'premium'],
  accounts: ['user_id', 'seq', 'hash', 'total', 'level', 'registered_at', 'credits_to', 'state'],
} as const;

const place = fc.oneof(
  ...Object.entries(COLUMNS).map(([table, columns]) =>
    fc.record({ table: fc.constant(table), column: fc.constantFrom(...columns), row: fc.nat(1000) }),
  ),
);

it('every edit of one column of one row is found', async () => {
  const sql = openBetterSqlite3(':memory:');
  const rig = ledgerRig(sql);
  await threeFriends(rig);
  for (const guard of ['events_never_change', 'credits_never_change']) sql.run(`DROP TRIGGER ${guard}`);
  const wrong = () =>
    audit({ sql, sha256: sha256Hex, hmac: hmacHex }).findings.filter((finding) => finding.kind !== 'schema');
  expect(wrong()).toEqual([]);
  const numbers = fc.integer({ min: -2, max: 5 });
  const texts = fc.constantFrom('', '0', 'x', '{}', 'activity', 'friend_referral', 'CheckInClaimed.v1');

  fc.assert(
    fc.property(place, numbers, texts, ({ table, column, row }, number, text) => {
      class Undo extends Error {}
      try {
        sql.transaction(() => {
          const rows = sql.all<Record<string, string | number | null>>(`SELECT * FROM ${table}`);
          const chosen = rows[row % rows.length] ?? {};
          const was = chosen[column];
          const value = typeof was === 'number' ? was + number : was === null ? null : text;
          if (value === was) return;
          const keys = COLUMNS[table as keyof typeof COLUMNS].slice(0, 2);
          let done: { readonly changes: number };
          try {
            done = sql.run(
              `UPDATE ${table} SET ${column} = ? WHERE ${keys.map((key) => `${key} = ?`).join(' AND ')}`,
              value ?? null,
              ...keys.map((key) => chosen[key] ?? null),
            );
          } catch (error) {
            // A row with these values exists, so SQLite itself refuses the edit.
            expect(String(error)).toMatch(/UNIQUE/);
            return;
          }
          expect(done.changes).toBe(1);
          const found = auditInside();
          expect(found, `${table}.${column} from ${was} to ${value}`).not.toEqual([]);
          throw new Undo();
        });
      } catch (error) {
        if (!(error instanceof Undo)) throw error;
      }
    }),
    { numRuns: 600 },
  );
  expect(wrong()).toEqual([]);
  sql.close();

  /** The audit reads from snapshots, which a transaction refuses. Inside one, there are no other writers. */
  function auditInside() {
    const inside = { ...sql, snapshot: <T>(work: () => T): T => work() };
    return audit({ sql: inside, sha256: sha256Hex, hmac: hmacHex }).findings.filter(
      (finding) => finding.kind !== 'schema',
    );
  }
});
