/** The messaging app in journeys: from when on it is asked, what it was asked for, and its back button. */
import type { Page } from 'playwright/test';
import { type App, expect } from '#tests/e2e/app.ts';
import { SAFE_BOTTOM } from '#tests/support/host.ts';

/** The host's script has arrived: from here on it is asked. Before, links are the browser's and nothing is felt. */
export async function untilConnected(app: App, page: Page = app.page): Promise<void> {
  await expect
    .poll(async () => (await app.host.messages(page)).map(({ type }) => type))
    .toContain('web_app_ready');
}

/** The page makes room for what the phone covers: from here on it is as tall as it stays. */
export async function untilInsetsStand(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('style', new RegExp(`--safe-bottom: ${SAFE_BOTTOM}px`));
}

/** Addresses that the page has asked the host to open, in their order. */
export async function opened(app: App, page: Page): Promise<string[]> {
  return (await app.host.messages(page)).flatMap(({ type, data }) => {
    const { path_full: path, url } = (data ?? {}) as { path_full?: string; url?: string };
    if (type === 'web_app_open_tg_link') return [`https://t.me${path}`];
    return type === 'web_app_open_link' && url !== undefined ? [url] : [];
  });
}

/** Whether the host shows its back button; not before it was ever asked to. */
export async function backButton(app: App, page: Page): Promise<boolean> {
  const messages = await app.host.messages(page);
  const last = messages.findLast(({ type }) => type === 'web_app_setup_back_button');
  return (last?.data as { is_visible?: boolean } | undefined)?.is_visible ?? false;
}

/** Presses the host's back button, which nobody can before it is shown. */
export async function pressBack(app: App, page: Page = app.page): Promise<void> {
  await expect.poll(() => backButton(app, page)).toBe(true);
  await app.host.send(page, 'back_button_pressed');
}
