/** Registers the service worker and tells the app when a new version waits. Absent or refused, nothing else changes. */
import { Workbox } from 'workbox-window';
import { reloadPage } from './reload-page.ts';

const CHECK_EVERY_MS = 60 * 60 * 1000;

export interface Updates {
  /**
   * Gets the function that takes the new version over: the page then loads again, with drafts kept. It may be called more
   * than once; the last one counts.
   */
  readonly onNewVersion: (takeOver: () => void) => void;
  /** Another page of the app took the new version over: this one is to load again. */
  readonly onTakenOver: () => void;
}

/** Call once, when the first screen is usable. */
export async function watchForUpdate({ onNewVersion, onTakenOver }: Updates): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // Without a controller this page came from the network: the first worker's arrival is no new version of it.
  let wasControlled = navigator.serviceWorker.controller !== null;
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  let isAgreed = false;
  workbox.addEventListener('controlling', () => {
    if (isAgreed) reloadPage();
    else if (wasControlled) onTakenOver();
    wasControlled = true;
  });
  workbox.addEventListener('waiting', () =>
    onNewVersion(() => {
      isAgreed = true;
      workbox.messageSkipWaiting();
    }),
  );
  try {
    if ((await workbox.register({ immediate: true })) !== undefined) checkNowAndThen(workbox);
  } catch (error) {
    // Private windows, iOS web views and hardened browsers refuse; the app works without.
    console.warn('service worker not registered', error);
  }
}

/** A mini-app can stay open for days: looks for a new version when it is shown again, at most hourly. */
function checkNowAndThen(workbox: Workbox): void {
  let checkedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = performance.now();
    workbox.update().catch((error: unknown) => console.warn('no look for a new version', error));
  });
}
