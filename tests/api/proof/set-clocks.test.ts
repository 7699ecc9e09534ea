/** The server's clock is set while a log begins or a day is built, in both deployments. */
import { describe, expect, test } from 'vitest';
import { proofMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql, SqlValue } from '#api/runtime/sqlite/port.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { openObjectsDeployment } from '#tests/support/objects-deployment.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { START } from '../support.ts';
import { DAY, dayText, KEY, MINUTE, midnight, type Open, publishing } from './publishing.ts';

const DEPLOYMENTS: readonly (readonly [string, Open])[] = [
  ['machine', (seams) => openMachineDeployment(seams)],
  ['objects', openObjectsDeployment],
];

/** A database of the log. @param onRun hears each statement that writes, before it */
function logDatabase(onRun: (text: string) => void): Sql {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, proofMigrations, START);
  return {
    ...sql,
    run(text: string, ...values: readonly SqlValue[]) {
      onRun(text);
      return sql.run(text, ...values);
    },
  };
}

describe.each(DEPLOYMENTS)('on %s', (_, open) => {
  test.each(['INSERT INTO days', 'INSERT INTO shards', 'INSERT INTO groups'])(
    'a clock that goes back before `%s` publishes no day that is not over',
    async (statement) => {
      const clock: TestClock = { at: START, now: () => clock.at };
      let times = 1;
      const sql = logDatabase((text) => {
        if (!text.startsWith(statement) || times === 0) return;
        times -= 1;
        clock.at -= 2 * 60 * MINUTE;
      });
      const api = await publishing(open, { clock, proof: { signers: [KEY], sql } });
      await api.registered(42);
      await api.until(midnight(1) + 5 * MINUTE - 1);
      clock.at += 1;
      await api.ring();
      // The clock was two hours ahead: the day goes on.
      expect(clock.at).toBeLessThan(midnight(1));
      expect((await api.checked()).ok).toBe(false);
      await api.calculate(42);
      const { seq } = (await api.account(42))?.head ?? {};
      await api.untilPublished(0);
      const { checked } = await api.proof(42);
      expect(checked).toMatchObject({ ok: true, value: { seq, entry: { day: dayText(0) } } });
      await api.untilPublished(1);
      expect(await api.checked()).toMatchObject({ ok: true, value: { entries: [{}, { day: dayText(1) }] } });
      expect(api.faults).toEqual([]);
    },
  );

  test('a log that began while the clock was years ahead begins with the true day', async () => {
    const clock: TestClock = { at: START + 3_650 * DAY, now: () => clock.at };
    const api = await publishing(open, { clock, proof: { signers: [KEY] } });
    await api.ring();
    clock.at = START;
    await api.restart();
    // Wakes the object of the log, as the cron trigger does.
    await api.send('GET', '/proof/checkpoint');
    await api.registered(42);
    await api.untilPublished(0);
    expect(await api.checked()).toMatchObject({ ok: true, value: { entries: [{ day: dayText(0) }] } });
  });

  test('the day of a log that has entries is not taken back by a clock that was set back', async () => {
    const api = await publishing(open);
    await api.registered(42);
    await api.untilPublished(1);
    api.clock.at = midnight(0) + 60 * MINUTE;
    await api.restart();
    await api.send('GET', '/proof/checkpoint');
    await api.ring();
    await api.calculate(42);
    await api.until(midnight(3) + 5 * MINUTE);
    const checked = await api.checked();
    expect(checked.ok && checked.value.entries.map(({ day }) => day)).toEqual([0, 1, 2].map(dayText));
    expect(api.faults).toEqual([]);
  });
});
