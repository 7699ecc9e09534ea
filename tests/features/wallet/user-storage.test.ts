/** The storage of wallets: separate for each user, in memory if the browser's storage is full, and cleared on deletion. */
import { expect, test } from 'vitest';
import { openUserStorage } from '#features/wallet/storage/user-storage.ts';

/** Like the browser's storage, whose keys are its own properties. */
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

test('two accounts do not see each other’s values', () => {
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

test('values last as long as the page if the browser’s storage refuses them', () => {
  const full = { 'irich:1:wallet:connection': 'older' };
  for (const browser of [null, storage({}, true), storage(full, true)]) {
    const own = openUserStorage(1, browser);
    own.setItem('connection', 'newer');
    expect(own.getItem('connection')).toBe('newer');
    own.removeItem('connection');
    expect(own.getItem('connection')).toBeNull();
  }
});

test('listeners hear of a clear after it', () => {
  const own = openUserStorage(1, storage());
  own.setItem('connection', 'x');
  let heard: string | null = 'nothing';
  own.onClear(() => {
    heard = own.getItem('connection');
  });
  own.clear();
  expect(heard).toBeNull();
});
