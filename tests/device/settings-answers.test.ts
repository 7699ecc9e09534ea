/** What each answer about settings means for the sync. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '#core/contract/settings.ts';
import { LONGEST_WAY_MS, patchFacts, readFacts } from '#device/store/facts.ts';
import { chooseSettings } from '#device/store/settings.ts';
import type { SyncContext } from '#device/sync/context.ts';
import { refreshMissingSettings, refreshSettings, sendSettings } from '#device/sync/settings.ts';
import { contextOf, registered, soon } from './sync-context.ts';
import { type Rig, refusal, type Scripted } from './sync-rig.ts';
import { ELSEWHERE, GET, LEVEL_OFF, PUT, told } from './sync-settings.ts';

const ZONE = 'Asia/Tokyo';

let on: Rig;
let context: SyncContext;
beforeEach(async () => {
  on = registered();
  context = contextOf(on);
  await patchFacts(context.store, { generation: 0, settings: DEFAULT_SETTINGS });
});

const settings = async () => (await readFacts(context.store)).settings;
const waiting = () => on.rows('outbox').map(({ key }) => key);

describe('a choice', () => {
  const send = () => soon(on, sendSettings(context));
  const choose = () => chooseSettings(context.store, LEVEL_OFF, true, 5);

  test('that does not exist is not sent', async () => {
    expect(await send()).toBeNull();
    expect(on.calls).toEqual([]);
  });

  test("is sent with its time and the known deletions, and the server's answer stays", async () => {
    await choose();
    const sentAt = new Date(on.time.now()).toISOString();
    on.script.set(PUT, () => ({ status: 200, body: { settings: ELSEWHERE, mayWrite: false } }));
    expect(await send()).toBeNull();
    expect(on.calls).toMatchObject([{ name: PUT, headers: { 'x-generation': '0' } }]);
    expect(told(on)).toMatchObject([
      { userId: 42, chosenAt: new Date(5).toISOString(), sentAt, mayWrite: true, settings: { zone: null } },
    ]);
    expect(await readFacts(context.store)).toMatchObject({ settings: ELSEWHERE, mayWrite: false });
    expect([waiting(), on.logs]).toEqual([[], []]);
  });

  test('that the server refuses is dropped and stays on this device', async () => {
    await choose();
    on.script.set(PUT, () => refusal(400, 'malformed'));
    expect(await send()).toBeNull();
    expect(waiting()).toEqual([]);
    expect((await settings())?.notifications.levelUp).toBe(false);
    expect(on.logs).toEqual(['The server refused the settings']);
  });

  test.each([
    ['trouble', 500, 'internal', {}, { type: 'put_off' }],
    ['a time to wait', 503, 'unavailable', { 'retry-after': '9' }, { type: 'waiting', retryAfterMs: 9_000 }],
    ['launch data that are too old', 401, 'launch_data_expired', {}, { type: 'reopen' }],
    ['an unknown user', 404, 'unknown_user', {}, { type: 'unregistered' }],
    ['deleted data', 410, 'data_deleted', {}, { type: 'deleted', generation: 0 }],
  ] as const)('answered with %s waits', async (_, status, code, headers, stop) => {
    await choose();
    on.script.set(PUT, () => refusal(status, code, headers));
    expect(await send()).toEqual(stop);
    expect([waiting(), on.logs]).toEqual([['6:settings'], []]);
  });

  test('without an answer waits', async () => {
    await choose();
    on.online = false;
    expect(await send()).toEqual({ type: 'offline' });
    expect(waiting()).toEqual(['6:settings']);
  });

  test('of one alert is not sent before the others are known', async () => {
    const { alerts: _, ...older } = DEFAULT_SETTINGS;
    await patchFacts(context.store, { settings: older });
    await chooseSettings(context.store, { alerts: { TON: '5' } }, false, 5);
    on.script.set(GET, () => refusal(503, 'unavailable'));
    expect(await send()).toEqual({ type: 'put_off' });
    on.ledger.settings = { ...DEFAULT_SETTINGS, alerts: { TON: '4', BTC: '7', ETH: null } };
    on.script.clear();
    on.calls.length = 0;
    expect(await send()).toBeNull();
    expect(on.names()).toEqual([GET, PUT]);
    expect(told(on)).toMatchObject([{ settings: { alerts: { TON: '5', BTC: '7', ETH: null } } }]);
  });

  test("carries the device's zone, or the known one if the device has none", async () => {
    await patchFacts(context.store, { settings: { ...DEFAULT_SETTINGS, zone: 'Europe/Berlin' } });
    for (const zone of [null, ZONE]) {
      Object.assign(context, { zone });
      await choose();
      await send();
    }
    expect(told(on).map(({ settings }: { settings: Settings }) => settings.zone)).toEqual([
      'Europe/Berlin',
      ZONE,
    ]);
  });
});

describe('a fetch', () => {
  const refresh = () => soon(on, refreshSettings(context));

  test("stores the server's settings", async () => {
    on.ledger.settings = ELSEWHERE;
    on.ledger.mayWrite = true;
    expect(await refresh()).toBe('ok');
    expect(on.calls).toMatchObject([{ name: GET, headers: { 'x-generation': '0' } }]);
    expect(await readFacts(context.store)).toMatchObject({ settings: ELSEWHERE, mayWrite: true });
  });

  test.each<readonly [string, () => Scripted]>([
    ['offline', () => null],
    ['failed', () => refusal(503, 'unavailable')],
  ])('without an answer is %s, and nothing changes', async (outcome, answer) => {
    on.ledger.settings = ELSEWHERE;
    on.script.set(GET, answer);
    const asking = refreshSettings(context);
    await on.pass(60_000);
    expect(await asking).toBe(outcome);
    expect(await settings()).toEqual(DEFAULT_SETTINGS);
    expect(on.logs.at(-1)).toBe('Call readSettings failed');
  });

  test('reports a new zone at once, with the oldest time if it is the first', async () => {
    Object.assign(context, { zone: ZONE });
    on.ledger.settings = ELSEWHERE;
    expect(await refresh()).toBe('ok');
    const askedAt = on.time.now();
    expect(told(on)).toMatchObject([
      { settings: { ...ELSEWHERE, zone: ZONE }, chosenAt: new Date(0).toISOString() },
    ]);
    expect(await settings()).toEqual({ ...ELSEWHERE, zone: ZONE });
    Object.assign(context, { zone: 'Europe/Berlin' });
    expect(await refresh()).toBe('ok');
    expect(told(on)[1]).toMatchObject({
      settings: { zone: 'Europe/Berlin' },
      chosenAt: new Date(askedAt - LONGEST_WAY_MS).toISOString(),
    });
    expect(told(on)[1]).not.toHaveProperty('mayWrite');
  });

  test('counts as answered even if the server refuses the zone', async () => {
    Object.assign(context, { zone: ZONE });
    on.ledger.settings = ELSEWHERE;
    on.script.set(PUT, () => refusal(400, 'malformed'));
    expect(await refresh()).toBe('ok');
    expect(await settings()).toEqual(ELSEWHERE);
    expect(on.logs).toEqual([`The server did not take the zone ${ZONE}`]);
  });
});

describe('missing settings', () => {
  const asks = async (known: object | null, zone: string | null, isStart: boolean) => {
    on.calls.length = 0;
    Object.assign(context, { zone });
    await patchFacts(context.store, { settings: known as Settings | null });
    await soon(on, refreshMissingSettings(context, isStart));
    return on.names().includes(GET);
  };
  const { alerts: _, ...older } = DEFAULT_SETTINGS;
  const known = { ...DEFAULT_SETTINGS, zone: ZONE };

  test.each<readonly [string, object | null, string | null, boolean, boolean]>([
    ['unknown settings', null, null, false, true],
    ['unknown alerts', older, null, false, true],
    ['some unknown alerts', { ...older, alerts: { TON: null } }, null, false, true],
    ['nothing if all are known', DEFAULT_SETTINGS, null, true, false],
    ['another zone, at the start', known, 'Europe/Berlin', true, true],
    ['another zone, later', known, 'Europe/Berlin', false, false],
    ['a first zone, at the start', DEFAULT_SETTINGS, ZONE, true, true],
    ['the same zone, at the start', known, ZONE, true, false],
    ['no zone on the device', known, null, true, false],
  ])('%s', async (_name, kept, zone, isStart, isAsked) => {
    expect(await asks(kept, zone, isStart)).toBe(isAsked);
  });
});
