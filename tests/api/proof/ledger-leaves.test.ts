/** Leaves from a database of all ledgers: no user is left out or taken twice, whatever the pages, and no leaf mixes two moments. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { type LeafRange, ledgerLeaves, readLeaves } from '#api/proof/ledger-leaves.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { dayOf } from '#core/points/days.ts';
import { toHex } from '#core/proof/bytes.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';
import { populate } from '#tests/bench/populate.ts';
import { sha256Hex } from '#tests/support/hashing.ts';
import { ORIGIN } from './publishing.ts';

const NOW = Date.UTC(2026, 9, 20, 12);
const DAY = dayOf(NOW);
const SECRET = new Uint8Array(32).fill(9);
const FIRST = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'leaves-'));
const path = join(folder, 'ledgers.sqlite');
populate(path, { users: 40, eventsPerUser: 3, firstUser: FIRST, now: NOW });
const sql = openBetterSqlite3(path);
// Ids with gaps.
sql.run('DELETE FROM accounts WHERE user_id % 7 = 3 OR user_id = ?', FIRST + 39);
const USERS = sql.all<{ id: number }>('SELECT user_id AS id FROM accounts').length;
const SEALED = [1, 2, 5, 35, 36, 38].map((place) => FIRST + place);
const PLANS = 4;
for (const user of SEALED)
  for (let plan = 0; plan < PLANS; plan += 1)
    sql.run(
      `INSERT INTO events (user_id, seq, event_id, type, rules, at, award, data, hash)
       VALUES (?, ?, ?, 'PlanSealed.v1', 2, ?, 0, '{}', '')`,
      user,
      1_000 + plan,
      `sealed:${sha256Hex(`${user} ${plan}`)}`,
      NOW,
    );

afterAll(() => {
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

const everybody: LeafRange = { day: DAY, secret: SECRET, after: 0, last: FIRST + 1_000, users: USERS };

/** All leaves and seals, as pages for commits of so many leaves bring them. */
async function pages(most: number) {
  const source = ledgerLeaves(sql, ORIGIN);
  const records: string[] = [];
  const seals: string[] = [];
  const sizes: number[] = [];
  for (let after: string | null = null, isMore = true; isMore; ) {
    const page = await source.page({ day: DAY, secret: SECRET, after, newest: null, most });
    const bytes = await page.records;
    records.push(toHex(bytes));
    seals.push(...page.seals.map(toHex));
    sizes.push(bytes.length / RECORD_BYTES + page.seals.length);
    after = page.next;
    isMore = after !== null;
  }
  return { records: records.join(''), seals, sizes };
}

test.each([1, 2, 3, 7, USERS - 1, USERS, USERS + 1, 100_000])(
  'each user and each sealed plan comes once, in pages of %i',
  async (most) => {
    const all = await pages(most);
    expect(all.records).toBe(toHex(readLeaves(sql, everybody)));
    expect(all.records).toHaveLength(2 * RECORD_BYTES * USERS);
    const plans = SEALED.flatMap((user) => [0, 1, 2, 3].map((plan) => sha256Hex(`${user} ${plan}`)));
    expect(all.seals.toSorted()).toEqual(plans.toSorted());
    // A user's own plans stay together.
    expect(Math.max(...all.sizes)).toBeLessThanOrEqual(2 * most + PLANS);
  },
);

test('ledgers without users are one empty page', async () => {
  const empty = openBetterSqlite3(':memory:');
  migrate(empty, migrations, NOW);
  const page = await ledgerLeaves(empty, ORIGIN).page({
    day: DAY,
    secret: SECRET,
    after: null,
    newest: null,
    most: 10,
  });
  expect(page).toEqual({ size: 0, records: new Uint8Array(), seals: [], next: null });
});

test('a page whose sealed plans cannot be read asks for no leaves', async () => {
  let reads = 0;
  const broken = {
    ...sql,
    iterate() {
      throw new Error('The index is damaged');
    },
  };
  const source = ledgerLeaves(broken, ORIGIN, () => {
    reads += 1;
    return new Uint8Array();
  });
  const asked = { day: DAY, secret: SECRET, after: null, newest: null, most: 10 };
  await expect(source.page(asked)).rejects.toThrow('The index is damaged');
  expect(reads).toBe(0);
});

test('an event that another thread commits in the middle changes no leaf', () => {
  const earlier = { ...everybody, day: DAY - 1 };
  const expected = readLeaves(sql, earlier);
  const reader = openBetterSqlite3(path, { readonly: true });
  let commits = 0;
  const watched: typeof reader = {
    ...reader,
    get(text, ...values) {
      if (text.includes('sum(award)')) {
        commits += 1;
        sql.run(
          `INSERT INTO events (user_id, seq, event_id, type, rules, at, award, data, hash)
           VALUES (?, ?, ?, 'CheckedIn.v1', 2, ?, 5, '{}', '')`,
          values[0] ?? null,
          2_000,
          `late ${values[0]}`,
          NOW,
        );
      }
      return reader.get(text, ...values);
    },
  };
  expect(readLeaves(watched, earlier)).toEqual(expected);
  expect(commits).toBeGreaterThan(0);
  reader.close();
});
