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
/** Per address: pages, and files of the app without a hash in their name. Many phones may share an address. */
export const FILES_PER_MINUTE = 12_000;

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

  /**
   * The windows that have taken least go first. So a flood of new keys forgets its own windows, and never that of a caller
   * who is near the limit.
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
