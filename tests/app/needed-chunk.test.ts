/** When a page reloads for code that it needs: never if the reload would lose data that only this page holds. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferDevice } from '#app/boot/deferred-device.ts';
import { updateWhenOutdated } from '#app/boot/update-self.ts';
import type { Durability } from '#device/model.ts';
import { fakeDevice, IDLE } from '#tests/support/fake-device.ts';

const page = new EventTarget();
const reload = vi.fn();
const offered = vi.fn();
page.addEventListener('irich:reload-offered', offered);

/** Its memory of earlier reloads ends with the page. */
async function newPage() {
  vi.resetModules();
  const { loadNeededChunk } = await import('#app/chunks/load-needed-chunk.ts');
  const { keepReloadsOf } = await import('#app/chunks/reload-once.ts');
  const { MissingChunkError } = await import('#platform/chunks/import-chunk.ts');
  return {
    keepReloadsOf,
    /** Loads code that never arrives. */
    loadMissing(status: number | 'stuck'): void {
      void loadNeededChunk('it', () => Promise.reject(new MissingChunkError('/assets/it.js', status)));
    },
    tryMissing: (status: number | 'stuck') =>
      loadNeededChunk('it', () => Promise.reject(new MissingChunkError('/assets/it.js', status)), {
        patience: 0,
      }),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', Object.assign(page, { sessionStorage: memoryStorage() }));
  vi.stubGlobal('sessionStorage', window.sessionStorage);
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async () => new Response());
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetAllMocks();
});

function memoryStorage(): Storage {
  const rows = new Map<string, string>();
  const getItem = (key: string) => rows.get(key) ?? null;
  const setItem = (key: string, value: string) => void rows.set(key, value);
  return { getItem, setItem } as Storage;
}

const deviceThat = (durability: Durability) => {
  const device = fakeDevice(1);
  device.set.durability.set(durability);
  return device;
};

test.each([
  ['kept', 'stuck'],
  ['kept', 404],
  [undefined, 'stuck'],
] as const)(
  'a page whose store is %s reloads when the engine or the server (%s) has no more',
  async (durability, status) => {
    const { keepReloadsOf, loadMissing } = await newPage();
    keepReloadsOf(durability === undefined ? deferDevice(1).device : deviceThat(durability));
    loadMissing(status);
    await vi.advanceTimersByTimeAsync(300);
    expect(reload).toHaveBeenCalledOnce();
    expect(offered).not.toHaveBeenCalled();
  },
);

test.each([
  ['memory', 'stuck'],
  ['memory', 404],
  ['memory', 0],
  ['read_only', 'stuck'],
] as const)(
  'a page with records only in memory (%s, %s) offers the reload instead',
  async (durability, status) => {
    const { keepReloadsOf, loadMissing } = await newPage();
    keepReloadsOf(deviceThat(durability));
    loadMissing(status);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).not.toHaveBeenCalled();
    expect(offered).toHaveBeenCalled();
  },
);

test.each([
  ['stuck', 1],
  [404, 1],
  [0, 0],
] as const)('code with a single try that fails (%s): %i reloads', async (status, reloads) => {
  const { tryMissing } = await newPage();
  await expect(tryMissing(status)).rejects.toThrow('/assets/it.js is missing');
  await vi.advanceTimersByTimeAsync(300);
  expect(reload).toHaveBeenCalledTimes(reloads);
});

test("the store's state after the server has answered counts", async () => {
  const { device, connect } = deferDevice(1);
  const { keepReloadsOf, loadMissing } = await newPage();
  keepReloadsOf(device);
  vi.stubGlobal('fetch', async () => {
    connect(deviceThat('memory'));
    return new Response();
  });
  loadMissing('stuck');
  await vi.advanceTimersByTimeAsync(300);
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ['kept', 1],
  ['memory', 0],
] as const)(
  'a version that the server no longer supports: with a store that is %s, %i reloads',
  async (durability, reloads) => {
    const device = deviceThat(durability);
    updateWhenOutdated(device);
    device.set.sync.set({ ...IDLE, phase: 'outdated' });
    await vi.advanceTimersByTimeAsync(100);
    expect(reload).toHaveBeenCalledTimes(reloads);
  },
);
