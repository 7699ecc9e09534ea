/** Sends the outbox without a page: for the service worker, in browsers that have one and wake it. */
import { deviceZone, systemClock } from '#platform/clock.ts';
import { browserStorage } from '#platform/storage.ts';
import { readFacts } from './store/facts.ts';
import { openUserStore } from './store/open-user-store.ts';
import { createApiClient } from './sync/api-client.ts';
import { fullPace } from './sync/context.ts';
import { leaseLock, tabLock } from './sync/lock.ts';
import { runRound } from './sync/round.ts';
import { sendSeals } from './sync/seals.ts';

/**
 * Sends the outbox of one user, with that user's launch data only. True if nothing is left to send; false if a later
 * try is needed, here or by the app.
 */
export async function sendOutboxInBackground(userId: number): Promise<boolean> {
  const storage = browserStorage();
  const log = (message: string, cause?: unknown) => console.warn(message, cause ?? '');
  const store = await openUserStore(userId, storage, systemClock, log);
  try {
    const { launchData } = await readFacts(store);
    if (launchData === null || store.durability() !== 'kept') return true;
    const api = createApiClient({
      fetch: (url, init) => fetch(url, init),
      baseUrl: '',
      launchData,
      clock: systemClock,
      log,
    });
    const context = {
      userId,
      launchData,
      store,
      api,
      clock: systemClock,
      zone: deviceZone(),
      putOff: new Set<string>(),
      pace: fullPace(),
      loadSeals: async () => sendSeals,
      log,
    };
    const lock =
      storage.locks === null
        ? leaseLock(store, systemClock, crypto.randomUUID())
        : tabLock(storage.locks, userId);
    const stop = await lock.run(() =>
      runRound(context, { sendOnly: true, refresh: false, retryPutOff: true, first: false }),
    );
    return stop === null;
  } finally {
    store.close();
  }
}
