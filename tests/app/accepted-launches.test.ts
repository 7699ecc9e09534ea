/** In a plain browser: which launch data open the app without a question. */
import { expect, test } from 'vitest';
import { isAccepted, keepAccepted } from '#app/boot/accepted-launches.ts';
import { type Launch, parseLaunch } from '#platform/telegram/launch.ts';
import { launchFragment } from '#tests/support/launch.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

function launchOf(id: number, hash: string): Launch {
  const user = JSON.stringify({ id, first_name: 'Ada' });
  const launch = parseLaunch(launchFragment({ launchData: new URLSearchParams({ user, hash }).toString() }));
  if (launch === null) throw new Error('no launch');
  return launch;
}

test('only accepted launch data, for their own user, stored in unusable form', async () => {
  const place = storage();
  const launch = launchOf(1, 'signed');
  expect(await isAccepted(place, launch)).toBe(false);
  await keepAccepted(place, launch);
  expect(await isAccepted(place, launch)).toBe(true);
  expect(await isAccepted(place, launchOf(1, 'forged'))).toBe(false);
  expect(await isAccepted(place, launchOf(2, 'signed'))).toBe(false);
  expect(await isAccepted(null, launch)).toBe(false);
  expect([...place.kept.keys()]).toEqual(['irich:1:accepted']);
  expect([...place.kept.values()].join()).not.toContain('signed');
});

test('the newest five are stored, and unreadable ones count as none', async () => {
  const place = storage();
  for (let count = 0; count < 8; count += 1) await keepAccepted(place, launchOf(1, `launch ${count}`));
  expect(await isAccepted(place, launchOf(1, 'launch 2'))).toBe(false);
  expect(await isAccepted(place, launchOf(1, 'launch 3'))).toBe(true);
  for (const text of ['{', '{}', '7']) {
    place.kept.set('irich:1:accepted', text);
    expect(await isAccepted(place, launchOf(1, 'launch 7')), text).toBe(false);
  }
});
