/** A user's notification settings move with them, and the later of two states stays. */
import { expect, test } from 'vitest';
import { readAccount } from '#api/ledger/accounts.ts';
import { historyUntil } from '#api/market/history.ts';
import { alertStore, readAlerts, saveFired } from '#api/notifications/preferences/own-alerts.ts';
import {
  readReach,
  readSettings,
  saveRefusal,
  saveSettings,
} from '#api/notifications/preferences/settings.ts';
import { keepAlerts } from '#api/notifications/price-alerts/alerts.ts';
import { NOTE, takeNotes } from '#api/notifications/price-alerts/notes.ts';
import { dueReminders, planReminder, reminderDone } from '#api/notifications/reminders.ts';
import { jobsDueAt } from '#api/runtime/jobs.ts';
import { acceptPiece } from '#api/transfer/accept.ts';
import { type Piece, takePiece, transferHeadOf } from '#api/transfer/piece.ts';
import { type Alerts, DEFAULT_SETTINGS, NO_ALERTS } from '#core/contract/settings.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { hmacHex, sha256 } from '#tests/support/test-deployment.ts';
import { apiOver, CONFIG, START } from '../support.ts';

const DAY = 24 * 60 * 60_000;

async function open() {
  const clock = { at: START, now: () => clock.at };
  const deployment = await openMachineDeployment({ config: CONFIG, clock, onRequest: () => {} });
  return { deployment, ...apiOver(deployment, clock) };
}

test('settings move, and whether the bot may write', async () => {
  const from = await open();
  await from.registered(1, { allowsWrite: true });
  const own = {
    ...DEFAULT_SETTINGS,
    quiet: { from: 1, to: 5 },
    zone: 'Asia/Tokyo',
    alerts: { TON: '5', BTC: null, ETH: '3000' },
  };
  await from.look(1, (sql) => void saveSettings(sql, 1, own, START, START));
  const piece = await from.look(1, (sql) => takePiece(sql, 1, 0));
  if (piece === null) throw new Error('no ledger');

  const to = await open();
  const accept = () => to.look(1, (sql) => acceptPiece({ sql, sha256, hmac: hmacHex }, piece).ok);
  const kept = () => to.look(1, (sql) => ({ settings: readSettings(sql, 1), ...readReach(sql, 1) }));
  expect(await accept()).toBe(true);
  expect(await kept()).toEqual({ settings: own, mayWrite: true, returnedAt: START });
  // The prices here learn of them.
  expect(await to.look(1, (sql) => jobsDueAt(sql, NOTE, START))).toBe(0);

  const later = { ...own, zone: 'Europe/Berlin' };
  await to.look(1, (sql) => {
    saveSettings(sql, 1, later, START + 1, START + 1);
    saveRefusal(sql, 1, START + 1);
  });
  expect(await accept()).toBe(true);
  expect(await kept()).toEqual({ settings: later, mayWrite: false, returnedAt: START });
});

test('a crossed alert waits for the price to come back after a move, too', async () => {
  const from = await open();
  await from.registered(1, { allowsWrite: true });
  const alerts = { ...NO_ALERTS, TON: '5', BTC: '100000' };
  const piece = await from.look(1, (sql) => {
    saveSettings(sql, 1, { ...DEFAULT_SETTINGS, alerts }, START, START);
    saveFired(sql, 1, { symbol: 'TON', up: true });
    return takePiece(sql, 1, 0);
  });
  if (piece === null) throw new Error('no ledger');

  const to = await open();
  const there = await to.look(1, (sql) => {
    acceptPiece({ sql, sha256, hmac: hmacHex }, piece);
    const price = 'INSERT INTO prices (symbol, at, price) VALUES (?, ?, ?)';
    sql.run(price, 'TON', START, '5.2');
    sql.run(price, 'BTC', START, '90000');
    const change = { userId: 1, ...readAlerts(sql, 1), anew: true, toldAt: START };
    keepAlerts(sql, change, historyUntil(sql, START), START);
    return sql.all<object>('SELECT symbol, direction, armed FROM price_alerts ORDER BY symbol');
  });
  expect(there).toEqual([
    { symbol: 'BTC', direction: 'up', armed: 1 },
    { symbol: 'TON', direction: 'up', armed: 0 },
  ]);
});

test('for alerts known in both deployments a crossing sent in either counts, and the prices learn of it again', async () => {
  const { registered, look } = await open();
  await registered(1, { allowsWrite: true });
  const choose = (alerts: Partial<Alerts>, at: number) =>
    look(1, (sql) => {
      saveSettings(sql, 1, { ...DEFAULT_SETTINGS, alerts: { ...NO_ALERTS, ...alerts } }, at, at);
      const told = { userId: 1, ...readAlerts(sql, 1), anew: false, toldAt: at };
      alertStore(sql).keepDirections(told, { TON: 'up', BTC: 'down', ETH: 'up' });
      return takeNotes(sql, at).map(({ anew }) => anew);
    });
  expect(await choose({ TON: '5', BTC: '90000' }, START)).toEqual([false]);
  const older = await look(1, (sql) => takePiece(sql, 1, 0));
  if (older === null) throw new Error('no ledger');
  await look(1, (sql) => saveFired(sql, 1, { symbol: 'TON', up: true }));
  const known = await look(1, (sql) => readAlerts(sql, 1));
  expect(known).toMatchObject({
    since: { TON: START, BTC: START },
    directions: { TON: 'up', BTC: 'down' },
    fired: { TON: 'up' },
  });
  const accept = () => look(1, (sql) => acceptPiece({ sql, sha256, hmac: hmacHex }, older).ok);
  expect(await accept()).toBe(true);
  expect(await look(1, (sql) => readAlerts(sql, 1))).toEqual(known);
  expect(await look(1, (sql) => takeNotes(sql, START).map(({ anew }) => anew))).toEqual([true]);
});

test('a streak reminder is due in the new deployment without a launch, unless it was handed over', async () => {
  const from = await open();
  const user = await from.registered(1, { allowsWrite: true });
  await user.send('POST', '/api/checkin/claim', { body: { userId: 1 } });
  const evening = START + 3 * DAY;
  const take = () =>
    from.look(1, (sql) => {
      const piece = takePiece(sql, 1, 0);
      if (piece === null) throw new Error('no ledger');
      return piece;
    });
  const to = await open();
  const accept = (piece: Piece) => to.look(1, (sql) => acceptPiece({ sql, sha256, hmac: hmacHex }, piece).ok);
  const moved = async () => {
    const piece = await take();
    const rest = (deployment: typeof to) =>
      deployment.look(1, (sql) => transferHeadOf(sql, 1, 1, sha256)?.rest);
    expect(await accept(piece)).toBe(true);
    // Nothing is left to be sent.
    expect(await rest(to)).toBe(await rest(from));
    return to.look(1, (sql) => dueReminders(sql, evening, 10));
  };
  const [reminder] = await moved();
  if (reminder === undefined) throw new Error('no reminder');
  expect(reminder.userId).toBe(1);
  const older = await take();
  await from.look(1, (sql) => void reminderDone(sql, reminder));
  expect(await moved()).toEqual([]);
  // Neither a launch there nor an older piece plans the same day again.
  await to.look(1, (sql) => {
    const state = readAccount(sql, 1);
    if (state !== null) planReminder(sql, state, START);
  });
  expect(await accept(older)).toBe(true);
  expect(await to.look(1, (sql) => dueReminders(sql, evening, 10))).toEqual([]);
});

test('an unwanted reminder is not planned in the new deployment either', async () => {
  const from = await open();
  const user = await from.registered(1, { allowsWrite: true });
  await user.send('POST', '/api/checkin/claim', { body: { userId: 1 } });
  const to = await open();
  const moved = async () => {
    const piece = await from.look(1, (sql) => takePiece(sql, 1, 0));
    if (piece === null) throw new Error('no ledger');
    await to.look(1, (sql) => acceptPiece({ sql, sha256, hmac: hmacHex }, piece).ok);
    return to.look(1, (sql) => dueReminders(sql, START + 3 * DAY, 10).length);
  };
  expect(await moved()).toBe(1);
  const notifications = { ...DEFAULT_SETTINGS.notifications, streakReminder: false };
  const settings = { ...DEFAULT_SETTINGS, notifications };
  await user.send('PUT', '/api/user/settings', { body: { userId: 1, settings } });
  expect(await moved()).toBe(0);
});
