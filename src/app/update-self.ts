/** A version that the server no longer takes (426) updates itself: the outbox and all drafts stay on the device. */
import type { Device } from '#data/model.ts';
import { reloadPage } from './reload-page.ts';

export function updateWhenOutdated(device: Device): void {
  device.live.sync.subscribe(() => {
    const isOutdated = device.live.sync.current()?.phase === 'outdated';
    // Records that are in memory alone would be lost: there the user decides, on the profile.
    if (isOutdated && device.live.durability.current() === 'kept') void updateSelf(device.userId);
  });
}

/** Once per tab and version: where the new version does not come, another reload would not bring it either. */
async function updateSelf(userId: number): Promise<void> {
  const version = import.meta.env.VITE_APP_VERSION;
  const key = `irich:${userId}:outdated`;
  try {
    if (sessionStorage.getItem(key) === version) return;
    sessionStorage.setItem(key, version);
    await takeWaitingWorker();
  } catch (error) {
    console.warn('the new version is taken without its worker, or not at all', error);
  }
  reloadPage();
}

/** The waiting service worker takes over, so that the reload brings its page and not the old one again. */
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
