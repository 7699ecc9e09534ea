/** What computes a day's trees: when it may rest, and what it does not take. */
import { beforeEach, expect, test } from 'vitest';
import { proofMigrations } from '#api/migrations.ts';
import { pageOf } from '#api/proof/leaf-records.ts';
import type { LeafSource, UserTotal } from '#api/proof/leaf-source.ts';
import { openPublishing } from '#api/proof/open.ts';
import { type TreeWork, workInPlace } from '#api/proof/tree-work.ts';
import { newSeed } from '#api/runtime/ed25519.ts';
import { sha256Bytes } from '#api/runtime/hashing.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { DAY_MS } from '#core/points/days.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { START } from '../support.ts';
import { KEY, MINUTE, midnight, ORIGIN, pagesOf } from './publishing.ts';

const HEAD = 'a'.repeat(64);
const userOf = (userId: number, head = HEAD): UserTotal => ({ userId, total: 1, seq: 1, head, seals: [] });

let rests = 0;
beforeEach(() => {
  rests = 0;
});

/** A day that is due, whose users come in these pages. */
const open = (pages: readonly (readonly UserTotal[])[], stepsAtOnce: number) =>
  openOver(pagesOf(pages), stepsAtOnce);

function openOver(
  page: LeafSource['page'],
  stepsAtOnce: number,
  pause = async () => {},
  work: Partial<TreeWork> = {},
) {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, proofMigrations, START);
  const clock: TestClock = { at: START, now: () => clock.at };
  const source: LeafSource = {
    isReady: () => true,
    pagesAtOnce: 16,
    page,
    memory: null,
  };
  const { duty } = openPublishing(
    {
      sql,
      origin: ORIGIN,
      signers: [KEY],
      pause,
      newBuild: () => 'build',
      newSecret: newSeed,
      treeWork: {
        ...workInPlace,
        ...work,
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
  return { sql, duty, clock };
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
  ['heads with digits that are none', [userOf(1), userOf(2, 'g'.repeat(64))]],
  ['heads with digits of another case', [userOf(1), userOf(2, HEAD.toUpperCase())]],
  ['heads with lengths that make up for each other', [userOf(1, HEAD.slice(1)), userOf(2, `${HEAD}a`)]],
  ['a negative total', [{ ...userOf(1), total: -1 }]],
  ['a number of no event', [{ ...userOf(1), seq: 0 }]],
  ['the id of no user', [userOf(0)]],
])('a page with %s fails the work, and keeps nothing', async (_, page) => {
  const { sql, duty } = open([page], 10);
  await expect(duty.work(() => false)).rejects.toThrow(RangeError);
  expect(rests).toBe(1);
  expect(sql.all('SELECT 1 FROM shards')).toEqual([]);
  expect(sql.get('SELECT walked, shard FROM days')).toEqual({ walked: null, shard: 0 });
});

test('leaves that fail behind which a page fails are no fault of their own', async () => {
  const { duty } = openOver(async ({ after }) => {
    if (after !== null) throw new Error('The disk is gone');
    return { size: 1, records: Promise.reject(new RangeError('Not a total')), seals: [], next: '1' };
  }, 10);
  await expect(duty.work(() => false)).rejects.toThrow('The disk is gone');
});

test('while some leaves are committed, the next ones are made', async () => {
  const order: string[] = [];
  const { sql, duty } = openOver(async ({ secret, after }) => {
    const place = Number(after ?? 0);
    order.push(`page ${place}, after ${sql.all('SELECT 1 FROM shards').length} commits`);
    return { ...pageOf(secret, [userOf(place + 1)]), size: 10_000, next: place < 2 ? `${place + 1}` : null };
  }, 100);
  await duty.work(() => false);
  expect(order).toEqual(['page 0, after 0 commits', 'page 1, after 0 commits', 'page 2, after 1 commits']);
});

test('a clock that is set back and put right before the next step has the day begun anew', async () => {
  const asked: string[] = [];
  let pauses = 0;
  const { sql, duty, clock } = openOver(
    async ({ secret, after }) => {
      asked.push(after ?? 'first');
      if (asked.length === 2) {
        clock.at -= DAY_MS;
        pauses = 3;
      }
      const user = userOf(after === null ? 1 : 2);
      return { ...pageOf(secret, [user]), size: 100_000, next: after === null ? '1' : null };
    },
    100,
    async () => {
      pauses -= 1;
      if (pauses === 0) clock.at += DAY_MS;
    },
  );
  await duty.work(() => false);
  expect(asked).toEqual(['first', '1', 'first', '1']);
  expect(sql.all('SELECT users, phase FROM days')).toEqual([{ users: 2, phase: 'published' }]);
});

test.each([
  // The tree itself pauses once.
  ['the last leaves are sorted', 'sorted', 2],
  ['sealed plans are hashed', 'hashed', 1],
] as const)('the same while %s', async (_, kind, place) => {
  let sorts = 0;
  let pauses = 0;
  const seals = Array.from({ length: 300 }, (_, seal) => sha256Bytes(Uint8Array.of(seal, seal >> 8)));
  const { sql, duty, clock } = openOver(
    pagesOf([[{ ...userOf(1), seals }]]),
    100,
    async () => {
      const hashed = sql.get('SELECT 1 FROM seal_nodes');
      if (pauses > 0 || (kind === 'sorted' ? sorts > 0 : hashed !== undefined)) pauses += 1;
      if (pauses === place) clock.at -= DAY_MS;
      if (pauses === place + 1) clock.at += DAY_MS;
    },
    {
      sorted(records) {
        sorts += 1;
        return workInPlace.sorted(records);
      },
    },
  );
  await duty.work(() => false);
  expect(sorts).toBe(2);
  expect(sql.all('SELECT users, phase FROM days')).toEqual([{ users: 1, phase: 'published' }]);
});
