/** Keeps asking for code that could not be fetched. */

const FIRST_WAIT_MS = 350;
const LONGEST_WAIT_MS = 30_000;

/** How long to wait before the next try of what has failed so often in a row. */
export function waitAfter(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
}

/**
 * Code that cannot be fetched now is fetched when the network is back: the app stays usable meanwhile.
 * @param patience milliseconds after which a failure is thrown; without it there is always another try.
 * @param onFailure hears of each failure that is followed by another try, and how many there were in a row.
 */
export async function untilFetched<T>(
  what: string,
  fetchIt: () => Promise<T>,
  patience = Number.POSITIVE_INFINITY,
  onFailure?: (failures: number) => void,
): Promise<T> {
  const began = performance.now();
  for (let failures = 1; ; failures++) {
    try {
      return await fetchIt();
    } catch (error) {
      if (performance.now() - began >= patience) throw error;
      console.warn(`${what} is not here yet`, error);
      onFailure?.(failures);
      await new Promise<void>((resolve) => {
        const goOn = () => {
          window.removeEventListener('online', goOn);
          resolve();
        };
        setTimeout(goOn, waitAfter(failures));
        window.addEventListener('online', goOn);
      });
    }
  }
}
