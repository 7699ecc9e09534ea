/** What computes a day's trees: when it may rest, and what it does not take. */
import { beforeEach, expect, test } from 'vitest';
import { proofMigrations } from '#api/migrations.ts';
import type { LeafSource, UserTotal } from '#api/proof/leaf-source.ts';
import { openPublishing } from '#api/proof/open.ts';
import { workInPlace } from '#api/proof/tree-work.ts';
import { newSeed } from '#api/runtime/ed25519.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { START } from '../support.ts';
import { KEY, MINUTE, midnight, ORIGIN } from './publishing.ts';

const HEAD = 'a'.repeat(64);
const userOf = (userId: number, head = HEAD): UserTotal => ({ userId, total: 1, seq: 1, head, seals: [] });

let rests = 0;
beforeEach(() => {
  rests = 0;
});

/** A day that is due, whose users come in these pages. */
function open(pages: readonly (readonly UserTotal[] | Error)[], stepsAtOnce: number) {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, proofMigrations, START);
  const clock: TestClock = { at: START, now: () => clock.at };
  const source: LeafSource = {
    isReady: () => true,
    pagesAtOnce: 16,
    async page(_, after) {
      const place = Number(after ?? 0);
      const totals = pages[place] ?? [];
      if (totals instanceof Error) throw totals;
      return { totals, next: place + 1 < pages.length ? `${place + 1}` : null };
    },
    memory: null,
  };
  const { duty } = openPublishing(
    {
      sql,
      origin: ORIGIN,
      signers: [KEY],
      pause: async () => {},
      newBuild: () => 'build',
      newSecret: newSeed,
      treeWork: {
        ...workInPlace,
        async rest() {
          rests += 1;
        },
      },
    },
    source,
    clock,
    stepsAtOnce,
  );
  clock.at = midnight(1) + 5 * MINUTE;
  return { sql, duty };
}

test('rests when nothing is due any more, not in the middle of a day', async () => {
  const { sql, duty } = open([[userOf(1)], [userOf(2)]], 1);
  const published = () => sql.get("SELECT 1 FROM days WHERE phase = 'published'") !== undefined;
  while (!published()) {
    await duty.work(() => false);
    expect(rests).toBe(0);
  }
  // The checkpoint, and that nothing is left.
  for (let works = 2; works > 0; works -= 1) await duty.work(() => false);
  expect(rests).toBe(1);
  expect(sql.get<{ next: string | null }>('SELECT next FROM log')).toEqual({ next: null });
});

test('rests when the work is over', async () => {
  const { duty } = open([[userOf(1)]], 1);
  await expect(duty.work(() => true)).rejects.toThrow();
  expect(rests).toBe(1);
});

test.each([
  ['digits that are none', [userOf(1), userOf(2, 'g'.repeat(64))]],
  ['digits of another case', [userOf(1), userOf(2, HEAD.toUpperCase())]],
  ['lengths that make up for each other', [userOf(1, HEAD.slice(1)), userOf(2, `${HEAD}a`)]],
])('a page of heads with %s fails the work, and keeps nothing', async (_, page) => {
  const { sql, duty } = open([page], 10);
  await expect(duty.work(() => false)).rejects.toThrow(RangeError);
  expect(rests).toBe(1);
  expect(sql.all('SELECT 1 FROM shards')).toEqual([]);
  expect(sql.get('SELECT walked, shard FROM days')).toEqual({ walked: null, shard: 0 });
});

test('a wrong page behind which another one fails is no fault of its own', async () => {
  const { duty } = open([[{ ...userOf(1), total: -1 }], new Error('The disk is gone')], 10);
  await expect(duty.work(() => false)).rejects.toThrow('The disk is gone');
});
