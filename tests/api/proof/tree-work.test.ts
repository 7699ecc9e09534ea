/** What computes a day's trees: when it may rest, and what it does not take. */
import { beforeEach, describe, expect, test } from 'vitest';
import { proofMigrations } from '#api/migrations.ts';
import type { LeafSource, UserTotal } from '#api/proof/leaf-source.ts';
import { openPublishing } from '#api/proof/open.ts';
import { type TreeWork, workInPlace } from '#api/proof/tree-work.ts';
import { newSeed } from '#api/runtime/ed25519.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { START } from '../support.ts';
import { KEY, MINUTE, midnight, ORIGIN } from './publishing.ts';

const HEAD = 'a'.repeat(64);
const userOf = (userId: number, head = HEAD): UserTotal => ({ userId, total: 1, seq: 1, head, seals: [] });

let rests = 0;
beforeEach(() => {
  rests = 0;
});

/** A day that is due, whose users come in these pages. @param work takes the place of some computations */
function open(
  pages: readonly (readonly UserTotal[] | Error)[],
  stepsAtOnce: number,
  work: Partial<TreeWork> = {},
) {
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

describe('of two works at once, the one that was taken for lost keeps nothing', () => {
  const PAGES = [[userOf(1), userOf(2)], [userOf(3)]];
  const entries = (sql: NodeSqlite) => sql.all<{ text: string }>('SELECT text FROM entries');

  function deferred() {
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    return { promise, resolve };
  }

  /** The first computation of this kind waits until it is let go. */
  function held(kind: 'records' | 'sorted') {
    const [reached, gate] = [deferred(), deferred()];
    let isFirst = true;
    async function wait(): Promise<void> {
      if (!isFirst) return;
      isFirst = false;
      reached.resolve();
      await gate.promise;
    }
    const work: Partial<TreeWork> = {
      async records(task) {
        if (kind === 'records') await wait();
        return await workInPlace.records(task);
      },
      async sorted(records) {
        if (kind === 'sorted') await wait();
        return await workInPlace.sorted(records);
      },
    };
    return { work, reached: reached.promise, letGo: gate.resolve };
  }

  test.each(['records', 'sorted'] as const)('after waiting for %s leaves', async (kind) => {
    const { work, reached, letGo } = held(kind);
    const { sql, duty } = open(PAGES, 100, work);
    const lost = duty.work(() => false);
    await reached;
    await duty.work(() => false);
    const published = entries(sql);
    expect(published).toEqual([{ text: expect.stringContaining('"users":3,"total":"3"') }]);
    const days = sql.all('SELECT * FROM days');
    letGo();
    await expect(lost).rejects.toThrow('Another work has gone on with the day');
    expect(entries(sql)).toEqual(published);
    expect(sql.all('SELECT * FROM days')).toEqual(days);
    expect(sql.all('SELECT 1 FROM shards')).toEqual([]);
  });

  test('nor does it drop the day for two equal blinds', async () => {
    const { work, reached, letGo } = held('sorted');
    let sorts = 0;
    const { sql, duty } = open(PAGES, 100, {
      async sorted(records) {
        sorts += 1;
        const isFirst = sorts === 1;
        const sorted = (await work.sorted?.(records)) ?? records;
        if (isFirst) sorted.copyWithin(0, RECORD_BYTES, 2 * RECORD_BYTES);
        return sorted;
      },
    });
    const lost = duty.work(() => false);
    await reached;
    await duty.work(() => false);
    letGo();
    await expect(lost).rejects.toThrow('Another work has gone on with the day');
    expect(sql.get('SELECT phase FROM days')).toEqual({ phase: 'published' });
  });
});
