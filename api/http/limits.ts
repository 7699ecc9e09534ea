/** How many calls a user or an address may make. Counts live in memory, per process. */

export interface Limiter {
  /**
   * Takes one call out of the minute that `key` has.
   * @returns 0, or after how many whole seconds the next one is answered.
   */
  take(key: string, perMinute: number): number;
}

export const CALLS_PER_MINUTE = 120;
export const BATCHES_PER_MINUTE = 60;
/** Pictures to share: each is a call of the Bot API, too. */
export const SHARES_PER_MINUTE = 10;
/** Per address: calls without a user, and those whose launch data fail. */
export const ANONYMOUS_PER_MINUTE = 600;

const WINDOW_MS = 60_000;
const MAX_KEYS = 100_000;
/** How many are left once the map was full: room for many, so that looking through all of them stays rare. */
const KEPT_KEYS = 90_000;

interface Window {
  endsAt: number;
  taken: number;
}

export function createLimiter(clock: { now(): number }): Limiter {
  const windows = new Map<string, Window>();

  function makeRoom(now: number): void {
    for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
    for (const key of windows.keys()) {
      if (windows.size <= KEPT_KEYS) return;
      windows.delete(key);
    }
  }

  return {
    take(key, perMinute) {
      const now = clock.now();
      const window = windows.get(key);
      // A window that ends later than a whole window from now was made before the clock went back.
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

/** Answers every call: for measuring, and for simulations whose devices share no real minute. */
export const noLimits: Limiter = { take: () => 0 };
