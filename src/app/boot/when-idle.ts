/** When work that the first screen does not need may start. */

/** Resolves when the browser is idle, or after `limit` milliseconds. */
export function whenIdle(limit = 2000): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: limit });
    else setTimeout(resolve, 200);
  });
}
