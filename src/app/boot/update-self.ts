/** Updates a version that the server no longer accepts (426): the outbox and all drafts stay on the device. */
import type { Device } from '#device/model.ts';
import { reloadPage } from '../chunks/reload-page.ts';

export function updateWhenOutdated(device: Device): void {
  device.live.sync.subscribe(() => {
    const isOutdated = device.live.sync.current()?.phase === 'outdated';
    // Records that are only in memory would be lost: the user decides on the profile.
    if (isOutdated && device.live.durability.current() === 'kept') void updateSelf(device.userId);
  });
}

/** Once per tab and version: if the new version does not load, another reload would not help either. */
async function updateSelf(userId: number): Promise<void> {
  const version = import.meta.env.VITE_APP_VERSION;
  const key = `irich:${userId}:outdated`;
  try {
    if (sessionStorage.getItem(key) === version) return;
    sessionStorage.setItem(key, version);
    await takeWaitingWorker();
  } catch (error) {
    console.warn('cannot activate the waiting service worker', error);
  }
  reloadPage();
}

/** Activates the waiting service worker, so that the reload brings its page and not the old one again. */
async function takeWaitingWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration === undefined) return;
  await registration.update();
  const worker = registration.waiting ?? registration.installing;
  if (worker === null) return;
  await new Promise<void>((resolve) => {
    const takeOver = () => {
      if (worker.state === 'installed') worker.postMessage({ type: 'SKIP_WAITING' });
      if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    };
    worker.addEventListener('statechange', takeOver);
    takeOver();
  });
}
