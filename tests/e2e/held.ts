/** Answers of the server that a journey keeps back. */
import type { Page } from 'playwright/test';

/** Keeps the answers to matching requests back until the function it gives is called. */
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
