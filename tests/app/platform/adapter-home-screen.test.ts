/** The icon on the phone's home screen: whether it is there, and asking for it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adapterOf, fakeWebApp } from '#tests/app/platform/adapter-rig.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('whether it is there', () => {
  test('is what the host says, and never anything else', async () => {
    const status = (version: string, said: string) =>
      adapterOf(fakeWebApp(version, { checkHomeScreenStatus: (callback) => callback(said) }), {
        warn: () => undefined,
      }).homeScreenStatus();
    expect(await status('8.0', 'added')).toBe('added');
    expect(await status('8.0', 'whatever')).toBe('unknown');
    expect(await status('7.10', 'missed')).toBe('unsupported');
  });

  test('is asked once for two who want to know', async () => {
    const checkHomeScreenStatus = vi.fn((callback: (status: string) => void) => callback('added'));
    const adapter = adapterOf(fakeWebApp('8.0', { checkHomeScreenStatus }));
    expect(await Promise.all([adapter.homeScreenStatus(), adapter.homeScreenStatus()])).toEqual([
      'added',
      'added',
    ]);
    expect(checkHomeScreenStatus).toHaveBeenCalledOnce();
  });

  test('is unknown where no answer ever comes', async () => {
    const warn = vi.fn();
    const adapter = adapterOf(fakeWebApp('8.0', { checkHomeScreenStatus: () => undefined }), { warn });
    const status = adapter.homeScreenStatus();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await status).toBe('unknown');
  });
});

describe('asking for it', () => {
  const start = () => {
    const webApp = fakeWebApp('8.0');
    const asked = () => webApp.calls.filter((call) => call === 'addToHomeScreen').length;
    return { webApp, adapter: adapterOf(webApp), asked };
  };

  test('tells once the host says that it was added', () => {
    const { webApp, adapter } = start();
    const onAdded = vi.fn();
    adapter.addToHomeScreen(onAdded);
    expect(onAdded).not.toHaveBeenCalled();
    webApp.emit('homeScreenAdded');
    expect(onAdded).toHaveBeenCalledOnce();
  });

  test.each([4_000, 59_000, 3_600_000])('however long the user takes: %i ms', async (ms) => {
    const { webApp, adapter } = start();
    const onAdded = vi.fn();
    adapter.addToHomeScreen(onAdded);
    await vi.advanceTimersByTimeAsync(ms);
    webApp.emit('homeScreenAdded');
    expect(onAdded).toHaveBeenCalledOnce();
  });

  test('a second time meanwhile asks nothing, and the newest is told', async () => {
    const { webApp, adapter, asked } = start();
    const [first, second] = [vi.fn(), vi.fn()];
    adapter.addToHomeScreen(first);
    await vi.advanceTimersByTimeAsync(10_000);
    adapter.addToHomeScreen(second);
    expect(asked()).toBe(1);
    webApp.emit('homeScreenAdded');
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  test('asks anew once the user is back from the question, or has long been', async () => {
    const { webApp, adapter, asked } = start();
    const onAdded = vi.fn();
    adapter.addToHomeScreen(onAdded);
    webApp.emit('activated');
    adapter.addToHomeScreen(onAdded);
    expect(asked()).toBe(2);
    await vi.advanceTimersByTimeAsync(60_000);
    adapter.addToHomeScreen(onAdded);
    expect(asked()).toBe(3);
    webApp.emit('homeScreenAdded');
    expect(onAdded).toHaveBeenCalledOnce();
  });
});
