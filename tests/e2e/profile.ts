/** What journeys on the profile share. */
import type { Page } from 'playwright/test';
import type { App } from '#tests/e2e/app.ts';

/** Addresses that the page has asked the host to open, in their order. */
export async function opened(app: App, page: Page): Promise<string[]> {
  return (await app.host.messages(page)).flatMap(({ type, data }) => {
    const { path_full: path, url } = (data ?? {}) as { path_full?: string; url?: string };
    if (type === 'web_app_open_tg_link') return [`https://t.me${path}`];
    return type === 'web_app_open_link' && url !== undefined ? [url] : [];
  });
}

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
