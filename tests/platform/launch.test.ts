/** Launch parameters from all their sources, in every form that clients send. */
import { describe, expect, test, vi } from 'vitest';
import { parseLaunch, readLaunch } from '#platform/telegram/launch.ts';
import { launchFragment, signLaunchData } from '#tests/support/launch.ts';

const USER = { id: 42, first_name: 'Ada', username: 'ada', language_code: 'ru', is_premium: true };
const DATA = signLaunchData({
  user: USER,
  botToken: '1:token',
  authDate: 1_700_000_000,
  startParameter: '77',
});
const FRAGMENT = launchFragment({ launchData: DATA });

class MemoryStorage {
  readonly map = new Map<string, string>();
  get length() {
    return this.map.size;
  }
  key = (index: number) => [...this.map.keys()][index] ?? null;
  getItem = (key: string) => this.map.get(key) ?? null;
  setItem = (key: string, value: string) => void this.map.set(key, value);
  removeItem = (key: string) => void this.map.delete(key);
}

describe('the fragment', () => {
  test('gives platform, version, theme, the user and the data exactly as signed', () => {
    const launch = parseLaunch(`#${FRAGMENT}`);
    expect(launch).toMatchObject({
      platform: 'android',
      version: '8.0',
      data: DATA,
      startParameter: '77',
      user: {
        id: 42,
        firstName: 'Ada',
        lastName: null,
        username: 'ada',
        languageCode: 'ru',
        isPremium: true,
      },
    });
    expect(launch?.theme['bg_color']).toBe('#ffffff');
  });

  test('of the client that does not encode the data gives the same data', () => {
    const encoded = `tgWebAppData=${encodeURIComponent(DATA)}&tgWebAppVersion=7.2&tgWebAppPlatform=ios`;
    const plain = `tgWebAppData=${DATA}&tgWebAppVersion=7.2&tgWebAppPlatform=ios`;
    expect(parseLaunch(plain)?.data).toBe(DATA);
    expect(parseLaunch(plain)?.data).toBe(parseLaunch(encoded)?.data);
    expect(parseLaunch(plain)?.user?.id).toBe(42);
    expect(parseLaunch(plain)?.platform).toBe('ios');
  });

  test('encodes data beyond printable ASCII to fit into a header', () => {
    const raw = 'auth_date=1&user={"id":7,"first_name":"Вера П"}&hash=ab';
    const launch = parseLaunch(
      `tgWebAppData=${encodeURIComponent(raw)}&tgWebAppVersion=8.0&tgWebAppPlatform=android`,
    );
    expect(launch?.data).toMatch(/^[\x21-\x7e]+$/);
    expect(new URLSearchParams(launch?.data).get('user')).toBe('{"id":7,"first_name":"Вера П"}');
    expect(launch?.user?.firstName).toBe('Вера П');
  });

  test.each([
    ['', 'nothing'],
    ['section', 'an anchor'],
    ['tgWebAppData=a&tgWebAppVersion=8.0', 'no platform'],
    ['tgWebAppPlatform=ios', 'no version'],
    ['tgWebAppPlatform=ios&tgWebAppVersion=latest', 'a version that is none'],
    ['tgWebAppPlatform=&tgWebAppVersion=8.0', 'an empty platform'],
  ])('%s is not a launch: %s', (fragment) => {
    expect(parseLaunch(fragment)).toBeNull();
  });

  test.each([
    ['user=%7B%22id%22%3A0%7D', 'not positive'],
    ['user=%7B%22id%22%3A1.5%7D', 'not whole'],
    ['user=%7B%22id%22%3A%2242%22%7D', 'text'],
    ['user=%5B42%5D', 'a list'],
    ['user=nonsense', 'not JSON'],
    ['hash=ab', 'absent'],
  ])('a user of %s is refused: %s', (data) => {
    const fragment = `tgWebAppData=${encodeURIComponent(data)}&tgWebAppVersion=8.0&tgWebAppPlatform=ios`;
    expect(parseLaunch(fragment)).toMatchObject({ user: null });
  });

  test('premium must be exactly true, and colours six-digit hex', () => {
    const user = signLaunchData({ user: { ...USER, is_premium: 1 as unknown as boolean }, botToken: '1:t' });
    const theme = { bg_color: '#FFF', text_color: '#000000', hint_color: 'red', link_color: 7 };
    const launch = parseLaunch(
      launchFragment({ launchData: user, theme: theme as unknown as Record<string, string> }),
    );
    expect(launch?.user?.isPremium).toBe(false);
    expect(launch?.theme).toEqual({ text_color: '#000000' });
  });
});

describe('sources', () => {
  test("the fragment wins, then the first address, then this tab's stored copy", () => {
    const storage = new MemoryStorage();
    const other = launchFragment({ launchData: DATA, platform: 'ios' });
    const navigation = `https://app.test/profile#${other}`;
    expect(readLaunch({ hash: `#${FRAGMENT}`, navigation, storage })?.platform).toBe('android');
    expect(readLaunch({ hash: '', navigation, storage })?.platform).toBe('ios');
    expect(readLaunch({ hash: '', navigation: 'https://app.test/', storage })?.platform).toBe('ios');
    expect(readLaunch({ hash: '', navigation: null, storage: new MemoryStorage() })).toBeNull();
    expect(readLaunch({ hash: '', navigation: null, storage: null })).toBeNull();
  });

  test('the stored copy is per user, and never stays beside another account', () => {
    const storage = new MemoryStorage();
    readLaunch({ hash: `#${FRAGMENT}`, navigation: null, storage });
    expect([...storage.map.keys()]).toEqual(['irich:42:launch']);
    const boris = signLaunchData({ user: { id: 43, first_name: 'Boris' }, botToken: '1:token' });
    readLaunch({ hash: `#${launchFragment({ launchData: boris })}`, navigation: null, storage });
    expect([...storage.map.keys()]).toEqual(['irich:43:launch']);
    expect(readLaunch({ hash: '', navigation: null, storage })?.user?.id).toBe(43);
  });

  test('data that libraries store for all users goes with a change of account, and not before', () => {
    const storage = new MemoryStorage();
    readLaunch({ hash: `#${FRAGMENT}`, navigation: null, storage });
    storage.setItem('__telegram__initParams', FRAGMENT);
    storage.setItem('irich:42:wanted', '/staking');
    readLaunch({ hash: `#${FRAGMENT}`, navigation: null, storage });
    expect([...storage.map.keys()]).toContain('__telegram__initParams');
    const boris = signLaunchData({ user: { id: 43, first_name: 'Boris' }, botToken: '1:t' });
    readLaunch({ hash: `#${launchFragment({ launchData: boris })}`, navigation: null, storage });
    expect([...storage.map.keys()].toSorted()).toEqual(['irich:42:wanted', 'irich:43:launch']);
  });

  test('a tab that refuses storage still opens', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const storage = new MemoryStorage();
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(readLaunch({ hash: `#${FRAGMENT}`, navigation: null, storage })?.user?.id).toBe(42);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});
