/** What the bot may send to a user and when, in both deployments. */

import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, MAX_COIN_ALERTS, NO_ALERTS, type Settings } from '#core/contract/settings.ts';
import { launchData, makeApi, START, type TestApi, type TestUser } from '../support.ts';

let api: TestApi;
let user: TestUser;
beforeEach(async () => {
  api = await makeApi();
  user = await api.registered(42);
});

const read = async () => (await user.send('GET', '/api/user/settings/42')).json;
const save = (settings: unknown, more: object = {}) =>
  user.send('PUT', '/api/user/settings', { body: { userId: 42, settings, ...more } });
const OWN: Required<Settings> = {
  notifications: { ...DEFAULT_SETTINGS.notifications, levelUp: false, streakReminder: false },
  quiet: { from: 1, to: 6 },
  zone: 'Asia/Tokyo',
  alerts: { TON: '5.25', BTC: '100000', ETH: null },
  coinAlerts: { solana: { symbol: 'SOL', name: 'Solana', threshold: '150' } },
};
const alerting = (TON: unknown) => ({ ...OWN, alerts: { ...OWN.alerts, TON } });
const others = (coinAlerts: unknown) => ({ ...OWN, coinAlerts });
const coinAlert = (change: object = {}) => ({ ...OWN.coinAlerts['solana'], ...change });
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`coin-${index}`, coinAlert()]));
const at = (ms: number) => new Date(START + ms).toISOString();

test('by default everything is on, 22 to 8 is quiet, and the zone is unknown', async () => {
  expect(await read()).toEqual({ settings: DEFAULT_SETTINGS, mayWrite: false });
  expect((await save(OWN)).json).toEqual({ settings: OWN, mayWrite: false });
  expect((await save({ ...OWN, quiet: null, zone: null })).status).toBe(200);
  expect((await read()).settings).toEqual({ ...OWN, quiet: null, zone: null });
  await api.restart();
  expect((await read()).settings.quiet).toBe(null);
});

test.each([
  ['settings.zone', { ...OWN, zone: 'x'.repeat(65) }],
  ['settings.zone', { ...OWN, zone: 180 }],
  ['settings.quiet', { ...OWN, quiet: { from: 8, to: 8 } }],
  ['settings.quiet.from', { ...OWN, quiet: { from: 24, to: 8 } }],
  ['settings.quiet.to', { ...OWN, quiet: { from: 22, to: 7.5 } }],
  ['settings.notifications.levelUp', { ...OWN, notifications: { ...OWN.notifications, levelUp: 'yes' } }],
  ['settings.notifications', { quiet: null, zone: null }],
  ['settings.alerts.TON', alerting('0')],
  ['settings.alerts.TON', alerting('0.00')],
  ['settings.alerts.TON', alerting('-5')],
  ['settings.alerts.TON', alerting('5.0')],
  ['settings.alerts.TON', alerting('1e3')],
  ['settings.alerts.TON', alerting('٥')],
  ['settings.alerts.TON', alerting('1000000000000')],
  ['settings.alerts.TON', alerting('0.000000001')],
  ['settings.alerts.TON', alerting(5)],
  ['settings.alerts.TON', alerting('')],
  ['settings.alerts.ETH', { ...OWN, alerts: { TON: '5', BTC: null } }],
  ['settings.coinAlerts', others('solana')],
  ['settings.coinAlerts', others(null)],
  ['settings.coinAlerts', others([])],
  ['settings.coinAlerts', others([coinAlert()])],
  ['settings.coinAlerts', others(many(MAX_COIN_ALERTS + 1))],
  ['settings.coinAlerts.bitcoin', others({ bitcoin: coinAlert() })],
  ['settings.coinAlerts.SOL', others({ SOL: coinAlert() })],
  [`settings.coinAlerts.${'x'.repeat(81)}`, others({ ['x'.repeat(81)]: coinAlert() })],
  ['settings.coinAlerts.solana', others({ solana: null })],
  ['settings.coinAlerts.solana.threshold', others({ solana: coinAlert({ threshold: '0' }) })],
  ['settings.coinAlerts.solana.name', others({ solana: coinAlert({ name: '<b>Solana' }) })],
  ['settings.coinAlerts.solana.name', others({ solana: coinAlert({ name: 'x'.repeat(81) }) })],
  ['settings.coinAlerts.solana.symbol', others({ solana: coinAlert({ symbol: 'S\u202eOL' }) })],
])('a wrong %s changes nothing', async (path, settings) => {
  const before = await api.dump();
  const reply = await save(settings);
  expect([reply.status, reply.json.error]).toMatchObject([400, { code: 'malformed', path }]);
  expect(await api.dump()).toBe(before);
});

test.each(['Mars/Olympus', 'Etc/Unknown', '+03:00', ''])(
  'an unknown zone (%j) is ignored, and the rest is kept',
  async (zone) => {
    expect((await save({ ...OWN, zone })).json.settings).toEqual({ ...OWN, zone: null });
    await save(OWN);
    const quiet = { from: 3, to: 4 };
    expect((await save({ ...OWN, zone, quiet })).json.settings).toEqual({ ...OWN, quiet });
  },
);

test('the newest choice wins in any order of arrival', async () => {
  await save(OWN, { chosenAt: at(-1_000), sentAt: at(0) });
  const late = await save({ ...OWN, zone: 'Europe/Berlin' }, { chosenAt: at(-5_000), sentAt: at(0) });
  expect(late.json.settings).toEqual(OWN);
  const next = await save({ ...OWN, zone: 'Europe/Berlin' }, { chosenAt: at(900_000), sentAt: at(900_000) });
  expect(next.json.settings.zone).toBe('Europe/Berlin');
});

test('a choice without alerts, as older devices send it, keeps the alerts', async () => {
  await save(OWN);
  const { alerts, ...older } = OWN;
  expect((await save({ ...older, quiet: null })).json.settings).toEqual({ ...OWN, quiet: null });
  expect((await save({ ...older, alerts: NO_ALERTS })).json.settings.alerts).toEqual(NO_ALERTS);
  await save(OWN);
  expect((await read()).settings.alerts).toEqual(alerts);
});

test('alerts of other coins are bounded, replaced and removed', async () => {
  const most = many(MAX_COIN_ALERTS);
  expect((await save(others(most))).json.settings.coinAlerts).toEqual(most);
  await api.restart();
  expect((await read()).settings).toEqual(others(most));
  expect((await save(OWN)).json.settings).toEqual(OWN);
  expect((await save(others({}))).json.settings).toEqual({ ...OWN, coinAlerts: {} });
});

test('a launch or the device reports whether the bot may write', async () => {
  expect((await save(OWN, { mayWrite: true })).json.mayWrite).toBe(true);
  const other = await api.registered(43);
  expect((await other.send('GET', '/api/user/settings/43')).json.mayWrite).toBe(false);
  const auth = launchData(43, { at: START, allowsWrite: true });
  await other.send('POST', '/api/user/register', { auth, body: { id: 43 } });
  expect((await other.send('GET', '/api/user/settings/43')).json.mayWrite).toBe(true);
  expect((await save(OWN, { mayWrite: false })).status).toBe(400);
});

test('only the user may read and change them', async () => {
  expect((await user.send('GET', '/api/user/settings/43')).json.error.code).toBe('not_your_account');
  const body = { userId: 43, settings: OWN };
  expect((await user.send('PUT', '/api/user/settings', { body })).json.error.code).toBe('not_your_account');
  expect((await api.send('GET', '/api/user/settings/42')).status).toBe(401);
  expect((await api.user(44).send('GET', '/api/user/settings/44')).json.error.code).toBe('unknown_user');
  const other = await user.send('POST', '/api/user/settings', { body });
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'PUT']);
});

test('a deletion resets them to the defaults', async () => {
  await save(OWN, { mayWrite: true });
  await user.send('DELETE', '/api/user/42');
  expect(await api.dump()).not.toContain('Tokyo');
  expect((await user.send('GET', '/api/user/settings/42')).json.error.code).toBe('data_deleted');
  expect((await save(OWN)).json.error.code).toBe('data_deleted');
  await user.send('POST', '/api/user/onboarding', { body: { userId: 42 } });
  expect(await read()).toEqual({ settings: DEFAULT_SETTINGS, mayWrite: false });
});
