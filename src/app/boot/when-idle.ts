/** When work that the first screen does not need may start. */

/** Resolves when the browser is idle, or after `limit` milliseconds. */
export function whenIdle(limit = 2000): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: limit });
    else setTimeout(resolve, 200);
  });
}

/** Resolves when the page has received nothing for `quiet` milliseconds, or after `limit`. */
export function whenAtRest(quiet = 1000, limit = 10_000): Promise<void> {
  return new Promise((resolve) => {
    const rest = () => {
      observer.disconnect();
      clearTimeout(timer);
      clearTimeout(last);
      resolve();
    };
    let timer = setTimeout(rest, quiet);
    const last = setTimeout(rest, limit);
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(rest, quiet);
    });
    observer.observe({ type: 'resource' });
  });
}

/**
 * Resolves in a task of its own, so that the browser can paint and answer before more work. A message, because engines
 * delay nested timers.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
