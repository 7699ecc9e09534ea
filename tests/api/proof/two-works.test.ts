/** Two works of the publishing at once: the first was taken for lost, and runs on. It changes nothing of what the next one did. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { proofMigrations } from '#api/migrations.ts';
import type { LeafSource, LedgerMemory, UserTotal } from '#api/proof/leaf-source.ts';
import { openPublishing } from '#api/proof/open.ts';
import { type TreeWork, workInPlace } from '#api/proof/tree-work.ts';
import { newSeed } from '#api/runtime/ed25519.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { toHex } from '#core/proof/bytes.ts';
import { readEntry } from '#core/proof/entry.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';
import { sealsRoot } from '#tests/support/proof/seal-tree.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { START } from '../support.ts';
import { KEY, ledgerMemory, MINUTE, midnight, ORIGIN, pagesOf } from './publishing.ts';

const ELSEWHERE = 'Another work has gone on with the day';
const hash = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const userOf = (userId: number, seals: readonly Uint8Array[] = []): UserTotal => {
  return { userId, total: 1, seq: 1, head: 'a'.repeat(64), seals };
};
const PAGES = [[userOf(1), userOf(2)], [userOf(3)]];

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** The first work that comes to `wait` stays there until it is let go. */
function gate() {
  const [reached, open] = [deferred(), deferred()];
  let isFirst = true;
  return {
    reached: reached.promise,
    letGo: open.resolve,
    async wait(): Promise<void> {
      if (!isFirst) return;
      isFirst = false;
      reached.resolve();
      await open.promise;
    },
  };
}

interface Options {
  readonly pages?: readonly (readonly UserTotal[])[];
  readonly page?: LeafSource['page'];
  readonly stepsAtOnce?: number;
  readonly work?: Partial<TreeWork>;
  readonly memory?: LedgerMemory;
  readonly pause?: (sql: Sql) => Promise<void>;
  readonly elsewhere?: () => Promise<null>;
}

/** The first day is due. */
function open({ pages = PAGES, stepsAtOnce = 100, ...options }: Options) {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, proofMigrations, START);
  const clock: TestClock = { at: START, now: () => clock.at };
  let builds = 0;
  const { duty } = openPublishing(
    {
      sql,
      origin: ORIGIN,
      signers: [KEY],
      pause: async () => await options.pause?.(sql),
      newBuild: () => `${++builds}`,
      newSecret: newSeed,
      treeWork: { ...workInPlace, ...options.work },
      cosign: { count: 0, ask: async () => [], elsewhere: options.elsewhere ?? (async () => null) },
    },
    {
      isReady: () => true,
      pagesAtOnce: 1,
      page: options.page ?? pagesOf(pages),
      memory: options.memory ?? null,
    },
    clock,
    stepsAtOnce,
  );
  clock.at = midnight(1) + 5 * MINUTE;
  return { sql, clock, work: () => duty.work(() => false) };
}

const entriesOf = (sql: Sql) =>
  sql.all<{ text: string }>('SELECT text FROM entries ORDER BY place').map(({ text }) => readEntry(text));

test.each(['records', 'sorted'] as const)('that waited for %s leaves', async (kind) => {
  const { wait, reached, letGo } = gate();
  const { sql, work } = open({
    async page(asked) {
      const page = await pagesOf(PAGES)(asked);
      return kind === 'records' ? { ...page, records: wait().then(() => page.records) } : page;
    },
    work: {
      async sorted(records) {
        if (kind === 'sorted') await wait();
        return await workInPlace.sorted(records);
      },
    },
  });
  const lost = work();
  await reached;
  await work();
  const [entries, days] = [entriesOf(sql), sql.all('SELECT * FROM days')];
  expect(entries).toMatchObject([{ users: 3, total: '3' }]);
  letGo();
  await expect(lost).rejects.toThrow(ELSEWHERE);
  expect(entriesOf(sql)).toEqual(entries);
  expect(sql.all('SELECT * FROM days')).toEqual(days);
  expect(sql.all('SELECT 1 FROM shards')).toEqual([]);
});

test('that found two equal blinds', async () => {
  const { wait, reached, letGo } = gate();
  let sorts = 0;
  const { sql, work } = open({
    work: {
      async sorted(records) {
        sorts += 1;
        const isFirst = sorts === 1;
        await wait();
        const sorted = await workInPlace.sorted(records);
        if (isFirst) sorted.copyWithin(0, RECORD_BYTES, 2 * RECORD_BYTES);
        return sorted;
      },
    },
  });
  const lost = work();
  await reached;
  await work();
  letGo();
  await expect(lost).rejects.toThrow(ELSEWHERE);
  expect(sql.get('SELECT phase FROM days')).toEqual({ phase: 'published' });
});

test('that asked what the witnesses have seen, while two days were published', async () => {
  const { wait, reached, letGo } = gate();
  const { sql, clock, work } = open({
    memory: ledgerMemory(),
    elsewhere: async () => {
      await wait();
      return null;
    },
  });
  const lost = work();
  await reached;
  clock.at = midnight(2) + 5 * MINUTE;
  await work();
  letGo();
  await expect(lost).rejects.toThrow(ELSEWHERE);
  expect(sql.all('SELECT phase FROM days')).toEqual([{ phase: 'published' }, { phase: 'published' }]);
  // The next entry claims no restore.
  clock.at = midnight(3) + 5 * MINUTE;
  await work();
  expect(entriesOf(sql).map((entry) => entry?.restored)).toEqual([undefined, undefined, undefined]);
});

test('that hashed sealed plans, while the day began anew', async () => {
  const seals = Array.from({ length: 600 }, (_, place) => hash(Uint8Array.of(place >> 8, place)));
  const pages = [[userOf(1, seals.slice(0, 300))], [userOf(2, seals.slice(300))]];
  const { wait, reached, letGo } = gate();
  const { sql, clock, work } = open({
    pages,
    stepsAtOnce: 1,
    pause: async (log) => {
      if (log.get('SELECT 1 AS found FROM seal_nodes') !== undefined) await wait();
    },
  });
  let lost = work();
  for (let isHeld = false; !isHeld; ) {
    const isDone = await Promise.race([lost.then(() => true), reached.then(() => false)]);
    if (isDone) lost = work();
    isHeld = !isDone;
  }
  clock.at -= 120 * MINUTE;
  await work();
  expect(sql.get('SELECT phase FROM days')).toEqual({ phase: 'dropped' });
  clock.at += 120 * MINUTE;
  const isHalfWalked = () => sql.get("SELECT 1 AS found FROM days WHERE phase = 'walking' AND walked = '1'");
  while (isHalfWalked() === undefined) await work();
  letGo();
  await expect(lost).rejects.toThrow(ELSEWHERE);
  expect(sql.all('SELECT 1 FROM seal_nodes')).toEqual([]);
  while (entriesOf(sql).length === 0) await work();
  expect(entriesOf(sql)).toMatchObject([{ users: 2, seals: toHex(sealsRoot(seals, hash)) }]);
});
