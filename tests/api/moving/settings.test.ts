/** What a user wants to be told moves with them, and of two states the later stays. */
import { expect, test } from 'vitest';
import { keepAlerts } from '#api/alerts/alerts.ts';
import { notesDueAt, takeNotes } from '#api/alerts/notes.ts';
import { historyUntil } from '#api/market/history.ts';
import { acceptPiece } from '#api/moving/accept.ts';
import { takePiece } from '#api/moving/piece.ts';
import { alertsHome, readAlerts, saveFired } from '#api/notifications/own-alerts.ts';
import { readReach, readSettings, saveRefusal, saveSettings } from '#api/notifications/settings.ts';
import { type Alerts, DEFAULT_SETTINGS, NO_ALERTS } from '#core/contract/settings.ts';
import { hmacHex, sha256 } from '#tests/support/homes.ts';
import { openMachineHome } from '#tests/support/machine-home.ts';
import { apiOver, CONFIG, START } from '../support.ts';

async function open() {
  const clock = { at: START, now: () => clock.at };
  const home = await openMachineHome({ config: CONFIG, clock, onRequest: () => {} });
  return { home, ...apiOver(home, clock) };
}

test('settings, and whether the bot may write', async () => {
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
  // Where the prices are here hears of them.
  expect(await to.look(1, (sql) => notesDueAt(sql, START))).toBe(0);

  const later = { ...own, zone: 'Europe/Berlin' };
  await to.look(1, (sql) => {
    saveSettings(sql, 1, later, START + 1, START + 1);
    saveRefusal(sql, 1, START + 1);
  });
  expect(await accept()).toBe(true);
  expect(await kept()).toEqual({ settings: later, mayWrite: false, returnedAt: START });
});

test('an alert that has been crossed waits for the price to come back where it moves, too', async () => {
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

test('of alerts that are known here, too, what either home has told is told, and where the prices are hears of it anew', async () => {
  const { registered, look } = await open();
  await registered(1, { allowsWrite: true });
  const choose = (alerts: Partial<Alerts>, at: number) =>
    look(1, (sql) => {
      saveSettings(sql, 1, { ...DEFAULT_SETTINGS, alerts: { ...NO_ALERTS, ...alerts } }, at, at);
      const told = { userId: 1, ...readAlerts(sql, 1), anew: false, toldAt: at };
      alertsHome(sql).keepDirections(told, { TON: 'up', BTC: 'down', ETH: 'up' });
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
