/** A day of many sealed plans: its tree is that of RFC 6962, and what anybody may ask of it reads little. */
import { describe, expect, test } from 'vitest';
import { proofMigrations } from '#api/migrations.ts';
import { forgetSeals, hashSeals, sealPlace, sealsRoot } from '#api/proof/seal-tree.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql, SqlValue } from '#api/runtime/sqlite/port.ts';
import { fromBase64 } from '#core/proof/base64.ts';
import { ascii, fromHex } from '#core/proof/bytes.ts';
import { isSealed } from '#core/proof/seal.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { openObjectsDeployment } from '#tests/support/objects-deployment.ts';
import { sealPlace as placeAmong, sealsRoot as rootOf } from '#tests/support/proof/seal-tree.ts';
import { sealedPlan } from '#tests/support/sealed-plan.ts';
import { START } from '../support.ts';
import { KEY, midnight, type Open, publishing } from './publishing.ts';

const { hash } = PROOF_PORTS;
const DEPLOYMENTS: readonly (readonly [string, Open])[] = [
  ['machine', (seams) => openMachineDeployment(seams)],
  ['objects', openObjectsDeployment],
];
const DAY = 40_000;
const SEALS = Array.from({ length: 66_000 }, (_, place) => hash(ascii(`seal ${place}`)));

/** A database of the log that counts the rows it gives. */
function countedLog() {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, proofMigrations, START);
  const read = { rows: 0 };
  const counted: Sql = {
    ...sql,
    get<T extends object>(text: string, ...values: readonly SqlValue[]) {
      read.rows += 1;
      return sql.get<T>(text, ...values);
    },
    all<T extends object>(text: string, ...values: readonly SqlValue[]) {
      const rows = sql.all<T>(text, ...values);
      read.rows += rows.length;
      return rows;
    },
  };
  return { sql: counted, read };
}

function keep(sql: Sql, day: number, seals: readonly Uint8Array[]): void {
  sql.transaction(() => {
    for (const seal of seals) sql.run('INSERT OR IGNORE INTO seals (day, hash) VALUES (?, ?)', day, seal);
  });
}

function hashAll(sql: Sql, day: number): number {
  let commits = 0;
  while (hashSeals(sql, day)) commits += 1;
  return commits;
}

test.each([1, 2, 255, 256, 257, 512, 1_000])('%i seals have the root and the paths of one tree', (count) => {
  const { sql } = countedLog();
  const seals = SEALS.slice(0, count);
  keep(sql, DAY, seals);
  keep(sql, DAY + 1, SEALS.slice(0, 700));
  hashAll(sql, DAY);
  expect(sealsRoot(sql, DAY)).toEqual(rootOf(seals, hash));
  for (const at of [0, count >> 1, count - 1]) {
    const seal = seals[at] ?? new Uint8Array();
    expect(sealPlace(sql, DAY, seal)).toEqual(placeAmong(seal, seals, hash));
  }
  for (const stranger of [hash(ascii('stranger')), new Uint8Array(32), new Uint8Array(32).fill(255)])
    expect(sealPlace(sql, DAY, stranger)).toBeNull();
  forgetSeals(sql, DAY);
  expect(sealsRoot(sql, DAY)).toBeNull();
  hashAll(sql, DAY + 1);
  expect(sealsRoot(sql, DAY + 1)).toEqual(rootOf(SEALS.slice(0, 700), hash));
});

test('66,000 seals are hashed in many short commits, and each place reads a few hundred rows', () => {
  const { sql, read } = countedLog();
  keep(sql, DAY, SEALS);
  expect(hashAll(sql, DAY)).toBeGreaterThan(15);
  const root = rootOf(SEALS, hash);
  expect(sealsRoot(sql, DAY)).toEqual(root);
  for (const seal of [SEALS[0], SEALS[33_333], SEALS[65_999]]) {
    read.rows = 0;
    const place = seal === undefined ? null : sealPlace(sql, DAY, seal);
    if (seal === undefined || place === null) throw new Error('Not found');
    expect(place.size).toBe(66_000);
    expect(isSealed(seal, place, root, hash)).toBe(true);
    expect(read.rows).toBeLessThan(1_200);
  }
});

describe.each(DEPLOYMENTS)('on %s', (_, open) => {
  test('a revealed plan of a busy day is in its tree, and nobody makes the server build it again', async () => {
    const { sql, read } = countedLog();
    const api = await publishing(open, { proof: { signers: [KEY], sql } });
    await api.registered(42);
    const plan = sealedPlan();
    const send = (path: string, body: object) =>
      api.user(42).send('POST', path, { body: { userId: 42, ...body } });
    const sealedAt = new Date(START).toISOString();
    expect((await send('/api/seals', { hash: plan.hash, sealedAt })).status).toBe(200);
    // As if many others had sealed as well.
    keep(sql, midnight(0) / 86_400_000, SEALS.slice(0, 5_000));
    await api.untilPublished(0);
    await send('/api/seals/reveal', { plan: plan.plan, salt: plan.salt });
    read.rows = 0;
    const { json } = await api.send('GET', `/api/seals/42/${plan.hash}`);
    expect(read.rows).toBeLessThan(1_500);
    const checked = await api.checked();
    const [entry] = checked.ok ? checked.value.entries : [];
    const [seal, root] = [fromHex(plan.hash, 32), fromHex(entry?.seals ?? '', 32)];
    if (seal === null || root === null) throw new Error('Not published');
    const path = (json.published.path as string[]).map((text) => fromBase64(text) ?? new Uint8Array());
    expect(json.published.size).toBe(5_001);
    expect(isSealed(seal, { ...json.published, path }, root, hash)).toBe(true);
    expect(api.faults).toEqual([]);
  });
});
