/** A short day of notifications in both deployments, and bugs that the simulation has to find. */
import { describe, expect, test } from 'vitest';
import type { Sql, SqlValue } from '#api/runtime/sqlite/port.ts';
import { simulateTelling } from '#tests/simulation/telling.ts';

/** The sender's database with part of its SQL replaced. */
function breaking(from: string, to: string): (sql: Sql) => Sql {
  return (sql) => ({
    ...sql,
    run: (text: string, ...values: readonly SqlValue[]) => sql.run(text.replace(from, to), ...values),
  });
}

const MISTAKES = {
  'what was in flight is sent again': breaking(
    "SET state = 'unknown', message = '', settled_at = ? WHERE state = 'sending'",
    "SET state = 'waiting', due_at = ? WHERE state = 'sending'",
  ),
  'it is marked when it was sent, not before': breaking(
    "SET state = 'sending' WHERE",
    "SET state = 'waiting' WHERE",
  ),
  'messages are told apart by their number alone': breaking(
    "VALUES (?, ?, ?, 'waiting', ?, 0)",
    "VALUES (? || hex(randomblob(4)), ?, ?, 'waiting', ?, 0)",
  ),
  'no answer is taken for a reason to try again': breaking(
    "SET state = ?, message = '', settled_at = ?",
    "SET state = replace(?, 'unknown', 'waiting'), settled_at = ?",
  ),
} as const;

describe.each(['machine', 'objects'] as const)('%s', (deployment) => {
  test('no user gets a message twice or misses one that was not in flight', async () => {
    const reached = { longPauses: 0, restartsInPauses: 0 };
    const hasBoth = () => reached.longPauses > 0 && reached.restartsInPauses > 0;
    for (let seed = 1; seed <= 3 || (seed <= 20 && !hasBoth()); seed += 1) {
      const { violations, shown, crashes, ...day } = await simulateTelling(deployment, { users: 60, seed });
      expect(violations).toEqual([]);
      expect(shown).toBeGreaterThan(50);
      expect(crashes).toBeGreaterThan(100);
      reached.longPauses += day.longPauses;
      reached.restartsInPauses += day.restartsInPauses;
    }
    expect(hasBoth()).toBe(true);
  }, 300_000);
});

describe('a bug is found', () => {
  test.each(Object.entries(MISTAKES))(
    '%s',
    async (_, breakSql) => {
      const found: string[] = [];
      for (let seed = 1; seed < 16 && found.length === 0; seed += 1) {
        found.push(...(await simulateTelling('machine', { users: 60, seed, breakSql })).violations);
      }
      expect(found.join('\n')).toMatch(/was shown \d+ times/);
    },
    300_000,
  );

  test('a shortened pause', async () => {
    const breakSql = breaking(
      'sender_pause (only, until) VALUES (1, ?)',
      'sender_pause (only, until) VALUES (1, ? - 900)',
    );
    const found: string[] = [];
    for (let seed = 1; seed < 9 && found.length === 0; seed += 1) {
      found.push(...(await simulateTelling('machine', { users: 60, seed, breakSql })).violations);
    }
    expect(found.join('\n')).toMatch(/before a pause was over/);
  }, 300_000);

  test('a forgotten refusal', async () => {
    // Forgotten by both the sender and the user object.
    const forgetful = ['refusals (user_id, at)', 'reach (user_id, refused_at)'].map((columns) =>
      breaking(`INSERT INTO ${columns} VALUES (?, ?)`, `INSERT INTO ${columns} VALUES (?, ? * 0)`),
    );
    const breakSql = (sql: Sql) => forgetful.reduce((broken, forget) => forget(broken), sql);
    const found: string[] = [];
    for (let seed = 1; seed < 9 && found.length === 0; seed += 1) {
      found.push(...(await simulateTelling('machine', { users: 100, seed, breakSql })).violations);
    }
    expect(found.join('\n')).toMatch(/was written to after a refusal/);
  }, 300_000);
});
