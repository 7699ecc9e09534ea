/** A reload keeps the launch data even if the browser stores nothing for the tab. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadAt, reloadPage } from '#app/chunks/reload-page.ts';

const LAUNCH = 'tgWebAppPlatform=ios&tgWebAppVersion=8.0&tgWebAppData=user%3D1';
const calls: string[] = [];

function open(address: { readonly first: string; readonly hash: string; readonly keeps: boolean }): void {
  vi.stubGlobal('window', {
    get sessionStorage() {
      if (!address.keeps) throw new DOMException('refused', 'SecurityError');
      return {};
    },
  });
  vi.stubGlobal('location', {
    origin: 'https://irich.test',
    pathname: '/history',
    search: '?a=1',
    hash: address.hash,
    reload: () => calls.push('reload'),
  });
  vi.stubGlobal('history', { state: null, replaceState: (_: null, __: '', to: string) => calls.push(to) });
  vi.stubGlobal('performance', { getEntriesByType: () => [{ name: `https://irich.test/${address.first}` }] });
}

beforeEach(() => {
  calls.length = 0;
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the launch data return to an address that lost them if they are stored nowhere else', () => {
  open({ first: `index#${LAUNCH}`, hash: '', keeps: false });
  reloadPage();
  expect(calls).toEqual([`https://irich.test/history?a=1#${LAUNCH}`, 'reload']);
});

test.each([
  ['kept', true, ''],
  ['lost', false, `#${LAUNCH}`],
])(
  'an address that waits behind onboarding is loaded, with the launch data that are %s',
  (_, keeps, hash) => {
    open({ first: `history#${LAUNCH}`, hash: '', keeps });
    reloadAt(() => '/profile?checkin=1');
    reloadPage();
    reloadAt(() => null);
    expect(calls).toEqual([`https://irich.test/profile?checkin=1${hash}`, 'reload']);
  },
);

test('a path with two slashes stays an address of this site', () => {
  open({ first: `index#${LAUNCH}`, hash: '', keeps: true });
  reloadAt(() => '//elsewhere.test');
  reloadPage();
  reloadAt(() => null);
  expect(new URL(calls[0] ?? '').host).toBe('irich.test');
});

test.each([
  ['the browser keeps them', { first: `index#${LAUNCH}`, hash: '', keeps: true }],
  ['the address still has them', { first: `index#${LAUNCH}`, hash: `#${LAUNCH}`, keeps: false }],
  ['the page never had any', { first: 'index#top', hash: '', keeps: false }],
])('the address stays unchanged if %s', (_, address) => {
  open(address);
  reloadPage();
  expect(calls).toEqual(['reload']);
});
