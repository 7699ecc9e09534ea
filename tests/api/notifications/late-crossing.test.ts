/** A crossing that comes to the home of its user late: told only where it is of what is set now, as the prices know it. */
import { expect, test } from 'vitest';
import { noteAlerts, noteTaken, takeNotes } from '#api/alerts/notes.ts';
import type { Crossing } from '#api/alerts/peers.ts';
import type { Handover } from '#api/notifications/messages.ts';
import { notificationMigrations } from '#api/notifications/migrations.ts';
import { readAlerts } from '#api/notifications/own-alerts.ts';
import { passOnCrossing } from '#api/notifications/pass-on.ts';
import { saveReturn, saveSettings } from '#api/notifications/settings.ts';
import { openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import { migrate } from '#api/sqlite/migrations.ts';
import { DEFAULT_SETTINGS, NO_ALERTS } from '#core/contract/settings.ts';
import { initialState } from '#core/points/evolve.ts';
import { START } from '#tests/support/deployment.ts';

const LATE: Crossing = { userId: 1, symbol: 'TON', threshold: '5', price: '5.1', up: true, at: START };

function open() {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, notificationMigrations, START);
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
    /** Where the prices are it is known what is set. */
    told() {
      for (const note of takeNotes(sql, clock.now())) noteTaken(sql, note);
    },
    crossed: () => passOnCrossing({ sql, clock, account, sender }, LATE),
    texts: () => handed.flatMap(({ messages }) => messages.map(({ id }) => id)),
    fired: () => readAlerts(sql, 1).fired,
  };
}

test('of an alert that is set and known beside the prices it is told', async () => {
  const { set, told, crossed, texts, fired } = open();
  set('5');
  told();
  await crossed();
  expect(texts()).toEqual([`1:alert:TON:5:${START}`]);
  expect(fired()).toEqual({ TON: 'up' });
});

test('of one that was removed, or has another threshold, it is taken and forgotten', async () => {
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

test('of one that was removed and set again it is refused until that is known beside the prices', async () => {
  const { set, told, crossed, texts, fired } = open();
  set('5');
  told();
  set(null);
  told();
  set('5');
  await expect(crossed()).rejects.toThrow('still to be told');
  expect(texts()).toEqual([]);
  expect(fired()).toEqual({});
});

test('so it is where they have come from another home', async () => {
  const { sql, set, told, crossed, texts } = open();
  set('5');
  told();
  noteAlerts(sql, 1, true);
  await expect(crossed()).rejects.toThrow('still to be told');
  told();
  await crossed();
  expect(texts().length).toBe(1);
});
