/** A reload that brings lost code back is told once, in the page that it brings. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const FILE = '/assets/calls.js';
const DEVICE = { userId: 7, live: { durability: { current: () => 'kept' as const } } };
let reloads = 0;

beforeEach(() => {
  const kept = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  reloads = 0;
  const location = { pathname: '/', search: '', hash: '', origin: 'https://x', reload: () => (reloads += 1) };
  vi.stubGlobal('window', { sessionStorage, dispatchEvent: () => true });
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  vi.stubGlobal('location', location);
});

afterEach(() => vi.unstubAllGlobals());

/** The module as a fresh page has it. */
async function openPage() {
  vi.resetModules();
  const page = await import('#app/chunks/reload-once.ts');
  page.keepReloadsOf(DEVICE);
  return page;
}

test('the page that is left does not take the note of the page that comes', async () => {
  const left = await openPage();
  expect(left.takeReloadNote()).toBe(false);
  expect(await left.reloadOnce(FILE)).toBe(true);
  expect(reloads).toBe(1);
  expect(left.takeReloadNote()).toBe(false);
  const come = await openPage();
  expect(come.takeReloadNote()).toBe(true);
  expect(come.takeReloadNote()).toBe(false);
  expect(await come.reloadOnce(FILE)).toBe(false);
});
