/**
 * Asks the browser to wake the service worker when the network is back, so that records are sent while the app is
 * closed.
 */
import type { Device } from '#device/model.ts';

interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Most web views lack this feature: the app then sends at the next start. */
export function sendInBackgroundToo(device: Device): void {
  let isAsked = false;
  device.live.sync.subscribe(() => {
    const status = device.live.sync.current();
    const waits = status !== undefined && status.pending > 0 && status.phase !== 'sending';
    if (waits && !isAsked) void ask(device.userId);
    isAsked = waits;
  });
}

async function ask(userId: number): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (registration as SyncRegistration | undefined)?.sync?.register(`irich-outbox:${userId}`);
  } catch (error) {
    console.warn('background sending is off', error);
  }
}
