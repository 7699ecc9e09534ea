/** Registers the service worker and tells the app when a new version waits. Absent or refused, nothing else changes. */

const CHECK_EVERY_MS = 60 * 60 * 1000;

/**
 * Call once, when the first screen is usable. `onNewVersion` gets the function that takes the new version over: the page
 * then loads again, with drafts kept. It may be called more than once; the last one counts.
 */
export async function watchForUpdate(onNewVersion: (takeOver: () => void) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  // Without a controller this page came from the network: the first worker's arrival is no new version of it.
  let wasControlled = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (wasControlled) location.reload();
    wasControlled = true;
  });
  try {
    const registration = await container.register('/sw.js', { updateViaCache: 'none' });
    const announce = (worker: ServiceWorker | null) => {
      if (worker === null || container.controller === null) return;
      onNewVersion(() => worker.postMessage({ type: 'SKIP_WAITING' }));
    };
    announce(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed') announce(worker);
      });
    });
    checkNowAndThen(registration);
  } catch (error) {
    // Private windows, iOS web views and hardened browsers refuse; the app works without.
    console.warn('service worker not registered', error);
  }
}

/** A mini-app can stay open for days: looks for a new version when it is shown again, at most hourly. */
function checkNowAndThen(registration: ServiceWorkerRegistration): void {
  let checkedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = performance.now();
    registration.update().catch((error: unknown) => console.warn('no look for a new version', error));
  });
}
