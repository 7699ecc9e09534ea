/** Notification settings: stored here, sent once, never lost. */
import { describe, expect, test } from 'vitest';
import { type Alerts, type CoinAlerts, DEFAULT_SETTINGS, MAX_COIN_ALERTS } from '#core/contract/settings.ts';
import { patchFacts, readFacts } from '#device/store/facts.ts';
import { openMemoryStore } from '#device/store/memory.ts';
import {
  acknowledgeSettings,
  chooseSettings,
  readUnsentSettings,
  takeServerSettings,
} from '#device/store/settings.ts';
import { keep, type Rig, refusal, rig, START } from './sync-rig.ts';
import { asked, ELSEWHERE, LEVEL_OFF, MINUTE, opened, PUT, switched, told } from './sync-settings.ts';

test('they are fetched once, then shown at once, and cannot be changed before', async () => {
  const r = rig();
  r.online = false;
  const first = await r.open();
  await first.changeSettings(LEVEL_OFF);
  await r.pass(0);
  expect(first.live.settings.current()).toBeNull();
  expect(r.rows('outbox').map(({ kind }) => kind)).toEqual(['register']);
  r.ledger.settings = ELSEWHERE;
  r.ledger.mayWrite = true;
  r.online = true;
  r.wake('online');
  await r.pass(MINUTE);
  expect(first.live.settings.current()).toEqual({ settings: ELSEWHERE, mayWrite: true });
  expect(asked(r)).toBe(1);
  first.close();
  r.online = false;
  const second = await r.open('launch=2');
  await r.pass(0);
  expect(second.live.settings.current()).toEqual({ settings: ELSEWHERE, mayWrite: true });
  r.online = true;
  r.wake('online');
  await r.pass(MINUTE);
  expect(asked(r)).toBe(1);
});

describe('a choice', () => {
  test('made offline shows at once, survives the app, and is sent once with its time', async () => {
    const r = rig();
    const device = await opened(r);
    r.online = false;
    const chosenAt = r.time.now();
    await device.changeSettings(LEVEL_OFF);
    await r.pass(0);
    expect(switched(device.live.settings.current()?.settings)).toEqual(['levelUp']);
    expect(device.live.sync.current()).toMatchObject({ pending: 1 });
    device.close();
    const next = await r.open('launch=2');
    await r.pass(MINUTE);
    expect(switched(next.live.settings.current()?.settings)).toEqual(['levelUp']);
    r.online = true;
    r.wake('online');
    await r.pass(10 * MINUTE);
    expect(told(r)).toMatchObject([
      { settings: { notifications: { levelUp: false } }, chosenAt: new Date(chosenAt).toISOString() },
    ]);
    expect(Date.parse(told(r)[0].sentAt)).toBeGreaterThan(chosenAt + MINUTE);
    expect(r.rows('outbox')).toEqual([]);
  });

  test('made while another is under way ends by its own answer', async () => {
    const r = rig();
    const device = await opened(r);
    await device.changeSettings(LEVEL_OFF);
    await r.pass(5);
    await device.changeSettings({ quiet: null });
    await r.pass(1_000);
    expect(r.ledger.settings).toMatchObject({ notifications: { levelUp: false }, quiet: null });
    expect(device.live.settings.current()?.settings).toEqual(r.ledger.settings);
    expect(told(r)).toHaveLength(2);
    expect(r.rows('outbox')).toEqual([]);
  });

  test('of one switch keeps those chosen in the same moment', async () => {
    const r = rig();
    const device = await opened(r);
    void device.changeSettings(LEVEL_OFF);
    void device.changeSettings({ notifications: { friendJoined: false } });
    void device.changeSettings({ quiet: { from: 23, to: 6 } });
    await r.pass(1_000);
    expect(switched(r.ledger.settings)).toEqual(['friendJoined', 'levelUp']);
    expect(r.ledger.settings.quiet).toEqual({ from: 23, to: 6 });
  });

  test('of an alert keeps the other coins and settings, and is sent with them', async () => {
    const r = rig();
    const device = await opened(r);
    await device.changeSettings({ alerts: { TON: '5' } }, true);
    await device.changeSettings({ alerts: { ETH: '3000' } });
    await device.changeSettings(LEVEL_OFF);
    await r.pass(1_000);
    expect(r.ledger.settings.alerts).toEqual({ TON: '5', BTC: null, ETH: '3000' });
    r.online = false;
    await device.changeSettings({ alerts: { TON: null } });
    await r.pass(0);
    expect(device.live.settings.current()?.settings.alerts).toEqual({ TON: null, BTC: null, ETH: '3000' });
    r.online = true;
    r.wake('online');
    await r.pass(MINUTE);
    expect(r.ledger.settings.alerts).toEqual({ TON: null, BTC: null, ETH: '3000' });
    expect(switched(r.ledger.settings)).toEqual(['levelUp']);
    expect(r.rows('outbox')).toEqual([]);
  });

  test('yields to a later one on another device', async () => {
    const r = rig();
    const device = await opened(r);
    r.online = false;
    await device.changeSettings(LEVEL_OFF);
    await r.pass(5 * MINUTE);
    r.ledger.settings = ELSEWHERE;
    r.ledger.settingsChosenAt = r.time.now();
    r.online = true;
    r.wake('online');
    await r.pass(1_000);
    expect(device.live.settings.current()?.settings).toEqual(ELSEWHERE);
    expect(r.rows('outbox')).toEqual([]);
  });

  test('beats earlier answers, and settings are not fetched before it is sent', async () => {
    const r = rig();
    const device = await opened(r);
    void device.refreshSettings();
    await r.pass(5);
    await device.changeSettings(LEVEL_OFF);
    await r.pass(1_000);
    expect(switched(device.live.settings.current()?.settings)).toEqual(['levelUp']);
    r.script.set(PUT, () => refusal(503, 'unavailable'));
    await device.changeSettings({ quiet: null });
    await r.pass(100);
    r.calls.length = 0;
    expect(await Promise.race([device.refreshSettings(), r.pass(1_000)])).toBe('ok');
    expect(asked(r)).toBe(0);
    expect(device.live.settings.current()?.settings.quiet).toBeNull();
  });

  test('made and answered after a fetch was sent stays, however late that fetch is answered', async () => {
    const store = openMemoryStore();
    const before = { settings: DEFAULT_SETTINGS, mayWrite: false };
    const asked = await readFacts(store);
    await takeServerSettings(store, before, asked);
    await chooseSettings(store, LEVEL_OFF, false, START);
    const sent = await readUnsentSettings(store);
    if (sent === null) throw new Error('nothing was chosen');
    const stays = { ...DEFAULT_SETTINGS, notifications: sent.settings.notifications };
    await acknowledgeSettings(store, sent, null, { ...before, settings: stays });
    await takeServerSettings(store, before, asked);
    expect(switched((await readFacts(store)).settings ?? undefined)).toEqual(['levelUp']);
  });

  test('whose answer was lost is sent again without a change', async () => {
    const r = rig();
    const device = await opened(r);
    r.script.set(PUT, (call) => {
      r.script.delete(PUT);
      r.ledger.answer(call);
      return null;
    });
    await device.changeSettings(LEVEL_OFF);
    await r.pass(5 * MINUTE);
    expect(told(r).map(({ chosenAt }) => chosenAt)).toEqual([told(r)[0].chosenAt, told(r)[0].chosenAt]);
    expect(switched(r.ledger.settings)).toEqual(['levelUp']);
    expect(r.rows('outbox')).toEqual([]);
  });

  test.each([
    ['fails on', () => refusal(500, 'internal')],
    ['answers unreadably', () => ({ status: 200, body: '<html>' })],
  ])('that the server %s waits and holds up nothing', async (_, answer) => {
    const r = rig();
    const device = await opened(r);
    r.script.set(PUT, answer);
    await device.changeSettings(LEVEL_OFF);
    await r.pass(1_000);
    r.ledger.apply({ type: 'complete_onboarding' });
    r.wake('visible');
    await r.pass(1_000);
    expect(device.live.profile.current()?.head).toEqual(r.ledger.state.head);
    await keep(r, device, 1);
    await r.pass(MINUTE);
    expect(r.rows('records')[0]).toMatchObject({ state: 'counted' });
    expect(r.rows('outbox').map(({ kind }) => kind)).toEqual(['settings']);
    r.script.clear();
    await r.pass(10 * MINUTE);
    expect(switched(r.ledger.settings)).toEqual(['levelUp']);
    expect(r.rows('outbox')).toEqual([]);
  });

  test("that the server refuses is dropped, and the next fetch shows the server's", async () => {
    const r = rig();
    const device = await opened(r);
    r.script.set(PUT, () => refusal(400, 'malformed'));
    await device.changeSettings(LEVEL_OFF);
    await r.pass(1_000);
    expect(r.rows('outbox')).toEqual([]);
    expect(device.live.sync.current()).toMatchObject({ phase: 'idle' });
    void device.refreshSettings();
    await r.pass(1_000);
    expect(device.live.settings.current()?.settings).toEqual(DEFAULT_SETTINGS);
  });
});

test('an alert set elsewhere in between is left alone by any choice here', async () => {
  const r = rig();
  const device = await opened(r);
  const elsewhere = (alerts: Alerts) => {
    r.ledger.settings = { ...r.ledger.settings, alerts };
    r.ledger.settingsChosenAt = r.time.now();
  };
  elsewhere({ TON: '5', BTC: null, ETH: null });
  await r.pass(MINUTE);
  await device.changeSettings(LEVEL_OFF);
  await r.pass(1_000);
  expect(r.ledger.settings.alerts).toEqual({ TON: '5', BTC: null, ETH: null });
  expect(asked(r)).toBe(0);
  elsewhere({ TON: '6', BTC: null, ETH: '3000' });
  await r.pass(MINUTE);
  await device.changeSettings({ alerts: { BTC: '100000' } });
  await device.changeSettings({ alerts: { ETH: null } });
  await r.pass(1_000);
  expect(r.ledger.settings.alerts).toEqual({ TON: '6', BTC: '100000', ETH: null });
  expect(device.live.settings.current()?.settings).toEqual(r.ledger.settings);
  expect(switched(r.ledger.settings)).toEqual(['levelUp']);
  expect(r.rows('outbox')).toEqual([]);
});

describe('alerts of other coins', () => {
  const alert = (threshold: string) => ({ symbol: 'SOL', name: 'Solana', threshold });
  const elsewhere = (r: Rig, coinAlerts: CoinAlerts) => {
    r.ledger.settings = { ...r.ledger.settings, coinAlerts };
    r.ledger.settingsChosenAt = r.time.now();
  };

  test('chosen here join those set elsewhere in between', async () => {
    const r = rig();
    const device = await opened(r);
    elsewhere(r, { solana: alert('100'), aave: alert('300') });
    await r.pass(MINUTE);
    await device.changeSettings(LEVEL_OFF);
    await r.pass(1_000);
    expect(r.ledger.settings.coinAlerts).toEqual({ solana: alert('100'), aave: alert('300') });
    expect(told(r).at(-1)).not.toHaveProperty('settings.coinAlerts');
    await device.changeSettings({ coinAlerts: { sui: alert('5'), aave: null } });
    await device.changeSettings({ coinAlerts: { near: alert('6') } });
    await r.pass(1_000);
    const all = { solana: alert('100'), sui: alert('5'), near: alert('6') };
    expect(r.ledger.settings.coinAlerts).toEqual(all);
    expect(device.live.settings.current()?.settings).toEqual(r.ledger.settings);
    expect(r.rows('outbox')).toEqual([]);
    expect(told(r).at(-1)).not.toHaveProperty('settings.alerts');
  });

  test('beyond the limit, those set elsewhere stay', async () => {
    const r = rig();
    const device = await opened(r);
    const many = Object.fromEntries(
      Array.from({ length: MAX_COIN_ALERTS }, (_, index) => [`coin-${index}`, alert('1')]),
    );
    elsewhere(r, many);
    await r.pass(MINUTE);
    await device.changeSettings({ coinAlerts: { sui: alert('5') } });
    await r.pass(1_000);
    expect(r.ledger.settings.coinAlerts).toEqual(many);
    expect(device.live.settings.current()?.settings.coinAlerts).toEqual(many);
  });

  test('are fetched once by a phone whose settings are of contract 9', async () => {
    const r = rig();
    const first = await opened(r);
    first.close();
    const { coinAlerts: _, ...earlier } = DEFAULT_SETTINGS;
    const store = openMemoryStore(r.database, 'kept');
    await patchFacts(store, { settings: earlier });
    elsewhere(r, { solana: alert('100') });
    const before = asked(r);
    const device = await r.open('launch=2');
    await r.pass(MINUTE);
    expect(device.live.settings.current()?.settings.coinAlerts).toEqual({ solana: alert('100') });
    expect(asked(r)).toBe(before + 1);
  });
});
