/** Which users are sent to onboarding, depending on the device and the hint. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AccessState, followAccess } from '#app/boot/access.ts';
import { openBootHints } from '#app/boot/boot-hint.ts';
import { firstScreen } from '#app/boot/first-screen.ts';
import { gateOf } from '#app/boot/gate.ts';
import { openReturnPath } from '#app/routing/return-path.ts';
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

function start(onboarded: boolean, returnPath = openReturnPath(null, 1), completing = false) {
  const device = fakeDevice(1);
  const hints = openBootHints(null, 1);
  hints.write({ onboarded, completing });
  const access: AccessState = followAccess(device, hints, returnPath);
  return { device, hints, access };
}

describe('a device that does not know the user', () => {
  test('waits for the server for at most a second', () => {
    const { access, device } = start(false);
    expect(access.current()).toBe('unknown');
    device.set.isNewUser.set(true);
    device.set.sync.set({ ...IDLE, phase: 'sending' });
    expect(access.current()).toBe('unknown');
    vi.advanceTimersByTime(1000);
    expect(access.current()).toBe('new');
  });

  test('shows a first screen when it knows, not before', async () => {
    const { access } = start(false);
    const shown = vi.fn();
    void firstScreen(access).then(shown);
    await vi.advanceTimersByTimeAsync(999);
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(shown).toHaveBeenCalled();
    await firstScreen(start(true).access);
  });

  test('a user whom the server has never seen is new before the device has answered', () => {
    const { access, device, hints } = start(false);
    access.hear('unregistered');
    expect(access.current()).toBe('new');
    // It is no guess, so data that turn out too old for the sync change nothing.
    device.set.sync.set({ ...IDLE, phase: 'reopen' });
    expect(access.current()).toBe('new');
    // Onboarding was completed without a network: only the device knows.
    device.set.isNewUser.set(false);
    expect(access.current()).toBe('returning');
    expect(hints.read().onboarded).toBe(true);
  });

  test.each(['known', 'refused', 'unknown'] as const)('a word of %s decides nothing', (said) => {
    const { access } = start(false);
    access.hear(said);
    vi.advanceTimersByTime(999);
    expect(access.current()).toBe('unknown');
    vi.advanceTimersByTime(1);
    expect(access.current()).toBe('new');
  });

  test('a late word makes a guess certain, and changes nothing else', () => {
    const guessed = start(false);
    vi.advanceTimersByTime(1000);
    guessed.access.hear('unregistered');
    guessed.device.set.sync.set({ ...IDLE, phase: 'reopen' });
    expect(guessed.access.current()).toBe('new');

    const known = start(false);
    known.device.set.isNewUser.set(false);
    known.access.hear('unregistered');
    expect(known.access.current()).toBe('returning');

    const completing = start(false, undefined, true);
    completing.access.hear('unregistered');
    expect(completing.access.current()).toBe('unknown');
  });

  test("follows the server's answer at once, either way", () => {
    const returning = start(false);
    returning.device.set.isNewUser.set(false);
    expect(returning.access.current()).toBe('returning');
    expect(returning.hints.read().onboarded).toBe(true);

    const fresh = start(false);
    fresh.device.set.isNewUser.set(true);
    fresh.device.set.sync.set({ ...IDLE, lastSyncedAt: 5 });
    expect(fresh.access.current()).toBe('new');
  });

  test('keeps the requested address until the user is known', () => {
    const { access, device } = start(false);
    vi.advanceTimersByTime(1000);
    access.setReturnPath('/profile?checkin=1');
    device.set.isNewUser.set(false);
    expect(access.current()).toBe('returning');
    expect(access.returnPath()).toBe('/profile?checkin=1');
    access.setReturnPath(null);
    expect(access.returnPath()).toBeNull();
  });
});

describe('launch data that the server refuses as too old', () => {
  const REOPEN = { ...IDLE, phase: 'reopen' } as const;

  test('make an empty device ask to reopen the app, before or after the wait has ended', () => {
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
    // The sync's next try changes nothing.
    late.device.set.sync.set({ ...IDLE, phase: 'offline' });
    expect(late.access.current()).toBe('reopen');
  });

  test('leave a user in onboarding whom the server has called new', () => {
    const { access, device } = start(false);
    device.set.isNewUser.set(true);
    device.set.sync.set({ ...IDLE, lastSyncedAt: 5 });
    device.set.sync.set({ ...REOPEN, lastSyncedAt: 5 });
    expect(access.current()).toBe('new');
  });

  test('leave a user in the app who is known here or has just completed onboarding', () => {
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

  test('let the user in once the device knows them', () => {
    const { access, device, hints } = start(false);
    device.set.sync.set(REOPEN);
    device.set.isNewUser.set(false);
    expect(access.current()).toBe('returning');
    expect(hints.read().onboarded).toBe(true);
  });
});

describe('the requested address', () => {
  const session = () => {
    const map = new Map<string, string>();
    return {
      map,
      getItem: (key: string) => map.get(key) ?? null,
      setItem: map.set.bind(map),
      removeItem: map.delete.bind(map),
    };
  };

  test('survives a reload during onboarding until it is used', () => {
    const tab = session();
    const before = start(false, openReturnPath(tab, 1));
    vi.advanceTimersByTime(1000);
    before.access.setReturnPath('/riskmoney?record=x');
    expect([...tab.map]).toEqual([['irich:1:wanted', '/riskmoney?record=x']]);

    const { access, device } = start(false, openReturnPath(tab, 1));
    device.set.isNewUser.set(false);
    expect(access.current()).toBe('returning');
    expect(access.returnPath()).toBe('/riskmoney?record=x');
    access.setReturnPath(null);
    expect(tab.map.size).toBe(0);
    expect(start(false, openReturnPath(tab, 1)).access.returnPath()).toBeNull();
  });

  test("is per user, and ends with onboarding and with the user's data", () => {
    const tab = session();
    for (const next of ['returning', 'new'] as const) {
      start(false, openReturnPath(tab, 1)).access.setReturnPath('/staking');
      expect(start(false, openReturnPath(tab, 2)).access.returnPath()).toBeNull();
      start(false, openReturnPath(tab, 1)).access.set(next);
      expect(tab.map.size).toBe(0);
    }
  });

  test('lasts as long as the page if the browser stores nothing', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const full = () => {
      throw new Error('QuotaExceededError');
    };
    for (const getItem of [() => null, full]) {
      const { access } = start(false, openReturnPath({ getItem, setItem: full, removeItem: full }, 1));
      access.setReturnPath('/staking');
      expect(access.returnPath()).toBe('/staking');
      access.setReturnPath(null);
      expect(access.returnPath()).toBeNull();
    }
    warn.mockRestore();
  });
});

describe('a device that knows the user', () => {
  test('lets them in before any answer, also with its store lost', () => {
    const { access, device } = start(true);
    expect(access.current()).toBe('returning');
    device.set.isNewUser.set(true);
    device.set.sync.set({ ...IDLE, phase: 'offline', pending: 1 });
    expect(access.current()).toBe('returning');
  });

  test('sends them to onboarding once the server calls them new', () => {
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

test('completing onboarding takes effect at once and leads Home', () => {
  const { access, hints } = start(false);
  vi.advanceTimersByTime(1000);
  access.setReturnPath('/staking');
  access.set('returning');
  expect(access.current()).toBe('returning');
  expect(access.returnPath()).toBeNull();
  expect(hints.read().onboarded).toBe(true);
});

describe('boot hints', () => {
  const storage = (kept: string | null) => {
    const map = new Map(kept === null ? [] : [['irich:7:boot', kept]]);
    return { map, getItem: (key: string) => map.get(key) ?? null, setItem: map.set.bind(map) };
  };

  test('are stored per user', () => {
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

  test('of two tabs do not overwrite each other', () => {
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
  ])('of %s count as none', (kept) => {
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

test('only phones with a named user pass the gate', () => {
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
  expect(gateOf(launch('ios', false))).toBe('no_user');
});
