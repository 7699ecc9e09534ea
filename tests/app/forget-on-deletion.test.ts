/**
 * What the phone drops when the user's data are deleted: half-filled forms, the wallet and the advert's day, of this user
 * alone.
 */
import { afterEach, expect, test, vi } from 'vitest';
import type { Access } from '#app/boot/access.ts';
import { forgetOnDeletion } from '#app/boot/forget-on-deletion.ts';

const MINE = ['irich:7:draft:staking', 'irich:7:draft:risk-money'];
const ADVERT = 'irich:7:advert';
const OTHERS = ['irich:77:draft:staking', 'irich:77:advert', 'irich:7:boot', 'another app'];

/** Like a browser's: its names are its own properties. */
function storageWith(names: readonly string[]): Storage {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Record<string, string>, name: string, text: string) {
      this[name] = text;
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  };
  return Object.assign(Object.create(methods), Object.fromEntries(names.map((name) => [name, '{}'])));
}

function accessAt(first: Access) {
  let access = first;
  const listeners = new Set<() => void>();
  const state = {
    current: () => access,
    subscribe(onChange: () => void) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
  return {
    state,
    become(next: Access) {
      access = next;
      for (const listener of listeners) listener();
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

test.each<readonly [string, Access, Access, boolean]>([
  ['a deletion', 'returning', 'new', true],
  ['a user who is not known yet', 'unknown', 'new', false],
  ['a launch that is too old', 'unknown', 'reopen', false],
  ['a completed onboarding', 'new', 'returning', false],
])('%s', (_, before, after, isDropped) => {
  const local = storageWith([...MINE, ADVERT, ...OTHERS]);
  const session = storageWith([...MINE, ...OTHERS]);
  vi.stubGlobal('window', { localStorage: local, sessionStorage: session });
  vi.stubGlobal('localStorage', local);
  const access = accessAt(before);
  forgetOnDeletion(7, access.state);
  access.become(after);
  expect(Object.keys(local)).toEqual(isDropped ? OTHERS : [...MINE, ADVERT, ...OTHERS]);
  expect(Object.keys(session)).toEqual(isDropped ? OTHERS : [...MINE, ...OTHERS]);
});
