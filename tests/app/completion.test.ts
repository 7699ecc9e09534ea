import { expect, test, vi } from 'vitest';
import { completeOnboarding, followAccess, keepCompletion } from '#app/boot/access.ts';
import { openBootHints } from '#app/boot/boot-hint.ts';
import { openReturnPath } from '#app/routing/return-path.ts';
import { fakeDevice, IDLE } from '#tests/support/fake-device.ts';

test('the end of onboarding is first stored in the hint, until the device has it', async () => {
  const hints = openBootHints(null, 7);
  let keep = () => {};
  const device = { completeOnboarding: () => new Promise<void>((resolve) => (keep = resolve)) };
  const set = vi.fn();
  completeOnboarding({ device, hints, access: { set } });
  expect(hints.read().completing).toBe(true);
  expect(set).toHaveBeenCalledWith('returning');
  keep();
  await vi.waitFor(() => expect(hints.read().completing).toBe(false));
});

test('interrupted by a reload, it is stored at the next start, and the user is not sent back', async () => {
  const kept = vi.fn(async () => undefined);
  const device = fakeDevice(7, { completeOnboarding: kept });
  const hints = openBootHints(null, 7);
  hints.write({ onboarded: true, completing: true });
  const access = followAccess(device, hints, openReturnPath(null, 7));
  device.set.isNewUser.set(true);
  device.set.sync.set({ ...IDLE, lastSyncedAt: 1 });
  expect(access.current()).toBe('returning');
  await keepCompletion({ device, hints });
  await keepCompletion({ device, hints });
  expect(kept).toHaveBeenCalledTimes(1);
  device.set.isNewUser.set(false);
  expect(access.current()).toBe('returning');
});

test('a device that reports it late sends no user back and loses no choice', async () => {
  const device = fakeDevice(7, { completeOnboarding: async () => undefined });
  const hints = openBootHints(null, 7);
  const access = followAccess(device, hints, openReturnPath(null, 7));
  device.set.isNewUser.set(true);
  device.set.sync.set({ ...IDLE, lastSyncedAt: 1 });
  hints.write({ language: 'ru' });
  const seen: string[] = [];
  access.subscribe(() => seen.push(access.current()));
  completeOnboarding({ device, hints, access });
  await vi.waitFor(() => expect(hints.read().completing).toBe(false));
  device.set.sync.set({ ...IDLE, lastSyncedAt: 1, pending: 1 });
  device.set.isNewUser.set(false);
  expect(seen).toEqual(['returning']);
  expect(hints.read().language).toBe('ru');
  device.set.isNewUser.set(true);
  expect(seen).toEqual(['returning', 'new']);
});
