/** What a wallet leaves on a phone: each user's own, in memory where the browser has no room, and gone when it is to be. */
import { expect, test } from 'vitest';
import { openUserStorage } from '#features/wallet/kept/user-storage.ts';

/** As the browser's: what is kept are its own keys. */
function storage(kept: Record<string, string> = {}, refuses = false): Storage {
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem(key: string, value: string) {
      if (refuses) throw new DOMException('no room', 'QuotaExceededError');
      kept[key] = value;
    },
    removeItem(key: string) {
      delete kept[key];
    },
  };
  return new Proxy(kept, {
    get: (_, name) => methods[name as keyof typeof methods] ?? kept[name as string],
  }) as unknown as Storage;
}

test('two accounts never see each other’s', () => {
  const kept = {};
  const [ada, bob] = [openUserStorage(1, storage(kept)), openUserStorage(11, storage(kept))];
  ada.setItem('connection', 'of Ada');
  expect(ada.getItem('connection')).toBe('of Ada');
  expect(bob.getItem('connection')).toBeNull();
  bob.setItem('connection', 'of Bob');
  ada.clear();
  expect(ada.getItem('connection')).toBeNull();
  expect(bob.getItem('connection')).toBe('of Bob');
  expect(kept).toEqual({ 'irich:11:wallet:connection': 'of Bob' });
});

test('where the browser keeps nothing it lasts as long as the page', () => {
  const full = { 'irich:1:wallet:connection': 'older' };
  for (const browser of [null, storage({}, true), storage(full, true)]) {
    const own = openUserStorage(1, browser);
    own.setItem('connection', 'newer');
    expect(own.getItem('connection')).toBe('newer');
    own.removeItem('connection');
    expect(own.getItem('connection')).toBeNull();
  }
});

test('whoever holds something of it hears that it was cleared', () => {
  const own = openUserStorage(1, storage());
  own.setItem('connection', 'x');
  let heard: string | null = 'nothing';
  own.onClear(() => {
    heard = own.getItem('connection');
  });
  own.clear();
  expect(heard).toBeNull();
});
