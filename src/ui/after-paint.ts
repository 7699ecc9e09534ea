/** When work may start that would keep the browser from showing what has just changed. */

/** Calls back once the next frame has been painted; where the page is hidden, or becomes so, at once: no frame comes then. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') {
    queueMicrotask(work);
    return;
  }
  let isOver = false;
  const start = () => {
    removeEventListener('visibilitychange', start);
    if (isOver) return;
    isOver = true;
    work();
  };
  addEventListener('visibilitychange', start);
  requestAnimationFrame(() => setTimeout(start));
}

/**
 * Resolves once what has changed until now can be seen: a frame later than it is painted, for work that began at once would
 * hold that frame up on its way to the screen.
 */
export function painted(): Promise<void> {
  return new Promise((resolve) => afterPaint(() => afterPaint(resolve)));
}
