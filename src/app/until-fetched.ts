/** Keeps asking for code that could not be fetched. */

/** Code that cannot be fetched now is fetched when the network is back: the app stays usable meanwhile. */
export async function untilFetched<T>(what: string, fetchIt: () => Promise<T>): Promise<T> {
  for (let wait = 500; ; wait = Math.min(wait * 2, 30_000)) {
    try {
      return await fetchIt();
    } catch (error) {
      console.warn(`${what} is not here yet`, error);
      await new Promise<void>((resolve) => {
        setTimeout(resolve, wait);
        window.addEventListener('online', () => resolve(), { once: true });
      });
    }
  }
}
