/** Limits the calls of a user or an address. Counts live in memory, per process. */

export interface Limiter {
  /**
   * Takes one call from the minute of `key`.
   * @returns 0 if the call is allowed, otherwise the whole seconds until the next one is.
   */
  take(key: string, perMinute: number): number;
}

export const CALLS_PER_MINUTE = 120;
export const BATCHES_PER_MINUTE = 60;
/** Pictures to share: each one also costs a call of the Bot API. */
export const SHARES_PER_MINUTE = 10;
/** Per address: calls without a user, and calls with faulty launch data. */
export const ANONYMOUS_PER_MINUTE = 600;
/** Per address: pages, and files of the app without a hash in their name. Many phones may share an address. */
export const FILES_PER_MINUTE = 12_000;

const WINDOW_MS = 60_000;
const MAX_KEYS = 100_000;
/** How many keys stay after the map was full: few enough that cleaning up remains rare. */
const KEPT_KEYS = 90_000;

interface Window {
  endsAt: number;
  taken: number;
}

export function createLimiter(clock: { now(): number }): Limiter {
  const windows = new Map<string, Window>();

  /**
   * Drops the windows with the fewest calls first. So a flood of new keys drops its own windows, and never that of a caller
   * near the limit.
   */
  function makeRoom(now: number): void {
    for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
    let surplus = windows.size - KEPT_KEYS;
    if (surplus <= 0) return;
    const counts = new Map<number, number>();
    for (const { taken } of windows.values()) counts.set(taken, (counts.get(taken) ?? 0) + 1);
    for (const least of [...counts.keys()].sort((one, two) => one - two)) {
      for (const [key, { taken }] of windows) {
        if (surplus === 0) return;
        if (taken !== least) continue;
        windows.delete(key);
        surplus -= 1;
      }
    }
  }

  return {
    take(key, perMinute) {
      const now = clock.now();
      const window = windows.get(key);
      // A window that ends later than a whole window from now was made before the clock was set back.
      if (window === undefined || window.endsAt <= now || window.endsAt > now + WINDOW_MS) {
        if (window === undefined && windows.size >= MAX_KEYS) makeRoom(now);
        windows.set(key, { endsAt: now + WINDOW_MS, taken: 1 });
        return 0;
      }
      if (window.taken >= perMinute) return Math.max(1, Math.ceil((window.endsAt - now) / 1000));
      window.taken += 1;
      return 0;
    },
  };
}
