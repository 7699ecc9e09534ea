/** What the bot may tell the user: kept here, sent once, never lost; and the zone of the device, told by itself. */
import { describe, expect, test } from 'vitest';
import {
  type Alerts,
  DEFAULT_SETTINGS,
  type KnownSettings,
  NO_ALERTS,
  type Settings,
} from '#core/contract/settings.ts';
import { patchFacts, readFacts, wipe } from '#data/store/facts.ts';
import { openMemoryStore } from '#data/store/memory.ts';
import {
  acknowledgeSettings,
  chooseSettings,
  readUnsentSettings,
  takeServerSettings,
} from '#data/store/settings.ts';
import { keep, type Rig, refusal, rig, START } from './sync-rig.ts';

const MINUTE = 60_000;
const PUT = 'PUT /api/user/settings';
const GET = 'GET /api/user/settings/{id}';
const ELSEWHERE: Settings = { ...DEFAULT_SETTINGS, quiet: { from: 1, to: 5 } };
const LEVEL_OFF = { notifications: { levelUp: false } };

const told = (r: Rig) => r.calls.filter(({ name }) => name === PUT).map(({ body }) => body);
const asked = (r: Rig) => r.names().filter((name) => name === GET).length;
const switched = (settings: KnownSettings | undefined) =>
  Object.entries(settings?.notifications ?? {}).flatMap(([kind, on]) => (on ? [] : [kind]));

/** A device that knows the settings, its first round done. */
async function opened(r: Rig) {
  const device = await r.open();
  await r.pass(5_000);
  r.calls.length = 0;
  return device;
}

test('they are asked for once, shown at once from then on, and nothing is chosen before', async () => {
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
  test('made offline is seen at once, outlives the app, and is sent once with when it was made', async () => {
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

  test('of one switch leaves those that were chosen in the same moment', async () => {
    const r = rig();
    const device = await opened(r);
    void device.changeSettings(LEVEL_OFF);
    void device.changeSettings({ notifications: { friendJoined: false } });
    void device.changeSettings({ quiet: { from: 23, to: 6 } });
    await r.pass(1_000);
    expect(switched(r.ledger.settings)).toEqual(['friendJoined', 'levelUp']);
    expect(r.ledger.settings.quiet).toEqual({ from: 23, to: 6 });
  });

  test('of an alert leaves the other coins and all else, and goes with the rest', async () => {
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

  test('gives way to a later one of another device', async () => {
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

  test('beats what was asked before it, and is not asked over before it is sent', async () => {
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

  test('that was made and answered since a question stays, however late that is answered', async () => {
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

  test('whose answer was lost is sent again, and the same stays', async () => {
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
    ['stumbles over', () => refusal(500, 'internal')],
    ['answers unreadably', () => ({ status: 200, body: '<html>' })],
  ])('that the server %s waits, and holds up nothing', async (_, answer) => {
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

  test('that the server refuses is given up, and what it has is shown when next asked', async () => {
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

  test('is told again to a restored server, unless it was made elsewhere', async () => {
    const r = rig();
    const device = await opened(r);
    await device.changeSettings(LEVEL_OFF);
    await keep(r, device, 1);
    await r.pass(5_000);
    const restore = async () => {
      r.ledger.cut(1);
      r.ledger.settings = DEFAULT_SETTINGS;
      r.ledger.settingsChosenAt = 0;
      r.wake('visible');
      await r.pass(5_000);
    };
    await restore();
    expect(switched(r.ledger.settings)).toEqual(['levelUp']);
    r.ledger.settings = ELSEWHERE;
    void device.refreshSettings();
    await r.pass(1_000);
    await restore();
    expect(r.ledger.settings).toEqual(DEFAULT_SETTINGS);
  });
});

describe('that the bot may write', () => {
  test('goes with the choice, and stays with the next one until it is sent', async () => {
    const r = rig();
    const device = await opened(r);
    r.online = false;
    await device.changeSettings({}, true);
    await device.changeSettings(LEVEL_OFF);
    await r.pass(0);
    expect(device.live.settings.current()?.mayWrite).toBe(true);
    r.online = true;
    r.wake('online');
    await r.pass(1_000);
    expect(told(r)).toMatchObject([{ mayWrite: true }]);
    await device.changeSettings({ quiet: null });
    await r.pass(1_000);
    expect(told(r)[1]).not.toHaveProperty('mayWrite');
  });

  test('is as the server says, which has heard of a bot that was blocked', async () => {
    const r = rig();
    r.ledger.mayWrite = true;
    const device = await opened(r);
    r.ledger.mayWrite = false;
    void device.refreshSettings();
    await r.pass(1_000);
    expect(device.live.settings.current()?.mayWrite).toBe(false);
  });
});

describe('a deletion', () => {
  test('takes them along, with what was not sent', async () => {
    const r = rig();
    const device = await opened(r);
    void device.completeOnboarding();
    await r.pass(1_000);
    r.script.set(PUT, () => refusal(503, 'unavailable'));
    await device.changeSettings(LEVEL_OFF, true);
    await r.pass(1_000);
    void device.deleteMyData();
    await r.pass(1_000);
    expect(device.live.settings.current()).toBeNull();
    r.script.clear();
    await r.pass(5 * MINUTE);
    void device.completeOnboarding();
    r.wake('visible');
    await r.pass(1_000);
    expect(device.live.settings.current()).toEqual({ settings: DEFAULT_SETTINGS, mayWrite: false });
    expect(told(r).at(-1)).toMatchObject({ mayWrite: true });
    expect(r.ledger.settings).toEqual(DEFAULT_SETTINGS);
    expect(r.rows('outbox')).toEqual([]);
  });

  test('makes late answers be about data that are gone', async () => {
    const store = openMemoryStore();
    const known = { settings: DEFAULT_SETTINGS, mayWrite: false };
    const choose = async (generation: number) => {
      await patchFacts(store, { generation });
      await takeServerSettings(store, known, await readFacts(store));
      await chooseSettings(store, LEVEL_OFF, false, START);
      return [await readUnsentSettings(store), await readFacts(store)] as const;
    };
    const [sent, asked] = await choose(0);
    if (sent === null) throw new Error('nothing was chosen');
    await wipe(store, 0);
    const [unsent] = await choose(1);
    expect(unsent?.choice).toBe(sent.choice);
    await acknowledgeSettings(store, sent, 0, known);
    await takeServerSettings(store, { ...known, mayWrite: true }, asked);
    expect(await readUnsentSettings(store)).toEqual(unsent);
    const { settings, mayWrite } = await readFacts(store);
    expect([switched(settings ?? undefined), mayWrite]).toEqual([['levelUp'], false]);
  });
});

describe('the zone of the device', () => {
  test('is told once the user is registered, and to nobody who knows it', async () => {
    const r = rig();
    r.zone = 'Asia/Tokyo';
    const device = await opened(r);
    expect(r.ledger.settings).toEqual({ ...DEFAULT_SETTINGS, zone: 'Asia/Tokyo' });
    expect(device.live.settings.current()?.settings.zone).toBe('Asia/Tokyo');
    expect(r.rows('outbox')).toEqual([]);
    device.close();
    await r.open('launch=2');
    await r.pass(MINUTE);
    expect([asked(r), told(r).length]).toEqual([0, 0]);
  });

  test('changes nothing else, and comes before every choice that is still under way', async () => {
    const r = rig();
    r.ledger.settings = ELSEWHERE;
    r.zone = 'Asia/Tokyo';
    (await opened(r)).close();
    expect(r.ledger.settings).toEqual({ ...ELSEWHERE, zone: 'Asia/Tokyo' });
    expect(r.ledger.settingsChosenAt).toBe(0);
    r.zone = 'Europe/Berlin';
    (await opened(r)).close();
    expect(r.ledger.settings.zone).toBe('Europe/Berlin');
    expect(r.ledger.settingsChosenAt).toBeLessThanOrEqual(r.time.now());
    expect(r.ledger.settingsChosenAt).toBeGreaterThan(START);
  });

  test('goes with a choice by itself', async () => {
    const r = rig();
    await (await opened(r)).close();
    r.online = false;
    r.zone = 'Asia/Tokyo';
    const device = await r.open('launch=2');
    await device.changeSettings(LEVEL_OFF);
    await r.pass(0);
    r.online = true;
    r.wake('online');
    await r.pass(MINUTE);
    expect(told(r)).toHaveLength(1);
    expect(r.ledger.settings).toMatchObject({ zone: 'Asia/Tokyo', notifications: { levelUp: false } });
  });

  test('that the server does not know is told once a start, and no choice is lost by it', async () => {
    const r = rig();
    r.zone = 'Mars/Olympus';
    r.script.set(PUT, (call) => {
      const { zone } = r.ledger.settings;
      return r.ledger.answer({ ...call, body: { ...call.body, settings: { ...call.body.settings, zone } } });
    });
    const device = await r.open();
    await r.pass(30 * MINUTE);
    expect(told(r).length).toBe(1);
    await device.changeSettings(LEVEL_OFF);
    await r.pass(1_000);
    expect(told(r).length).toBe(2);
    expect(r.ledger.settings).toEqual({
      ...DEFAULT_SETTINGS,
      notifications: { ...DEFAULT_SETTINGS.notifications, levelUp: false },
    });
    expect(device.live.settings.current()?.settings).toEqual(r.ledger.settings);
    expect(r.rows('outbox')).toEqual([]);
  });

  test('of another device, which is not known here, is shown with the rest', async () => {
    const r = rig();
    r.ledger.settings = { ...ELSEWHERE, zone: 'Mars/Olympus' };
    const device = await opened(r);
    expect(device.live.settings.current()?.settings).toEqual(r.ledger.settings);
  });
});

test('a device of before there were alerts says nothing of them until it knows them', async () => {
  const r = rig();
  (await opened(r)).close();
  const { settings } = await readFacts(openMemoryStore(r.database));
  const { alerts, ...older } = settings ?? DEFAULT_SETTINGS;
  expect(alerts).toEqual(NO_ALERTS);
  await patchFacts(openMemoryStore(r.database), { settings: older });
  r.online = false;
  const device = await r.open('launch=2');
  await device.changeSettings(LEVEL_OFF);
  r.ledger.settings = { ...DEFAULT_SETTINGS, alerts: { ...NO_ALERTS, BTC: '100000' } };
  r.script.set(PUT, (call) => {
    const { settings } = call.body;
    expect(settings).not.toHaveProperty('alerts');
    r.ledger.settings = { ...r.ledger.settings, ...settings };
    return { status: 200, body: { settings: r.ledger.settings, mayWrite: false } };
  });
  r.online = true;
  r.wake('online');
  await r.pass(MINUTE);
  expect(told(r)).toHaveLength(1);
  expect(device.live.settings.current()?.settings).toMatchObject({
    notifications: { levelUp: false },
    alerts: { BTC: '100000' },
  });
});

test('an alert that was set elsewhere meanwhile is left alone, whatever is chosen here', async () => {
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

test('an alert that is chosen before those that are set are known leaves the others as they are', async () => {
  const r = rig();
  (await opened(r)).close();
  const { alerts: _, ...older } = DEFAULT_SETTINGS;
  await patchFacts(openMemoryStore(r.database), { settings: older });
  r.ledger.settings = { ...DEFAULT_SETTINGS, alerts: { TON: '4', BTC: '100000', ETH: '3000' } };
  r.online = false;
  const device = await r.open('launch=2');
  await device.changeSettings({ alerts: { TON: '5' } });
  await device.changeSettings(LEVEL_OFF);
  await device.changeSettings({ alerts: { ETH: null } });
  await r.pass(0);
  expect(device.live.settings.current()?.settings.alerts).toEqual({ TON: '5', ETH: null });
  r.script.set(GET, () => refusal(503, 'unavailable'));
  r.online = true;
  r.wake('online');
  await r.pass(MINUTE);
  expect(told(r)).toEqual([]);
  r.script.clear();
  await r.pass(10 * MINUTE);
  expect(r.ledger.settings.alerts).toEqual({ TON: '5', BTC: '100000', ETH: null });
  expect(switched(r.ledger.settings)).toEqual(['levelUp']);
  expect(device.live.settings.current()?.settings).toEqual(r.ledger.settings);
  expect(told(r)).toHaveLength(1);
  expect(r.rows('outbox')).toEqual([]);
});

test('a device of before this version asks for them, and an earlier version leaves the choice alone', async () => {
  const r = rig();
  (await opened(r)).close();
  const facts = r.database.tables.get('settings')?.get('facts') ?? {};
  for (const name of ['settings', 'settingsChosenAt', 'settingsChoices', 'mayWrite'])
    expect(Reflect.deleteProperty(facts, name)).toBe(true);
  const device = await r.open('launch=2');
  await r.pass(MINUTE);
  expect(device.live.settings.current()?.settings).toEqual(DEFAULT_SETTINGS);
  r.online = false;
  await device.changeSettings(LEVEL_OFF);
  await r.pass(0);
  // What an earlier version looks through: keys up to `4`, records, and from `5:` on what is an erasure.
  expect(r.rows('outbox').map(({ key }) => key > '5:erase:~')).toEqual([true]);
});
