/** Asks the browser to wake the service worker when the network is back, so that records are sent with the app closed. */
import type { Device } from '#data/model.ts';

interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Where the browser has no such thing, which is the rule in web views, the app sends when it is opened again. */
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
    console.warn('no sending in the background', error);
  }
}
