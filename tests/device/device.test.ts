/** The device as screens use it, against the real server. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Device, Live } from '#device/model.ts';
import { type Account, launch } from '#tests/simulation/account.ts';
import { chanceOf } from '#tests/simulation/chance.ts';
import { simulatedMachine } from '#tests/simulation/machine.ts';
import { type App, createPhone, kill, openApp, type Phone } from '#tests/simulation/phone.ts';
import type { SimulatedServer } from '#tests/simulation/server.ts';
import { type VirtualTime, virtualTime } from '#tests/simulation/virtual-time.ts';
import { fetchOver } from '#tests/simulation/wire.ts';
import { idOf } from './sync-rig.ts';

const START = Date.UTC(2026, 2, 10, 12);
const chance = chanceOf(1);
let time: VirtualTime;
let server: SimulatedServer;
let apps: App[];

beforeEach(() => {
  time = virtualTime(START);
  server = simulatedMachine({
    time,
    chance: { ...chance, happens: () => false },
    trace: () => {},
    reach: () => {},
  });
  apps = [];
});
afterEach(() => {
  for (const app of apps) kill(app);
  server.close();
});

function account(userId: number, startParameter: string | null = null, premium = false): Account {
  return {
    userId,
    premium,
    startParameter,
    launches: [],
    lostLaunch: null,
    askedToDelete: false,
    toldDeleted: false,
  };
}

function phoneOf(owner: Account): Phone {
  const phone = createPhone(`${owner.userId}`, owner, true);
  phone.wire.trouble = 0;
  return phone;
}

async function open(phone: Phone): Promise<Device> {
  const authDate = Math.floor(time.now() / 1000);
  const app = openApp(phone, {
    time,
    chance,
    launchData: launch(phone.account, authDate, phone.account.startParameter),
    fetch: fetchOver({
      wire: phone.wire,
      time,
      chance,
      server,
      trace: () => {},
      reach: () => {},
      onHandled: () => {},
    }),
    log: () => {},
  });
  apps.push(app);
  await pass(0);
  if (app.device === null) throw new Error('the app did not open');
  return app.device;
}

const pass = (ms: number) => time.runUntil(time.now() + ms);

/** Advances the time until the answer arrives. */
async function soon<T>(answer: Promise<T>): Promise<T> {
  const found: T[] = [];
  void answer.then((value) => found.push(value));
  await pass(10_000);
  const [value] = found;
  if (value === undefined) throw new Error('no answer');
  return value;
}

async function shown<T>(live: Live<T>): Promise<T | undefined> {
  const end = live.subscribe(() => {});
  await pass(0);
  const value = live.current();
  end();
  return value;
}

test('a first start registers in the background, and the user is new until onboarding is completed', async () => {
  const device = await open(phoneOf(account(1)));
  await pass(1_100);
  expect(device.live.isNewUser.current()).toBe(true);
  expect(device.live.profile.current()).toMatchObject({ userId: 1, level: 1, asOf: expect.any(Number) });
  void device.completeOnboarding();
  await pass(0);
  expect(device.live.isNewUser.current()).toBe(false);
  await pass(2_000);
  expect(device.live.profile.current()?.badges).toEqual([{ id: 'lev_1', at: expect.any(Number) }]);
});

test('a first start without a network is new after a second, and its commands are sent later', async () => {
  const phone = phoneOf(account(1));
  phone.wire.online = false;
  const device = await open(phone);
  expect(device.live.isNewUser.current()).toBeUndefined();
  await pass(1_000);
  expect(device.live.isNewUser.current()).toBe(true);
  expect(await shown(device.live.isHistoryHere)).toBe(false);
  void device.completeOnboarding();
  await pass(0);
  expect(await shown(device.live.isHistoryHere)).toBe(true);
  void device.record({ id: idOf(1), calculationType: 'Staking', inputs: { apr: '5' } });
  await pass(5_000);
  expect(await shown(device.live.record(idOf(1)))).toMatchObject({ state: 'pending', awarded: null });
  expect(device.live.isNewUser.current()).toBe(false);
  phone.wire.online = true;
  await pass(60_000);
  expect(await shown(device.live.record(idOf(1)))).toMatchObject({ state: 'counted', awarded: 1_000 });
  expect(device.live.isNewUser.current()).toBe(false);
  expect(device.live.profile.current()?.points.activity).toBe(1_000);
});

test('a record outlives the app instance that made it', async () => {
  const phone = phoneOf(account(1));
  phone.wire.online = false;
  const device = await open(phone);
  await soon(device.record({ id: idOf(1), calculationType: 'RiskMoney', inputs: { riskAmount: '5' } }));
  for (const app of apps) kill(app);
  phone.wire.online = true;
  const again = await open(phone);
  await pass(5_000);
  expect(await shown(again.live.record(idOf(1)))).toMatchObject({
    state: 'counted',
    inputs: { riskAmount: '5' },
  });
});

test('a new device gets points, history and language back', async () => {
  const owner = account(1);
  const first = await open(phoneOf(owner));
  void first.completeOnboarding();
  void first.chooseLanguage('ru');
  for (let number = 1; number <= 250; number++) {
    void first.record({ id: idOf(number), calculationType: 'Staking', inputs: { number } });
  }
  await pass(10_000);
  void first.deleteRecord(idOf(7));
  await pass(10_000);
  const second = await open(phoneOf(owner));
  expect(await shown(second.live.isHistoryHere)).toBe(false);
  await pass(20_000);
  expect(await shown(second.live.isHistoryHere)).toBe(true);
  expect(second.live.isNewUser.current()).toBe(false);
  expect(second.live.language.current()).toBe('ru');
  expect(second.live.profile.current()?.points).toEqual(first.live.profile.current()?.points);
  const history = await shown(second.live.history({}));
  expect(history).toHaveLength(249);
  expect(history?.find(({ id }) => id === idOf(9))).toMatchObject({
    state: 'counted',
    inputs: { number: 9 },
  });
  expect(history?.some(({ id }) => id === idOf(7))).toBe(false);
  expect(await soon(second.verify())).toMatchObject({ ok: true, events: 252 });
});

test("another device's history arrives with the next refresh", async () => {
  const owner = account(1);
  const [one, two] = [await open(phoneOf(owner)), await open(phoneOf(owner))];
  await pass(5_000);
  void one.record({ id: idOf(1), calculationType: 'Staking', inputs: { from: 'one' } });
  await pass(5_000);
  await soon(two.syncNow().then(() => true));
  expect(await shown(two.live.record(idOf(1)))).toMatchObject({ state: 'counted', inputs: { from: 'one' } });
});

test('history is searched by inputs, per calculator, newest first', async () => {
  const device = await open(phoneOf(account(1)));
  void device.record({
    id: idOf(1),
    calculationType: 'Staking',
    inputs: { apr: '5', note: { coin: 'TON' } },
  });
  await pass(10);
  void device.record({ id: idOf(2), calculationType: 'RiskMoney', inputs: { entryPrice: '64000' } });
  await pass(10);
  void device.record({ id: idOf(3), calculationType: 'Staking', inputs: { apr: '12.5' } });
  await pass(10);
  const ids = async (query: object) => (await shown(device.live.history(query)))?.map(({ id }) => id);
  expect(await ids({})).toEqual([idOf(3), idOf(2), idOf(1)]);
  expect(await ids({ calculationType: 'Staking' })).toEqual([idOf(3), idOf(1)]);
  expect(await ids({ search: ' ton ' })).toEqual([idOf(1)]);
  expect(await ids({ search: '5', limit: 1 })).toEqual([idOf(3)]);
  expect(await ids({ search: 'nowhere' })).toEqual([]);
});

test('a live value keeps its identity until it changes', async () => {
  const device = await open(phoneOf(account(1)));
  void device.record({ id: idOf(1), calculationType: 'Staking', inputs: { apr: '5' } });
  await pass(5_000);
  const live = device.live.history({});
  let changes = 0;
  const end = live.subscribe(() => {
    changes += 1;
  });
  await pass(0);
  const before = live.current();
  void device.saveDraft('form', 1);
  await soon(device.syncNow().then(() => true));
  expect(live.current()).toBe(before);
  expect(changes).toBe(1);
  void device.record({ id: idOf(2), calculationType: 'Staking', inputs: {} });
  await pass(0);
  expect(live.current()).toHaveLength(2);
  end();
});

test('a deletion undone a moment later leaves no trace', async () => {
  const device = await open(phoneOf(account(1)));
  const record = await soon(device.record({ id: idOf(1), calculationType: 'Staking', inputs: { apr: '5' } }));
  void device.deleteRecord(idOf(1));
  await pass(5_000);
  expect(await shown(device.live.record(idOf(1)))).toBeNull();
  void device.restoreRecord(record);
  await pass(5_000);
  expect(await shown(device.live.record(idOf(1)))).toMatchObject({ state: 'counted', inputs: { apr: '5' } });
  const other = await open(phoneOf(apps[0]?.phone.account ?? account(1)));
  await pass(5_000);
  expect(await shown(other.live.record(idOf(1)))).toMatchObject({ inputs: { apr: '5' } });
});

test('check-in pays once a day, and reports a missing network', async () => {
  const phone = phoneOf(account(1));
  const device = await open(phone);
  expect(await soon(device.checkInStatus())).toEqual({
    ok: true,
    isAvailable: true,
    currentStreak: 0,
    bonusAmount: 10_000,
    freezes: 0,
    freezesAtWork: 0,
  });
  const claims = await soon(Promise.all([device.claimCheckIn(), device.claimCheckIn()]));
  expect(claims.filter(({ ok }) => ok)).toEqual([
    { ok: true, isAvailable: false, currentStreak: 1, bonusAmount: 10_000, freezes: 0, freezesAtWork: 0 },
  ]);
  expect(claims.find(({ ok }) => !ok)).toEqual({ ok: false, error: 'already_claimed' });
  await pass(1_000);
  expect(device.live.profile.current()?.points.checkin).toBe(10_000);
  phone.wire.online = false;
  expect(await soon(device.claimCheckIn())).toEqual({ ok: false, error: 'offline' });
});

test('friends are listed with their points', async () => {
  const inviter = await open(phoneOf(account(1)));
  await pass(2_000);
  await open(phoneOf(account(2, '1', true)));
  await pass(2_000);
  expect(await shown(inviter.live.referrals)).toBeNull();
  expect(await soon(inviter.refreshReferrals())).toBe('ok');
  expect(await shown(inviter.live.referrals)).toMatchObject({
    total: 1,
    items: [{ id: 2, isPremium: true, level: 1, total: 0 }],
  });
  await soon(inviter.syncNow().then(() => true));
  expect(inviter.live.profile.current()).toMatchObject({ friends: 1, points: { referral: 75_000 } });
});

test('the market is fetched and stored', async () => {
  const phone = phoneOf(account(1));
  const device = await open(phone);
  await pass(3_000);
  expect(device.live.market.current()).toMatchObject({ overview: { sample: true } });
  for (const app of apps) kill(app);
  phone.wire.online = false;
  const again = await open(phone);
  await pass(100);
  expect(again.live.market.current()).toEqual(device.live.market.current());
});

test('the coins are fetched once an hour without a screen, stored, and there without a network', async () => {
  const phone = phoneOf(account(1));
  const device = await open(phone);
  await pass(3_000);
  const coins = device.live.coins.current();
  expect(coins?.coins.length).toBeGreaterThan(100);
  for (const app of apps) kill(app);
  phone.wire.online = false;
  const again = await open(phone);
  await pass(6 * 60_000);
  expect(again.live.coins.current()).toEqual(coins);
  expect(await soon(again.refreshCoins())).toBe('offline');
});

test('the market is fetched once in five minutes for all callers', async () => {
  const phone = phoneOf(account(1));
  const device = await open(phone);
  await pass(3_000);
  const first = (await shown(device.live.market))?.asOf;
  expect(await soon(device.refreshMarket())).toBe('ok');
  expect(device.live.market.current()?.asOf).toBe(first);
  phone.wire.online = false;
  await pass(3 * 60_000);
  expect(await soon(device.refreshMarket())).toBe('ok');
  await pass(2 * 60_000);
  expect(await soon(device.refreshMarket())).toBe('offline');
  phone.wire.online = true;
  const both = Promise.all([device.refreshMarket(), device.refreshMarket()]);
  expect(await soon(both)).toEqual(['ok', 'ok']);
  await pass(100);
  expect(device.live.market.current()?.asOf).toBeGreaterThan(first ?? 0);
});

test('a market stored by another version in another format is replaced at once, however fresh', async () => {
  const phone = phoneOf(account(1));
  const device = await open(phone);
  await pass(3_000);
  phone.database.tables
    .get('snapshots')
    ?.set('market', { key: 'market', asOf: time.now(), overview: { form: 'another' } });
  expect(await soon(device.refreshMarket())).toBe('ok');
  expect((await shown(device.live.market))?.overview).toMatchObject({ sample: true });
});

describe('delete my data', () => {
  test('erases there and here, and the ledger continues after a return', async () => {
    const phone = phoneOf(account(1));
    const device = await open(phone);
    void device.completeOnboarding();
    void device.record({ id: idOf(1), calculationType: 'Staking', inputs: { apr: '5' } });
    void device.saveDraft('form', { half: 'filled' });
    await pass(5_000);
    expect(await soon(device.deleteMyData())).toBe('deleted');
    expect(await shown(device.live.history({}))).toEqual([]);
    expect(device.live.isNewUser.current()).toBe(true);
    expect(await soon(device.readDraft('form').then((draft) => [draft]))).toEqual([null]);
    void device.completeOnboarding();
    await pass(5_000);
    expect(device.live.profile.current()?.points.activity).toBe(1_000);
    expect(await shown(device.live.history({}))).toEqual([]);
    expect(await soon(device.verify())).toMatchObject({ ok: true, events: 5 });
  });

  test('erases nothing without a network', async () => {
    const phone = phoneOf(account(1));
    const device = await open(phone);
    void device.record({ id: idOf(1), calculationType: 'Staking', inputs: { apr: '5' } });
    await pass(5_000);
    phone.wire.online = false;
    expect(await soon(device.deleteMyData())).toBe('failed');
    expect(await shown(device.live.history({}))).toHaveLength(1);
  });
});

describe('drafts', () => {
  test('of one key are saved in order and readable at once', async () => {
    const phone = phoneOf(account(1));
    const device = await open(phone);
    const saves = Array.from({ length: 50 }, (_, index) => device.saveDraft('form', { index }));
    expect(await soon(device.readDraft('form'))).toEqual({ index: 49 });
    await soon(Promise.all(saves).then(() => true));
    for (const app of apps) kill(app);
    const again = await open(phone);
    expect(await soon(again.readDraft('form'))).toEqual({ index: 49 });
    await soon(again.saveDraft('form', null).then(() => true));
    expect(await soon(again.readDraft('form').then((draft) => [draft]))).toEqual([null]);
  });

  test('of different keys do not wait for each other', async () => {
    const device = await open(phoneOf(account(1)));
    void device.saveDraft('a', 1);
    void device.saveDraft('b', 2);
    expect(await soon(Promise.all([device.readDraft('a'), device.readDraft('b')]))).toEqual([1, 2]);
  });
});

test('an export has an address while there is a network', async () => {
  const phone = phoneOf(account(1));
  const device = await open(phone);
  await pass(2_000);
  expect(await soon(device.exportUrl('ledger'))).toMatch(/^https:\/\/irich\.test\/api\/exports\//);
  phone.wire.online = false;
  expect(await soon(device.exportUrl('ledger').then((url) => [url]))).toEqual([null]);
});

test('two tabs: one sends, both show', async () => {
  const phone = phoneOf(account(1));
  const [one, two] = [await open(phone), await open(phone)];
  await pass(2_000);
  const live = two.live.record(idOf(1));
  const end = live.subscribe(() => {});
  void one.record({ id: idOf(1), calculationType: 'Staking', inputs: {} });
  await pass(3_000);
  expect(live.current()).toMatchObject({ state: 'counted' });
  expect(two.live.sync.current()).toMatchObject({ pending: 0 });
  end();
});
