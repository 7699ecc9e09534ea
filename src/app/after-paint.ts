/** When work that the first screen does not need may start. */

/** Calls back once the next frame has been painted; in a hidden page, where no frame comes, soon. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}

/** Resolves when the browser has nothing better to do, or after `limit` milliseconds. */
export function whenIdle(limit = 2000): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: limit });
    else setTimeout(resolve, 200);
  });
}
