/** The messaging app in journeys: when it is connected, what it was asked for, and its back button. */
import type { Page } from 'playwright/test';
import { type App, expect } from '#tests/journeys/app.ts';
import { SAFE_BOTTOM } from '#tests/support/host.ts';

/**
 * The host's script has loaded and is used from now on. Before that, links are the browser's and there are no
 * haptics.
 */
export async function untilConnected(app: App, page: Page = app.page): Promise<void> {
  await expect
    .poll(async () => (await app.host.messages(page)).map(({ type }) => type))
    .toContain('web_app_ready');
}

/** The page has reserved the phone's insets, so its height is final. */
export async function untilInsetsStand(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('style', new RegExp(`--safe-bottom: ${SAFE_BOTTOM}px`));
}

/** Addresses that the page asked the host to open, in order. */
export async function opened(app: App, page: Page): Promise<string[]> {
  return (await app.host.messages(page)).flatMap(({ type, data }) => {
    const { path_full: path, url } = (data ?? {}) as { path_full?: string; url?: string };
    if (type === 'web_app_open_tg_link') return [`https://t.me${path}`];
    return type === 'web_app_open_link' && url !== undefined ? [url] : [];
  });
}

/** Whether the host shows its back button; false before the first request. */
export async function backButton(app: App, page: Page): Promise<boolean> {
  const messages = await app.host.messages(page);
  const last = messages.findLast(({ type }) => type === 'web_app_setup_back_button');
  return (last?.data as { is_visible?: boolean } | undefined)?.is_visible ?? false;
}

/** Presses the host's back button once it is shown. */
export async function pressBack(app: App, page: Page = app.page): Promise<void> {
  await expect.poll(() => backButton(app, page)).toBe(true);
  await app.host.send(page, 'back_button_pressed');
}
