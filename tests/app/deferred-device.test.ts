/** The device before and after its code has loaded. */
import { expect, test, vi } from 'vitest';
import { deferDevice } from '#app/boot/deferred-device.ts';
import { fakeDevice, IDLE } from '#tests/support/fake-device.ts';

test('values are undefined until it loads, then follow the device', () => {
  const { device, connect } = deferDevice(1);
  const changed = vi.fn();
  const stop = device.live.sync.subscribe(changed);
  const left = vi.fn();
  device.live.sync.subscribe(left)();
  expect(device.live.sync.current()).toBeUndefined();

  const real = fakeDevice(1);
  real.set.sync.set(IDLE);
  connect(real);
  expect(changed).toHaveBeenCalledOnce();
  expect(device.live.sync.current()).toBe(IDLE);
  real.set.sync.set({ ...IDLE, pending: 1 });
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
  real.set.sync.set(IDLE);
  expect(changed).toHaveBeenCalledTimes(2);
  expect(left).not.toHaveBeenCalled();
});

test('a query runs once, however often its value is read', () => {
  const { device, connect } = deferDevice(1);
  const early = device.live.history({ limit: 5 });
  const history = vi.fn(fakeDevice(1).live.history);
  const real = fakeDevice(1);
  connect({ ...real, live: { ...real.live, history } });
  early.current();
  early.current();
  expect(history.mock.calls).toEqual([[{ limit: 5 }]]);
});

test('commands wait for it in order', async () => {
  const { device, connect } = deferDevice(1);
  const done: string[] = [];
  const both = [
    device.completeOnboarding().then(() => done.push('onboarding')),
    device.chooseLanguage('ru').then(() => done.push('language')),
  ];
  expect(done).toEqual([]);
  connect(
    fakeDevice(1, {
      completeOnboarding: async () => undefined,
      chooseLanguage: async () => undefined,
    }),
  );
  await Promise.all(both);
  expect(done).toEqual(['onboarding', 'language']);
});

test('it is never a promise, so awaiting it returns at once', async () => {
  const { device, connect } = deferDevice(1);
  expect(await Promise.resolve(device)).toBe(device);
  expect(await Promise.resolve(device.live)).toBe(device.live);
  connect(fakeDevice(1));
  expect(await Promise.resolve(device)).toBe(device);
});
