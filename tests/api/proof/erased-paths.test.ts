/** After seven days no byte of a day's secret, blinds and nodes is left in the log's file, nor in its write-ahead log. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { proofMigrations } from '#api/migrations.ts';
import { openPublishing } from '#api/proof/open.ts';
import { newSeed } from '#api/runtime/ed25519.ts';
import { sha256, sha256Into } from '#api/runtime/hashing.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { blindOf } from '#core/proof/blind.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { START } from '../support.ts';
import { inPages, KEY, MINUTE, midnight, ORIGIN, pagesOf, publishing } from './publishing.ts';

let folder: string;
let log: NodeSqlite;
let secrets: Uint8Array[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-erased-paths-'));
  log = openBetterSqlite3(join(folder, 'proof.sqlite'));
  migrate(log, proofMigrations, START);
  secrets = [];
});
afterEach(() => {
  log.close();
  rmSync(folder, { recursive: true, force: true });
});

function newSecret(): Uint8Array {
  secrets.push(newSeed());
  return secrets.at(-1) ?? new Uint8Array();
}

/** The secret of a day and the blinds of these users. */
function marksOf(day: number, userIds: readonly number[]): Uint8Array[] {
  const secret = secrets[day];
  if (secret === undefined) throw new Error('Not begun');
  return [secret, ...userIds.map((userId) => blindOf(secret, userId, sha256Into))];
}

/** How many of them the files hold. */
function found(marks: readonly Uint8Array[]): number {
  const files = ['proof.sqlite', 'proof.sqlite-wal'].map((name) => join(folder, name));
  const bytes = Buffer.concat(files.filter((path) => existsSync(path)).map((path) => readFileSync(path)));
  return marks.filter((mark) => bytes.includes(Buffer.from(mark))).length;
}

test('on a machine, at once and after it was killed in between', async () => {
  let isKilled = false;
  const api = await publishing((seams) => openMachineDeployment(seams), {
    proof: {
      signers: [KEY],
      sql: log,
      newSecret,
      truncateLog: () => !isKilled && log.truncateLog(),
    },
  });
  const ids = Array.from({ length: 30 }, (_, index) => 100 + index);
  for (const id of ids) await api.registered(id);
  await api.untilPublished(0);
  const first = marksOf(0, ids);
  expect(found(first)).toBe(31);
  await api.untilPublished(6);
  expect(found(first)).toBe(31);
  await api.until(midnight(8) + MINUTE);
  expect(found(first)).toBe(0);
  expect(found(marksOf(1, ids))).toBe(31);
  isKilled = true;
  await api.until(midnight(9) + MINUTE);
  expect(found(marksOf(1, ids))).toBeGreaterThan(0);
  isKilled = false;
  await api.restart();
  await api.until(midnight(9) + 2 * MINUTE);
  expect(found(marksOf(1, ids))).toBe(0);
  expect(found(marksOf(2, ids))).toBe(31);
  expect(api.faults).toEqual([]);
});

test.each([
  ['a database that overwrites what it deletes', true, 0],
  // It leaves copies where it moved rows.
  ['one that does not', false, 8],
])('of thousands of users in %s, in pages that several days share', async (_, overwritesDeleted, most) => {
  if (!overwritesDeleted) log.pragma('secure_delete = OFF');
  const clock: TestClock = { at: START, now: () => clock.at };
  const ids = Array.from({ length: 3_000 }, (_, index) => 1_000 + index);
  const totals = ids.map((userId) => ({
    userId,
    total: userId,
    seq: 1,
    head: sha256(`${userId}`),
    seals: [],
  }));
  const { duty } = openPublishing(
    {
      sql: { ...log, overwritesDeleted },
      origin: ORIGIN,
      signers: [KEY],
      pause: async () => {},
      newBuild: () => `${secrets.length}`,
      newSecret,
      onErased: () => void log.truncateLog(),
    },
    {
      isReady: () => true,
      pagesAtOnce: 2,
      page: pagesOf(inPages(totals, 500)),
      memory: null,
    },
    clock,
    10_000,
  );
  const some = ids.filter((id) => id % 60 === 0);
  const nodes = new Map<number, Uint8Array[]>();
  for (let day = 0; day < 12; day += 1) {
    clock.at = midnight(day + 1) + 5 * MINUTE;
    await duty.work(() => false);
    const rows = log.all<{ bytes: Uint8Array }>(
      'SELECT bytes FROM groups WHERE level > 0 AND day = (SELECT max(day) FROM groups)',
    );
    nodes.set(
      day,
      rows.flatMap(({ bytes }) => [bytes.slice(8, 40), bytes.slice(-32)]),
    );
    // A few stand across two pages of the file.
    expect(found([...marksOf(day, some), ...(nodes.get(day) ?? [])])).toBeGreaterThan(45);
    for (let old = 0; old <= day - 7; old += 1)
      expect(
        found([...marksOf(old, some), ...(nodes.get(old) ?? [])]),
        `of day ${old} on day ${day}`,
      ).toBeLessThanOrEqual(most);
  }
});
