/**
 * Fetches the code of every screen that must work without a network, once the first screen is usable. So losing the
 * network after launch loses no calculator, even if no service worker keeps the app's files.
 */
import { loadTexts } from '#i18n/i18n.ts';
import { whenIdle } from '../boot/when-idle.ts';
import { BUILT_SCREENS } from '../screens/built.ts';
import { loadScreen } from '../screens/load-screen.ts';
import type { ScreenLine } from '../screens/table.ts';

export const MAIN_SCREENS = BUILT_SCREENS.filter(({ bar }: ScreenLine) => bar !== undefined);

/** Fetches one screen at a time, when idle. A screen that fails (no network) is tried once more after the others. */
export async function prefetchScreens(screens: readonly ScreenLine[] = BUILT_SCREENS): Promise<void> {
  const failed: ScreenLine[] = [];
  for (const screen of screens) {
    await whenIdle(1000);
    await fetchScreen(screen).catch(() => failed.push(screen));
  }
  if (failed.length > 0 && !navigator.onLine) await online();
  for (const screen of failed) {
    await whenIdle(1000);
    await fetchScreen(screen).catch((error: unknown) => console.warn('not prefetched', screen.path, error));
  }
}

async function fetchScreen(screen: ScreenLine): Promise<void> {
  await Promise.all([loadScreen(screen), loadTexts(...screen.texts)]);
}

/** Whether the service worker has all files of this release, or gets them within `patience` milliseconds. */
export async function workerKeepsFiles(patience: number): Promise<boolean> {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return false;
  const isReady = await Promise.race([
    serviceWorker.ready.then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), patience)),
  ]);
  try {
    // One file of this release is enough: a worker that could not cache every file never becomes ready.
    return isReady && (await caches.match(import.meta.url)) !== undefined;
  } catch (error) {
    console.warn("cannot read the service worker's cache", error);
    return false;
  }
}

function online(): Promise<void> {
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }));
}
