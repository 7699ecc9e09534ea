/** Opens the device with the browser's own ports. */
import type { LoadChunk } from '#platform/chunks/load-chunk.ts';
import { deviceZone, systemClock } from '#platform/clock.ts';
import { browserNetwork } from '#platform/network.ts';
import { systemRandom } from '#platform/random.ts';
import { browserStorage } from '#platform/storage.ts';
import { createDevice } from './create-device.ts';
import type { Device } from './model.ts';
import { openUserStore } from './store/open-user-store.ts';
import { releaseWithPage } from './store/release-with-page.ts';
import { leaseLock, tabLock } from './sync/lock.ts';

export interface DeviceOptions {
  readonly userId: number;
  readonly launchData: string;
  /** Loads the code of the device that its start does not need. */
  readonly loadChunk: LoadChunk;
}

export async function openDevice({ userId, launchData, loadChunk }: DeviceOptions): Promise<Device> {
  const storage = browserStorage();
  const log = (message: string, cause?: unknown) => console.warn(message, cause ?? '');
  const store = await openUserStore(userId, storage, systemClock, log);
  releaseWithPage(store, globalThis);
  return createDevice({
    userId,
    launchData,
    store,
    fetch: (url, init) => fetch(url, init),
    baseUrl: '',
    clock: systemClock,
    zone: deviceZone(),
    random: systemRandom,
    network: browserNetwork(),
    lock:
      storage.locks === null
        ? leaseLock(store, systemClock, crypto.randomUUID())
        : tabLock(storage.locks, userId),
    pins: {
      origin: import.meta.env.VITE_PROOF_ORIGIN,
      keys: import.meta.env.VITE_PROOF_KEYS,
      witnesses: import.meta.env.VITE_PROOF_WITNESSES,
      quorum: import.meta.env.VITE_PROOF_QUORUM,
    },
    async fetchCalls() {
      const { browserCalls } = await loadChunk(
        "the device's calls",
        () => import('./calls/browser-calls.ts'),
        { patience: 0 },
      );
      return browserCalls(loadChunk, log);
    },
    persist: storage.persist,
    log,
  });
}
