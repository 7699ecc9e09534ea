/** Server answers that a journey delays. */
import type { Page } from 'playwright/test';

/** Holds answers to matching requests until the returned function is called. */
export async function hold(page: Page, pattern: string): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.fallback();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}
