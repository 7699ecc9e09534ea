/**
 * Fetches the code of every screen that must work without a network, once the first screen is usable. So losing the
 * network after launch loses no calculator, even if no service worker keeps the app's files.
 */
import { loadTexts } from '#i18n/i18n.ts';
import { whenAtRest, whenIdle } from '../boot/when-idle.ts';
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

/**
 * Whether the service worker has all files of this release. From when the page rests, which is when it registers the worker,
 * this waits `patience` milliseconds for one to begin with the files, and then up to `limit` for it to have them: meanwhile
 * the page would only fetch them a second time.
 */
export async function workerKeepsFiles(patience: number, limit: number): Promise<boolean> {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return false;
  const isReady = serviceWorker.ready.then(() => true);
  await Promise.race([isReady, whenAtRest()]);
  try {
    let isKept = await Promise.race([isReady, after(patience)]);
    const isUnderWay = !isKept && (await serviceWorker.getRegistration())?.installing;
    if (isUnderWay) isKept = await Promise.race([isReady, hasFailed(isUnderWay), after(limit)]);
    // One file of this release is enough: a worker that could not cache every file never becomes ready.
    return isKept && (await caches.match(import.meta.url)) !== undefined;
  } catch (error) {
    console.warn("cannot read the service worker's cache", error);
    return false;
  }
}

function after(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds));
}

/** Resolves once the worker could not fetch its files. */
function hasFailed(worker: ServiceWorker): Promise<false> {
  return new Promise((resolve) => {
    const look = () => worker.state === 'redundant' && resolve(false);
    worker.addEventListener('statechange', look);
    look();
  });
}

function online(): Promise<void> {
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }));
}
