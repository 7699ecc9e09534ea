/** The icon on the phone's home screen: its state, and the request to add it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adapterOf, fakeWebApp } from '#tests/platform/adapter-rig.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the state of the icon', () => {
  test("is the host's answer and nothing else", async () => {
    const status = (version: string, said: string) =>
      adapterOf(fakeWebApp(version, { checkHomeScreenStatus: (callback) => callback(said) }), {
        warn: () => undefined,
      }).homeScreenStatus();
    expect(await status('8.0', 'added')).toBe('added');
    expect(await status('8.0', 'whatever')).toBe('unknown');
    expect(await status('7.10', 'missed')).toBe('unsupported');
  });

  test('is requested once for two callers', async () => {
    const checkHomeScreenStatus = vi.fn((callback: (status: string) => void) => callback('added'));
    const adapter = adapterOf(fakeWebApp('8.0', { checkHomeScreenStatus }));
    expect(await Promise.all([adapter.homeScreenStatus(), adapter.homeScreenStatus()])).toEqual([
      'added',
      'added',
    ]);
    expect(checkHomeScreenStatus).toHaveBeenCalledOnce();
  });

  test('is unknown if no answer ever comes', async () => {
    const warn = vi.fn();
    const adapter = adapterOf(fakeWebApp('8.0', { checkHomeScreenStatus: () => undefined }), { warn });
    const status = adapter.homeScreenStatus();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await status).toBe('unknown');
  });
});

describe('adding the icon', () => {
  const start = () => {
    const webApp = fakeWebApp('8.0');
    const asked = () => webApp.calls.filter((call) => call === 'addToHomeScreen').length;
    return { webApp, adapter: adapterOf(webApp), asked };
  };

  test('succeeds once the host reports it', () => {
    const { webApp, adapter } = start();
    const onAdded = vi.fn();
    adapter.addToHomeScreen(onAdded);
    expect(onAdded).not.toHaveBeenCalled();
    webApp.emit('homeScreenAdded');
    expect(onAdded).toHaveBeenCalledOnce();
  });

  test.each([4_000, 59_000, 3_600_000])('waits for the user for any time: %i ms', async (ms) => {
    const { webApp, adapter } = start();
    const onAdded = vi.fn();
    adapter.addToHomeScreen(onAdded);
    await vi.advanceTimersByTimeAsync(ms);
    webApp.emit('homeScreenAdded');
    expect(onAdded).toHaveBeenCalledOnce();
  });

  test('is not requested twice at once, and the newest caller gets the answer', async () => {
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

  test('can be requested again once the user is back, or after a long time', async () => {
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
