/**
 * Registers the service worker and tells the app when a new version waits. If it is absent or refused, nothing else
 * changes.
 */
import { Workbox } from 'workbox-window';
import { reloadPage } from '../chunks/reload-page.ts';

const CHECK_EVERY_MS = 60 * 60 * 1000;

export interface Updates {
  /**
   * Gets the function that activates the new version: the page then reloads, with drafts kept. May be called more than
   * once; the last call counts.
   */
  readonly onNewVersion: (takeOver: () => void) => void;
  /** Another page of the app activated the new version: this one must reload. */
  readonly onTakenOver: () => void;
}

/** Call once, when the first screen is usable. */
export async function watchForUpdate({ onNewVersion, onTakenOver }: Updates): Promise<void> {
  // In development there is no built service worker, and one would keep code that has changed since.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // Without a controller this page came from the network, so the first worker is no new version of it.
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
    // Private windows, iOS web views and hardened browsers refuse; the app works without a service worker.
    console.warn('cannot register the service worker', error);
  }
}

/** A mini-app can stay open for days: checks for a new version when it is shown again, at most hourly. */
function checkNowAndThen(workbox: Workbox): void {
  let checkedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = performance.now();
    workbox.update().catch((error: unknown) => console.warn('cannot check for a new version', error));
  });
}
