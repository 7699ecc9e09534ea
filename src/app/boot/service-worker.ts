/**
 * Registers the service worker and tells the app when a new version waits. If it is absent or refused, nothing else
 * changes.
 */
import { Workbox } from 'workbox-window';
import type { Device } from '#device/model.ts';
import { reloadPage } from '../chunks/reload-page.ts';
import { whenAtRest } from './when-idle.ts';

const CHECK_EVERY_MS = 60 * 60 * 1000;
/** A browser that refuses, or a full device, is not asked for ever. */
const MOST_TRIES = 5;

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
export async function watchForUpdate(device: Device, { onNewVersion, onTakenOver }: Updates): Promise<void> {
  // In development there is no built service worker, and one would keep code that has changed since.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // Without a controller this page came from the network, so the first worker is no new version of it.
  let wasControlled = serviceWorker.controller !== null;
  let isAgreed = false;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAgreed) reloadPage();
    else if (wasControlled) onTakenOver();
    wasControlled = true;
  });

  let workbox: Workbox;
  let tries = 0;
  let isTrying = false;
  /** Without a network, the registration fails, or the browser drops it with the failed installation. */
  const registerIfNone = async (): Promise<void> => {
    if (isTrying || tries === MOST_TRIES) return;
    isTrying = true;
    try {
      if (tries > 0 && (await serviceWorker.getRegistration()) !== undefined) return;
      tries += 1;
      // One that has registered cannot do so again.
      workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
      workbox.addEventListener('waiting', () =>
        onNewVersion(() => {
          isAgreed = true;
          workbox.messageSkipWaiting();
        }),
      );
      await workbox.register({ immediate: true });
    } catch (error) {
      // Private windows, iOS web views and hardened browsers refuse; the app works without a service worker.
      console.warn('cannot register the service worker', error);
    } finally {
      isTrying = false;
    }
  };
  // The first worker fetches the whole release: not before the page has got what its own first screen needs.
  if (!wasControlled) await whenAtRest();
  await registerIfNone();
  checkNowAndThen(() => workbox.update());
  // The server answers: the network that may have been lost is back.
  device.live.sync.subscribe(() => {
    if (device.live.sync.current()?.phase === 'idle') void registerIfNone();
  });
}

/** A mini-app can stay open for days: checks for a new version when it is shown again, at most hourly. */
function checkNowAndThen(check: () => Promise<void>): void {
  let checkedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = performance.now();
    check().catch((error: unknown) => console.warn('cannot check for a new version', error));
  });
}
