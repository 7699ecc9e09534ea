/** The day of the advert: by the phone's own clock, for each user, with or without a storage. */
import { afterEach, expect, test, vi } from 'vitest';
import { forgetShown, keepShown, wasShownToday } from '#app/advert-day.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
  removeItem: (key: string) => kept.delete(key),
};

afterEach(() => {
  vi.unstubAllGlobals();
  for (const userId of [7, 77]) forgetShown(userId);
  kept.clear();
});

/** A new page, which knows only what the browser stores. */
async function newPage() {
  vi.resetModules();
  return import('#app/advert-day.ts');
}

test('a day ends at midnight, and a clock that was set back begins none', async () => {
  vi.stubGlobal('window', { localStorage: storage });
  expect(wasShownToday(7, at(20, 9))).toBe(false);
  keepShown(7, at(20, 9));
  for (const { wasShownToday: isShown } of [{ wasShownToday }, await newPage()]) {
    expect(isShown(7, at(20, 0))).toBe(true);
    expect(isShown(7, at(20, 23, 59))).toBe(true);
    expect(isShown(7, at(19, 12))).toBe(true);
    expect(isShown(7, at(21, 0))).toBe(false);
    expect(isShown(77, at(20, 9))).toBe(false);
  }
});

test('deleted data take the day with them', async () => {
  vi.stubGlobal('window', { localStorage: storage });
  keepShown(7, at(20, 9));
  keepShown(77, at(20, 9));
  forgetShown(7);
  for (const { wasShownToday: isShown } of [{ wasShownToday }, await newPage()]) {
    expect(isShown(7, at(20, 9))).toBe(false);
    expect(isShown(77, at(20, 9))).toBe(true);
  }
});

test.each(['', 'soon', '-1'])('a stored %j is no day', (text) => {
  vi.stubGlobal('window', { localStorage: storage });
  kept.set('irich:7:advert', text);
  expect(wasShownToday(7, at(20, 9))).toBe(false);
});

test('without a storage the day lasts as long as the page', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('window', {
    get localStorage(): never {
      throw new DOMException('no storage', 'SecurityError');
    },
  });
  keepShown(7, at(20, 9));
  expect(wasShownToday(7, at(20, 10))).toBe(true);
});
