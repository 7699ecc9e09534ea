/**
 * Fetches the code of every screen that must work without a network, once the first screen is usable: losing the network
 * after launch then loses no calculator, even where there is no service worker.
 */

import { whenIdle } from '#app/after-paint.ts';

/** In the order in which a user would miss them. */
const SCREENS = [
  '/calculators',
  '/riskmoney',
  '/riskpercent',
  '/takeprofitstoploss',
  '/averageposition',
  '/elliottwave',
  '/staking',
  '/profile',
  '/history',
] as const;

export type PrefetchedScreen = (typeof SCREENS)[number];

/** Preloads one screen at a time, when idle. A screen that fails (no network) is tried once more after the others. */
export async function prefetchScreens(
  preload: (screen: PrefetchedScreen) => Promise<unknown>,
): Promise<void> {
  const failed: PrefetchedScreen[] = [];
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

function online(): Promise<void> {
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }));
}
