/**
 * A crossing that reaches the user object late is sent only if it matches the current alert as the prices know
 * it.
 */
import { expect, test } from 'vitest';
import { passOnCrossing } from '#api/notifications/pass-on.ts';
import { readAlerts } from '#api/notifications/preferences/own-alerts.ts';
import { saveReturn, saveSettings } from '#api/notifications/preferences/settings.ts';
import { noteAlerts, noteTaken, takeNotes } from '#api/notifications/price-alerts/notes.ts';
import type { Crossing } from '#api/notifications/price-alerts/peers.ts';
import type { Handover } from '#api/notifications/sender/messages.ts';
import { notificationTables } from '#api/notifications/tables.ts';
import { jobTables } from '#api/runtime/jobs.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { DEFAULT_SETTINGS, NO_ALERTS } from '#core/contract/settings.ts';
import { initialState } from '#core/points/evolve.ts';
import { START } from '#tests/support/deployment.ts';

const LATE: Crossing = { userId: 1, symbol: 'TON', threshold: '5', price: '5.1', up: true, at: START };

function open() {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, [...jobTables.migrations, ...notificationTables.migrations], START);
  saveReturn(sql, 1, START);
  const clock = { at: START, now: () => clock.at };
  const handed: Handover[] = [];
  const sender = {
    async take(handover: Handover) {
      handed.push(handover);
      return { taken: true } as const;
    },
  };
  const account = () => initialState(1);
  return {
    sql,
    set(threshold: string | null) {
      clock.at += 1_000;
      const settings = { ...DEFAULT_SETTINGS, alerts: { ...NO_ALERTS, TON: threshold } };
      saveSettings(sql, 1, settings, clock.at, clock.at);
    },
    /** The prices know the alert. */
    told() {
      for (const note of takeNotes(sql, clock.now())) noteTaken(sql, note);
    },
    crossed: () => passOnCrossing({ sql, clock, account, sender }, LATE),
    texts: () => handed.flatMap(({ messages }) => messages.map(({ id }) => id)),
    fired: () => readAlerts(sql, 1).fired,
  };
}

test('a crossing of a current alert known to the prices is sent', async () => {
  const { set, told, crossed, texts, fired } = open();
  set('5');
  told();
  await crossed();
  expect(texts()).toEqual([`1:alert:TON:5:${START}`]);
  expect(fired()).toEqual({ TON: 'up' });
});

test('a crossing of a removed alert or of another threshold is accepted and dropped', async () => {
  const { set, told, crossed, texts, fired } = open();
  for (const threshold of [null, '6']) {
    set('5');
    set(threshold);
    await crossed();
    told();
    await crossed();
  }
  expect(texts()).toEqual([]);
  expect(fired()).toEqual({});
});

test('a crossing of an alert removed and set again is refused until the prices know it', async () => {
  const { set, told, crossed, texts, fired } = open();
  set('5');
  told();
  set(null);
  told();
  set('5');
  await expect(crossed()).rejects.toThrow('does not know their latest alerts');
  expect(texts()).toEqual([]);
  expect(fired()).toEqual({});
});

test('the same holds after the prices moved from another deployment', async () => {
  const { sql, set, told, crossed, texts } = open();
  set('5');
  told();
  noteAlerts(sql, 1, true);
  await expect(crossed()).rejects.toThrow('does not know their latest alerts');
  told();
  await crossed();
  expect(texts().length).toBe(1);
});
