/**
 * Fetches the code of every screen that must work without a network, once the first screen is usable. So losing the
 * network after launch loses no calculator, even if no service worker keeps the app's files.
 */

import { whenIdle } from '#app/boot/when-idle.ts';
import { CALCULATION_TYPES, pathOf } from '#core/calculators/catalogue.ts';
import type { FileRouteTypes } from '../route-tree.gen.ts';

/** The most missed screens first. */
const SCREENS: readonly string[] = [
  ...(['/calculators'] satisfies FileScreen[]),
  ...CALCULATION_TYPES.map(pathOf),
  ...([
    '/profile',
    '/history',
    '/index',
    '/cryptooverview',
    '/referrals',
    '/achievements',
    '/calendar',
    '/SBT',
    '/language',
    '/notifications',
    '/profitable',
    '/privacy',
  ] satisfies FileScreen[]),
];

type FileScreen = FileRouteTypes['to'];

/** Preloads one screen at a time, when idle. A screen that fails (no network) is tried once more after the others. */
export async function prefetchScreens(preload: (screen: string) => Promise<unknown>): Promise<void> {
  const failed: string[] = [];
  for (const screen of SCREENS) {
    await whenIdle(1000);
    await preload(screen).catch(() => failed.push(screen));
  }
  if (failed.length > 0 && !navigator.onLine) await online();
  for (const screen of failed) {
    await whenIdle(1000);
    await preload(screen).catch((error: unknown) => console.warn('not prefetched', screen, error));
  }
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
