/** `stats` counts what the events say, each user once, by UTC days and by weeks from Monday. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ledgerStats } from '#api/ledger/stats.ts';
import { migrations } from '#api/migrations.ts';
import { statsCommand } from '#api/ops/ledger/stats-command.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { dayOf } from '#core/points/days.ts';
import { type LedgerRig, ledgerRig, record, register } from '../../support/ledger.ts';

const DAY = 86_400_000;
/** A Monday. */
const MONDAY = Date.UTC(2026, 2, 2, 12);

let sql: NodeSqlite;
let rig: LedgerRig;
beforeEach(() => {
  sql = openBetterSqlite3(':memory:');
  rig = ledgerRig(sql, { at: MONDAY, now: () => rig.clock.at }, migrations);
});
afterEach(() => sql.close());

const stats = () => ledgerStats(sql, rig.clock.at, () => {});
const at = (days: number) => {
  rig.clock.at = MONDAY + days * DAY;
};
let records = 0;
const calculate = (userId: number) => {
  records += 1;
  return rig.execute(userId, record(`r${records}`, rig.clock.at));
};

describe('days', () => {
  it('count each active user once a day, and no credit from a friend as activity', async () => {
    await rig.execute(1, register());
    await rig.execute(2, register(1));
    at(1);
    await calculate(2);
    await calculate(2);
    const { days, users } = stats();
    expect(users).toBe(2);
    expect(days).toHaveLength(14);
    expect(days.slice(0, 3)).toEqual([
      // User 1 received a credit, and did nothing.
      { day: dayOf(MONDAY) + 1, active: 1, registered: 0 },
      { day: dayOf(MONDAY), active: 2, registered: 2 },
      { day: dayOf(MONDAY) - 1, active: 0, registered: 0 },
    ]);
  });

  it('leave out what is older, and what a clock that ran ahead wrote', async () => {
    await rig.execute(1, register());
    at(30);
    await rig.execute(2, register());
    at(14);
    expect(stats().days.every(({ active, registered }) => active === 0 && registered === 0)).toBe(true);
    expect(stats().users).toBe(2);
  });
});

describe('weeks', () => {
  it('begin on Monday, and count who was active in each week after the registration', async () => {
    await rig.execute(1, register());
    at(6);
    await rig.execute(2, register());
    at(7);
    await rig.execute(3, register());
    await calculate(1);
    await calculate(1);
    at(15);
    await calculate(2);
    await calculate(1);
    expect(stats().weeks.slice(0, 4)).toEqual([
      { day: dayOf(MONDAY) + 14, registered: 0, stayed: [] },
      { day: dayOf(MONDAY) + 7, registered: 1, stayed: [0] },
      { day: dayOf(MONDAY), registered: 2, stayed: [1, 2] },
      { day: dayOf(MONDAY) - 7, registered: 0, stayed: [0, 0, 0] },
    ]);
  });
});

it('points are those of the accounts', async () => {
  await rig.execute(1, register());
  await rig.execute(2, register(1));
  for (let count = 0; count < 5; count += 1) await calculate(2);
  await rig.execute(2, {
    type: 'correct',
    correctionId: 'c',
    bucket: 'activity',
    amount: -1000,
    reason: 'x',
  });
  const { points } = stats();
  const total = sql.get<{ total: number }>('SELECT sum(total) AS total FROM accounts')?.total;
  expect(points.activity).toBe(4000);
  expect(Object.values(points).reduce((sum, one) => sum + one, 0)).toBe(total);
});

it('more events than one chunk change nothing', async () => {
  await rig.execute(1, register());
  await rig.execute(2, register());
  const insert = `INSERT INTO events SELECT 1, ?, ?, type, rules, at, bucket, award, data, hash FROM events WHERE user_id = 1 AND seq = 2`;
  await calculate(1);
  sql.transaction(() => {
    for (let seq = 3; seq <= 10_003; seq += 1) sql.run(insert, seq, `e${seq}`);
  });
  const { users, points, days } = stats();
  expect([users, points.activity, days[0]?.active]).toEqual([2, 10_002_000, 2]);
});

describe('the command', () => {
  it('prints campaigns, most users first, and nothing that steers a terminal', () => {
    const add = (userId: number, source: string | null, medium: string | null) =>
      sql.run(
        'INSERT INTO people (user_id, premium, utm_source, utm_medium, updated_at) VALUES (?, 0, ?, ?, 0)',
        userId,
        source,
        medium,
      );
    add(1, 'ads', 'banner');
    add(2, 'ads', 'banner');
    add(3, `\u001b[2J\r\n\u202e${'x'.repeat(5000)}`, null);
    add(4, null, null);
    let out = '';
    statsCommand(sql, { out: (text) => (out += text), err: () => {}, isTerminal: false, env: {} });
    expect(out).toMatch(/ 2 {2}ads, banner, –\n/);
    expect(out.indexOf('ads')).toBeLessThan(out.indexOf('xxx'));
    expect(out).not.toMatch(/[^\P{C}\n]/u);
    for (const line of out.split('\n')) expect(line.length).toBeLessThan(200);
  });

  it('prints a database without users', () => {
    let out = '';
    expect(
      statsCommand(sql, { out: (text) => (out += text), err: () => {}, isTerminal: false, env: {} }),
    ).toBe(0);
    expect(out).toMatch(/^users {14}0\n/);
    expect(out).not.toContain('campaign');
  });
});
