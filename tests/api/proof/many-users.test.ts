/** A day of so many users that it takes many commits. */
import { expect, test } from 'vitest';
import { treeThreads } from '#api/deployments/machine/tree-threads.ts';
import { proofMigrations } from '#api/migrations.ts';
import type { LeafSource, UserTotal } from '#api/proof/leaf-source.ts';
import { openPublishing } from '#api/proof/open.ts';
import { createPace } from '#api/proof/pace.ts';
import { savedProof } from '#api/proof/saved-proof.ts';
import { workInPlace } from '#api/proof/tree-work.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { sha256Into } from '#api/runtime/hashing.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { blindOf } from '#core/proof/blind.ts';
import { fromHex } from '#core/proof/bytes.ts';
import { checkProof } from '#core/proof/check-proof.ts';
import { readEntry } from '#core/proof/entry.ts';
import { compareBlinds } from '#core/proof/sum-nodes.ts';
import { sealsRoot } from '#tests/support/proof/seal-tree.ts';
import { sumTree } from '#tests/support/proof/sum-tree.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { START } from '../support.ts';
import { dayText, inPages, KEY, MINUTE, midnight, ORIGIN, pagesOf, TRUSTED } from './publishing.ts';

const { hash } = PROOF_PORTS;
const SECRET = new Uint8Array(32).fill(7);
/** Several commits of users, and several of shards. */
const USERS = 40_000;
/** Every tenth user sealed a plan: several pages. */
const sealOf = (userId: number) => (userId % 10 === 0 ? [hash(Uint8Array.of(userId >> 8, userId))] : []);
const userOf = (userId: number): UserTotal => ({
  userId,
  total: (userId * 7_919) % 40_000,
  seq: (userId % 50) + 1,
  head: userId.toString(16).padStart(64, '0'),
  seals: sealOf(userId),
});
const ALL = Array.from({ length: USERS }, (_, place) => userOf(place + 1));
const SOURCE: LeafSource = {
  isReady: () => true,
  pagesAtOnce: 16,
  page: pagesOf(inPages(ALL, 1_000)),
  memory: null,
};

test.each([
  ['in place', workInPlace],
  ['on threads', treeThreads(openBetterSqlite3(':memory:'), () => {})],
])('the tree, computed %s, is that of all users at once, and each has its proof', async (_, treeWork) => {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, proofMigrations, START);
  const clock: TestClock = { at: START, now: () => clock.at };
  let commits = 0;
  const counted: Sql = {
    ...sql,
    unsynced(work) {
      commits += 1;
      return sql.unsynced(work);
    },
  };
  const { duty } = openPublishing(
    {
      sql: counted,
      origin: ORIGIN,
      signers: [KEY],
      pause: async () => {},
      newBuild: () => 'build',
      newSecret: () => SECRET,
      treeWork,
    },
    SOURCE,
    clock,
    1_000,
  );
  clock.at = midnight(1) + 5 * MINUTE;
  await duty.work(() => false);

  const leaves = ALL.map(({ userId, total, seq, head }) => ({
    blind: blindOf(SECRET, userId, sha256Into),
    total: BigInt(total),
    seq,
    head: fromHex(head, 32) ?? new Uint8Array(),
  })).sort((a, b) => compareBlinds(a.blind, 0, b.blind, 0));
  const seals = ALL.flatMap((user) => user.seals);
  const text = sql.get<{ text: string }>('SELECT text FROM entries')?.text ?? '';
  expect(readEntry(text)).toEqual({
    day: dayText(0),
    ...sumTree(leaves, hash).published,
    seals: Buffer.from(sealsRoot(seals, hash)).toString('hex'),
  });
  // Some of walking and some of growing.
  expect(commits).toBeGreaterThanOrEqual(8);
  for (const userId of [1, 777, USERS])
    expect(
      await checkProof(JSON.stringify(savedProof(sql, userId, null)?.proof), TRUSTED, PROOF_PORTS),
    ).toMatchObject({ ok: true, value: { seq: (userId % 50) + 1 } });
  expect(sql.get<{ left: number }>('SELECT count(*) AS left FROM shards')).toEqual({ left: 0 });
});

test('commits of a slow disk become smaller, and those of a fast one larger, within bounds', () => {
  const sql = openBetterSqlite3(':memory:');
  let [now, ms] = [0, 0];
  const pace = createPace(() => now);
  function after(took: number, commits: number): number {
    ms = took;
    for (let left = commits; left > 0; left -= 1)
      pace.commit(sql, () => {
        now += ms;
      });
    return pace.leaves();
  }
  const first = pace.leaves();
  expect(after(20, 5)).toBe(first);
  expect(after(40, 1)).toBe(first / 2);
  const fewest = after(1_000, 20);
  expect(fewest).toBe(after(1_000, 1));
  expect(after(1, 1)).toBe(fewest * 2);
  expect(after(1, 20)).toBe(16_384);
});
