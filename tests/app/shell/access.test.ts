/** Who is sent to onboarding, and who is not, whatever the device and the hint know. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AccessState, followAccess } from '#app/access.ts';
import { openBootHints } from '#app/boot-hint.ts';
import { gateOf } from '#app/gate.ts';
import { openWanted } from '#app/wanted.ts';
import { parseLaunch } from '#platform/telegram/launch.ts';
import { fakeDevice, IDLE } from '#tests/support/fake-device.ts';
import { launchFragment, signLaunchData } from '#tests/support/launch.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(onboarded: boolean, wanted = openWanted(null, 1)) {
  const device = fakeDevice(1);
  const hints = openBootHints(null, 1);
  hints.write({ onboarded });
  const access: AccessState = followAccess(device, hints, wanted);
  return { device, hints, access };
}

describe('a device that has never heard', () => {
  test('waits for the server, for at most a second', () => {
    const { access, device } = start(false);
    expect(access.current()).toBe('unknown');
    device.set.isNewUser.set(true);
    device.set.sync.set({ ...IDLE, phase: 'sending' });
    expect(access.current()).toBe('unknown');
    vi.advanceTimersByTime(1000);
    expect(access.current()).toBe('new');
  });

  test('believes the server at once, either way', () => {
    const returning = start(false);
    returning.device.set.isNewUser.set(false);
    expect(returning.access.current()).toBe('returning');
    expect(returning.hints.read().onboarded).toBe(true);

    const fresh = start(false);
    fresh.device.set.isNewUser.set(true);
    fresh.device.set.sync.set({ ...IDLE, lastSyncedAt: 5 });
    expect(fresh.access.current()).toBe('new');
  });

  test('keeps the address that was asked for until the user is there', () => {
    const { access, device } = start(false);
    vi.advanceTimersByTime(1000);
    access.want('/profile?checkin=1');
    device.set.isNewUser.set(false);
    expect(access.current()).toBe('returning');
    expect(access.wanted()).toBe('/profile?checkin=1');
    access.want(null);
    expect(access.wanted()).toBeNull();
  });
});

describe('launch data that the server refuses as too old', () => {
  const REOPEN = { ...IDLE, phase: 'reopen' } as const;

  test('ask a device that knows nothing to reopen the app, before or after its patience ran out', () => {
    const early = start(false);
    early.device.set.sync.set(REOPEN);
    expect(early.access.current()).toBe('reopen');
    vi.advanceTimersByTime(1000);
    expect(early.access.current()).toBe('reopen');

    const late = start(false);
    vi.advanceTimersByTime(1000);
    late.device.set.isNewUser.set(true);
    expect(late.access.current()).toBe('new');
    late.device.set.sync.set(REOPEN);
    expect(late.access.current()).toBe('reopen');
    // The next try of the sync changes nothing.
    late.device.set.sync.set({ ...IDLE, phase: 'offline' });
    expect(late.access.current()).toBe('reopen');
  });

  test('leave a user in onboarding of whom the server has said that they are new', () => {
    const { access, device } = start(false);
    device.set.isNewUser.set(true);
    device.set.sync.set({ ...IDLE, lastSyncedAt: 5 });
    device.set.sync.set({ ...REOPEN, lastSyncedAt: 5 });
    expect(access.current()).toBe('new');
  });

  test('leave a user in the app who is known here, or has just completed onboarding', () => {
    const known = start(true);
    known.device.set.sync.set(REOPEN);
    expect(known.access.current()).toBe('returning');

    const completed = start(false);
    vi.advanceTimersByTime(1000);
    completed.access.set('returning');
    completed.device.set.isNewUser.set(true);
    completed.device.set.sync.set(REOPEN);
    expect(completed.access.current()).toBe('returning');
  });

  test('let the user in once the device says that they are known', () => {
    const { access, device, hints } = start(false);
    device.set.sync.set(REOPEN);
    device.set.isNewUser.set(false);
    expect(access.current()).toBe('returning');
    expect(hints.read().onboarded).toBe(true);
  });
});

describe('the address that was asked for', () => {
  const session = () => {
    const map = new Map<string, string>();
    return {
      map,
      getItem: (key: string) => map.get(key) ?? null,
      setItem: map.set.bind(map),
      removeItem: map.delete.bind(map),
    };
  };

  test('is known after a reload in the middle of onboarding, until it is used', () => {
    const tab = session();
    const before = start(false, openWanted(tab, 1));
    vi.advanceTimersByTime(1000);
    before.access.want('/riskmoney?record=x');
    expect([...tab.map]).toEqual([['irich:1:wanted', '/riskmoney?record=x']]);

    const { access, device } = start(false, openWanted(tab, 1));
    device.set.isNewUser.set(false);
    expect(access.current()).toBe('returning');
    expect(access.wanted()).toBe('/riskmoney?record=x');
    access.want(null);
    expect(tab.map.size).toBe(0);
    expect(start(false, openWanted(tab, 1)).access.wanted()).toBeNull();
  });

  test("is nobody else's, and goes with the end of onboarding and with the user's data", () => {
    const tab = session();
    for (const next of ['returning', 'new'] as const) {
      start(false, openWanted(tab, 1)).access.want('/staking');
      expect(start(false, openWanted(tab, 2)).access.wanted()).toBeNull();
      start(false, openWanted(tab, 1)).access.set(next);
      expect(tab.map.size).toBe(0);
    }
  });

  test('lasts as long as the page where the browser keeps nothing', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const full = () => {
      throw new Error('QuotaExceededError');
    };
    for (const getItem of [() => null, full]) {
      const { access } = start(false, openWanted({ getItem, setItem: full, removeItem: full }, 1));
      access.want('/staking');
      expect(access.wanted()).toBe('/staking');
      access.want(null);
      expect(access.wanted()).toBeNull();
    }
    warn.mockRestore();
  });
});

describe('a device that knows the user', () => {
  test('lets them in before anything has answered, also with its store lost', () => {
    const { access, device } = start(true);
    expect(access.current()).toBe('returning');
    device.set.isNewUser.set(true);
    device.set.sync.set({ ...IDLE, phase: 'offline', pending: 1 });
    expect(access.current()).toBe('returning');
  });

  test('sends them to onboarding once the server says that they are new', () => {
    const { access, device, hints } = start(true);
    device.set.isNewUser.set(true);
    device.set.sync.set({ ...IDLE, lastSyncedAt: 5 });
    expect(access.current()).toBe('new');
    expect(hints.read().onboarded).toBe(false);
  });

  test('sends them there when their data were deleted elsewhere', () => {
    const { access, device } = start(true);
    const changed = vi.fn();
    access.subscribe(changed);
    device.set.isNewUser.set(false);
    device.set.isNewUser.set(true);
    expect(access.current()).toBe('new');
    expect(changed).toHaveBeenCalledOnce();
  });
});

test('completing onboarding counts at once, and leads home', () => {
  const { access, hints } = start(false);
  vi.advanceTimersByTime(1000);
  access.want('/staking');
  access.set('returning');
  expect(access.current()).toBe('returning');
  expect(access.wanted()).toBeNull();
  expect(hints.read().onboarded).toBe(true);
});

describe('boot hints', () => {
  const storage = (kept: string | null) => {
    const map = new Map(kept === null ? [] : [['irich:7:boot', kept]]);
    return { map, getItem: (key: string) => map.get(key) ?? null, setItem: map.set.bind(map) };
  };

  test('are kept per user', () => {
    const own = storage(null);
    openBootHints(own, 7).write({ language: 'ru', theme: 'dark' });
    expect([...own.map.keys()]).toEqual(['irich:7:boot']);
    expect(openBootHints(own, 7).read()).toEqual({
      onboarded: false,
      completing: false,
      language: 'ru',
      theme: 'dark',
      unkept: null,
    });
    expect(openBootHints(own, 8).read().language).toBeNull();
  });

  test('of two tabs neither takes back what the other wrote', () => {
    const shared = storage(null);
    const [one, other] = [openBootHints(shared, 7), openBootHints(shared, 7)];
    const unkept = { language: 'ru', at: 5 } as const;
    one.write({ theme: 'dark', language: 'ru', unkept });
    other.write({ onboarded: true });
    expect(openBootHints(shared, 7).read()).toEqual({
      onboarded: true,
      completing: false,
      language: 'ru',
      theme: 'dark',
      unkept,
    });
  });

  test.each([
    '{',
    'null',
    '[]',
    '"x"',
    '{"onboarded":"yes","language":"de","theme":"pink"}',
    '{"unkept":{"language":"de","at":1}}',
    '{"unkept":{"language":"ru","at":"now"}}',
  ])('of %s are as good as none', (kept) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(openBootHints(storage(kept), 7).read()).toEqual({
      onboarded: false,
      completing: false,
      language: null,
      theme: 'host',
      unkept: null,
    });
    warn.mockRestore();
  });
});

test('the gate opens on phones alone, and for nobody unnamed', () => {
  const launch = (platform: string, user = true) =>
    parseLaunch(
      launchFragment({
        launchData: user ? signLaunchData({ user: { id: 1, first_name: 'A' }, botToken: '1:t' }) : '',
        platform,
      }),
    );
  expect(gateOf(null)).toBe('outside');
  for (const platform of ['android', 'android_x', 'ios']) expect(gateOf(launch(platform))).toBe('open');
  for (const platform of ['tdesktop', 'macos', 'web', 'weba', 'webk', 'unknown']) {
    expect(gateOf(launch(platform))).toBe('not_mobile');
  }
  expect(gateOf(launch('ios', false))).toBe('nobody');
});
