/** Schedules work so that it does not delay the display of a change. */

/**
 * Calls back once the next frame is painted; at once if the page is hidden, or becomes so, because no frame comes then.
 */
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
 * Resolves once the changes so far are visible: one frame after the paint, since work that starts at once would delay
 * that frame on its way to the screen.
 */
export function painted(): Promise<void> {
  return new Promise((resolve) => afterPaint(() => afterPaint(resolve)));
}
