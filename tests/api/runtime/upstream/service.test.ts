/** The log tells once that a service has failed, and once that it gives good answers again, also after a restart. */
import { expect, test } from 'vitest';
import { publicObjectMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { type Answer, createService } from '#api/runtime/upstream/service.ts';
import { NOON } from '../../../support/ledger.ts';

const GOOD: Answer<number> = { ok: true, value: 1, oddities: [] };
const BAD: Answer<number> = { ok: false, failure: { type: 'status', status: 500, retryAfterMs: null } };

test('a service that fails and answers again is told of once each', async () => {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, publicObjectMigrations, NOON);
  const clock = { at: NOON, now: () => clock.at };
  const said: string[] = [];
  const answers = [GOOD, BAD, BAD, GOOD, GOOD, BAD, GOOD];
  for (const answer of answers) {
    // A new process each time.
    const service = createService(
      {
        sql,
        clock,
        onFault: (message) => void said.push(message),
        onRecovered: (message) => void said.push(message),
      },
      'test',
      { everyMs: 60_000 },
      async () => answer,
    );
    clock.at = Math.max(clock.at, service.dueAt());
    await service.ask();
  }
  const failed = 'The test service gives no good answer';
  const again = 'The test service gives good answers again';
  expect(said).toEqual([failed, again, failed, again]);
});
