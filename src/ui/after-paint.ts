/** When work may start that would keep the browser from showing what has just changed. */

/** Calls back once the next frame has been painted; in a hidden page, where no frame comes, soon. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}

/**
 * Resolves once what has changed until now can be seen: a frame later than it is painted, for work that began at once would
 * hold that frame up on its way to the screen.
 */
export function painted(): Promise<void> {
  return new Promise((resolve) => afterPaint(() => afterPaint(resolve)));
}
