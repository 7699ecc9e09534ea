/** Reading a settings row that another runtime or an earlier version wrote. */
import { expect, test } from 'vitest';
import { alertStore, readAlerts } from '#api/notifications/preferences/own-alerts.ts';
import {
  readReach,
  readSettings,
  saveLearnt,
  saveSettings,
} from '#api/notifications/preferences/settings.ts';
import { takeNotes } from '#api/notifications/price-alerts/notes.ts';
import { notificationTables } from '#api/notifications/tables.ts';
import { jobTables } from '#api/runtime/jobs.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { DEFAULT_SETTINGS, NO_ALERTS, type Settings } from '#core/contract/settings.ts';
import { START } from '#tests/support/deployment.ts';

const MIGRATIONS = [...jobTables.migrations, ...notificationTables.migrations];
const CHOSEN: Required<Settings> = {
  notifications: { ...DEFAULT_SETTINGS.notifications, streakReminder: false, levelUp: false },
  quiet: { from: 20, to: 10 },
  zone: 'Asia/Tokyo',
  alerts: { TON: '5', BTC: null, ETH: '0.01' },
  coinAlerts: { solana: { symbol: 'SOL', name: 'Solana', threshold: '150' } },
};

function open() {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, MIGRATIONS, START);
  saveSettings(sql, 1, CHOSEN, START, START);
  return sql;
}

test('an unknown zone counts as none, and the other settings stay', () => {
  const sql = open();
  sql.run("UPDATE settings SET zone = 'Mars/Olympus'");
  expect(readSettings(sql, 1)).toEqual({ ...CHOSEN, zone: null });
});

test.each(['NULL', "'Mars/Olympus'"])(
  'if the zone is %s, only the zone of the older choice is used',
  (zone) => {
    const sql = open();
    sql.run(`UPDATE settings SET zone = ${zone}`);
    const older = { ...DEFAULT_SETTINGS, zone: 'Europe/Moscow' };
    expect(saveSettings(sql, 1, older, 0, START)).toEqual({ ...CHOSEN, zone: 'Europe/Moscow' });
    expect(saveSettings(sql, 1, { ...older, zone: 'Asia/Tokyo' }, 0, START).zone).toBe('Europe/Moscow');
  },
);

test('a row without alerts, or with unreadable ones, has none', () => {
  const sql = open();
  for (const alerts of ['NULL', "'{}'", '\'{"TON":"0","BTC":null,"ETH":null}\'', "'5'"]) {
    sql.run(`UPDATE settings SET alerts = ${alerts}`);
    expect(readSettings(sql, 1)).toEqual({ ...CHOSEN, alerts: NO_ALERTS, coinAlerts: {} });
  }
});

test('a switch missing in the row has its default', () => {
  const sql = open();
  sql.run('UPDATE settings SET notifications = \'{"levelUp":false,"unheardOf":1}\'');
  const notifications = { ...DEFAULT_SETTINGS.notifications, levelUp: false };
  expect(readSettings(sql, 1)).toEqual({ ...CHOSEN, notifications });
});

test('upgrading an old database reports users with a threshold to the prices once more, and no others', () => {
  const sql = openBetterSqlite3(':memory:');
  const place = MIGRATIONS.findIndex(({ name }) => name === 'notifications-004');
  migrate(sql, MIGRATIONS.slice(0, place), START);
  const none = '{"TON":null,"BTC":null,"ETH":null}';
  const rows = [null, none, '{"TON":"5","BTC":null,"ETH":null}', '{"TON":null,"BTC":null,"ETH":"0.01"}'];
  for (const [at, alerts] of rows.entries()) {
    sql.run(
      `INSERT INTO settings (user_id, notifications, quiet_from, quiet_to, zone, alerts, chosen_at, updated_at)
       VALUES (?, '{}', NULL, NULL, NULL, ?, 0, 0)`,
      at + 1,
      alerts,
    );
  }
  migrate(sql, MIGRATIONS, START);
  expect(takeNotes(sql, START).map(({ userId, anew }) => [userId, anew])).toEqual([
    [3, false],
    [4, false],
  ]);
});

test('a zone is stored and answered in its canonical spelling', () => {
  const sql = open();
  expect(saveSettings(sql, 1, { ...CHOSEN, zone: 'aMerica/new_york' }, START, START).zone).toBe(
    'America/New_York',
  );
  expect(sql.get('SELECT zone FROM settings')).toEqual({ zone: 'America/New_York' });
});

test('an odd spelling from an earlier version works, and a migration makes it canonical', () => {
  const before = MIGRATIONS.filter(({ name }) => name !== 'notifications-005');
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, before, START);
  saveSettings(sql, 1, CHOSEN, START, START);
  saveSettings(sql, 2, { ...CHOSEN, zone: null }, START, START);
  saveSettings(sql, 3, CHOSEN, START, START);
  sql.run("UPDATE settings SET zone = 'aMerica/new_york' WHERE user_id = 1");
  sql.run("UPDATE settings SET zone = 'Mars/Olympus' WHERE user_id = 3");
  expect(readSettings(sql, 1).zone).toBe('America/New_York');
  migrate(sql, MIGRATIONS, START);
  expect(sql.all('SELECT zone FROM settings ORDER BY user_id')).toEqual([
    { zone: 'America/New_York' },
    { zone: null },
    { zone: 'Mars/Olympus' },
  ]);
});

test('of a refusal and a return in the same millisecond, the one that is learnt last counts', () => {
  const sql = open();
  saveLearnt(sql, 1, false, START, START);
  expect(readReach(sql, 1).mayWrite).toBe(false);
  saveLearnt(sql, 1, true, START, START);
  expect(readReach(sql, 1).mayWrite).toBe(true);
  saveLearnt(sql, 1, false, START + 1, START + 1);
  expect(readReach(sql, 1).mayWrite).toBe(false);
});

test('a direction answered for a threshold is not kept if it was set again since', () => {
  const sql = open();
  const told = { userId: 1, ...readAlerts(sql, 1), anew: false, toldAt: START };
  for (const [TON, at] of [[null, START + 1] as const, ['5', START + 2] as const])
    saveSettings(sql, 1, { ...CHOSEN, alerts: { ...CHOSEN.alerts, TON } }, at, at);
  alertStore(sql).keepDirections(told, { TON: 'up', ETH: 'down' });
  expect(readAlerts(sql, 1).directions).toEqual({ ETH: 'down' });
});
