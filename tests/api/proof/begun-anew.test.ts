/** A day that begins anew: two equal blinds, or ledgers that were replaced meanwhile. Nothing of the first attempt is left. */
import { expect, test } from 'vitest';
import { proofMigrations } from '#api/migrations.ts';
import type { UserTotal } from '#api/proof/leaf-source.ts';
import { openPublishing } from '#api/proof/open.ts';
import { savedProof } from '#api/proof/saved-proof.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { sha256Into } from '#api/runtime/hashing.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { blindOf } from '#core/proof/blind.ts';
import { fromHex, toHex } from '#core/proof/bytes.ts';
import { checkProof } from '#core/proof/check-proof.ts';
import { readEntry } from '#core/proof/entry.ts';
import { sealedPlan } from '#tests/support/sealed-plan.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { START } from '../support.ts';
import { dayText, KEY, ledgerMemory, MINUTE, midnight, ORIGIN, pagesOf, TRUSTED } from './publishing.ts';

const user = (userId: number, seals: readonly string[] = []): UserTotal => ({
  userId,
  total: userId * 1_000,
  seq: 2,
  head: '5a'.repeat(32),
  seals: seals.map((hash) => fromHex(hash, 32) ?? new Uint8Array()),
});
const LOST = sealedPlan({}, '1').hash;
const KEPT = sealedPlan({}, '2').hash;

/** Publishes one day. @param readings what is read of the ledgers, one attempt after the other */
async function published(
  readings: readonly (readonly UserTotal[])[],
  isReplaced: (build: number) => boolean,
) {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, proofMigrations, START);
  const clock: TestClock = { at: START, now: () => clock.at };
  const secrets: Uint8Array[] = [];
  let builds = 0;
  const { duty } = openPublishing(
    {
      sql,
      origin: ORIGIN,
      signers: [KEY],
      pause: async () => {},
      newBuild: () => `${++builds}`,
      newSecret() {
        secrets.push(new Uint8Array(32).fill(secrets.length + 1));
        return secrets.at(-1) ?? new Uint8Array();
      },
    },
    {
      isReady: () => true,
      pagesAtOnce: 1,
      page: (asked) => pagesOf([readings[builds - 1] ?? []])(asked),
      memory: ledgerMemory((build) => (isReplaced(builds) ? 'of a backup' : build)),
    },
    clock,
    100,
  );
  clock.at = midnight(1) + 5 * MINUTE;
  await duty.work(() => false);
  const texts = sql.all<{ text: string }>('SELECT text FROM entries');
  return { sql, secrets, entries: texts.map(({ text }) => readEntry(text)) };
}

const left = (sql: Awaited<ReturnType<typeof published>>['sql'], table: string) =>
  sql.all<{ records?: Uint8Array; bytes?: Uint8Array }>(`SELECT * FROM ${table}`);

test('two equal blinds take another secret', async () => {
  const twice = [user(7), user(8), user(7)];
  const { sql, secrets, entries } = await published([twice, twice, [user(7), user(8)]], () => false);
  expect(new Set(secrets.map(toHex)).size).toBe(3);
  expect(entries).toMatchObject([{ day: dayText(0), users: 2, total: '15000' }]);
  for (const userId of [7, 8])
    expect(
      await checkProof(JSON.stringify(savedProof(sql, userId, null)?.proof), TRUSTED, PROOF_PORTS),
    ).toMatchObject({ ok: true, value: { total: BigInt(userId * 1_000) } });
  const [first, , last] = secrets.map((secret) => toHex(blindOf(secret, 7, sha256Into)));
  const groups = left(sql, 'groups').map(({ bytes }) => toHex(bytes ?? new Uint8Array()));
  expect(groups.join()).toContain(last);
  expect(groups.join()).not.toContain(first);
  expect(left(sql, 'shards')).toEqual([]);
  expect(sql.all('SELECT day, phase FROM days')).toMatchObject([{ phase: 'published' }]);
});

test('ledgers that were replaced are read anew, and a plan that they lost is not published', async () => {
  const readings = [[user(7, [LOST, KEPT]), user(9)], [user(7, [KEPT])]];
  const { sql, secrets, entries } = await published(readings, (build) => build === 1);
  expect(secrets.length).toBe(2);
  const alone = await published([[user(7, [KEPT])]], () => false);
  expect(entries).toMatchObject([{ users: 1, total: '7000', seals: alone.entries[0]?.seals }]);
  expect(sql.all<{ hash: Uint8Array }>('SELECT hash FROM seals').map(({ hash }) => toHex(hash))).toEqual([
    KEPT,
  ]);
});
