/** Server answers that a journey delays. */
import type { Page, Route } from 'playwright/test';

/** Holds answers to matching requests until the returned function is called. */
export async function hold(page: Page, pattern: string): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handled: Promise<void>[] = [];
  const handle = (route: Route) => {
    const done = released.then(() => route.fallback());
    handled.push(done);
    return done;
  };
  await page.route(pattern, handle);
  return async () => {
    release();
    await page.unroute(pattern, handle);
    // Only its own: others may be held still.
    await Promise.all(handled);
  };
}
