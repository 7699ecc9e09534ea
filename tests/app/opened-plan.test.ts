/** Which launch has had its plan opened. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { bringsPlan, openedPlanOf } from '#app/opened-plan.ts';

const LAUNCH = `user=%7B%7D&auth_date=1&hash=${'ab'.repeat(32)}`;
const OTHER = LAUNCH.replaceAll('ab', 'cd');

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('a launch is remembered for its user, the newest alone, and without its proof', () => {
  const storage = memory();
  const opened = openedPlanOf(storage, { userId: 7, launchData: LAUNCH });
  expect(opened.isOpened()).toBe(false);
  opened.remember();
  expect(openedPlanOf(storage, { userId: 7, launchData: LAUNCH }).isOpened()).toBe(true);
  expect(openedPlanOf(storage, { userId: 8, launchData: LAUNCH }).isOpened()).toBe(false);
  expect(openedPlanOf(storage, { userId: 7, launchData: OTHER }).isOpened()).toBe(false);
  openedPlanOf(storage, { userId: 7, launchData: OTHER }).remember();
  expect([...storage.kept]).toEqual([['irich:7:plan', 'cd'.repeat(8)]]);
});

test('a browser that stores nothing opens the plan again', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const refusing = {
    getItem: () => {
      throw new Error('refused');
    },
    setItem: () => {
      throw new Error('refused');
    },
  };
  for (const storage of [null, refusing]) {
    const opened = openedPlanOf(storage, { userId: 7, launchData: LAUNCH });
    opened.remember();
    expect(opened.isOpened()).toBe(false);
  }
});

test('a launch brings its plan until that has been opened', () => {
  const storage = memory();
  const launch = { startParameter: 'p1_damaged', launchData: LAUNCH };
  expect(bringsPlan(storage, launch, 7)).toBe(true);
  expect(bringsPlan(null, launch, 7)).toBe(true);
  for (const startParameter of [null, '42', 'see_profile', 'spring&mail'])
    expect(bringsPlan(storage, { ...launch, startParameter }, 7)).toBe(false);
  openedPlanOf(storage, { userId: 7, launchData: LAUNCH }).remember();
  expect(bringsPlan(storage, launch, 7)).toBe(false);
  expect(bringsPlan(storage, { ...launch, launchData: OTHER }, 7)).toBe(true);
});
