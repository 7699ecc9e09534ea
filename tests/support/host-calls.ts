/** The messaging app around a component test: when it is connected, what it was asked for, and its back button. */
import { expect } from 'vitest';
import { SAFE_BOTTOM } from '#tests/support/host.ts';
import type { TestApp } from '#tests/support/render-app.tsx';

/** The app uses the host's script from now on. Before that, links are the browser's and there are no haptics. */
export function untilConnected({ host }: TestApp): Promise<void> {
  return expect.poll(() => host.messages().map(({ type }) => type)).toContain('web_app_ready');
}

/** The page has reserved the phone's insets, so its height is final. */
export function untilInsetsStand(): Promise<void> {
  return expect
    .poll(() => document.documentElement.style.getPropertyValue('--safe-bottom'))
    .toBe(`${SAFE_BOTTOM}px`);
}

/** Addresses that the app asked the host to open, in order. */
export function opened({ host }: TestApp): string[] {
  return host.messages().flatMap(({ type, data }) => {
    const { path_full: path, url } = (data ?? {}) as { path_full?: string; url?: string };
    if (type === 'web_app_open_tg_link') return [`https://t.me${path}`];
    return type === 'web_app_open_link' && url !== undefined ? [url] : [];
  });
}

/** Texts and addresses that the app passed to the host's dialog for sharing, in order. */
export function shared(app: TestApp): { readonly url: string | null; readonly text: string | null }[] {
  return opened(app)
    .map((url) => new URL(url))
    .filter(({ pathname }) => pathname === '/share/url')
    .map(({ searchParams }) => ({ url: searchParams.get('url'), text: searchParams.get('text') }));
}

/** How many events of this type the app has posted. */
export function posted({ host }: TestApp, type: string): number {
  return host.messages().filter((message) => message.type === type).length;
}

/** Haptic notifications sent to the host, in order. */
export function felt({ host }: TestApp): unknown[] {
  return host
    .messages()
    .filter(({ type }) => type === 'web_app_trigger_haptic_feedback')
    .map(({ data }) => data as { type: string; notification_type?: string })
    .filter(({ type }) => type === 'notification')
    .map(({ notification_type: kind }) => kind);
}

/** Whether the host shows its back button; false before the first request. */
export function backButton({ host }: TestApp): boolean {
  const last = host.messages().findLast(({ type }) => type === 'web_app_setup_back_button');
  return (last?.data as { is_visible?: boolean } | undefined)?.is_visible ?? false;
}

/** Presses the host's back button once it is shown. */
export async function pressBack(app: TestApp): Promise<void> {
  await expect.poll(() => backButton(app)).toBe(true);
  app.host.send('back_button_pressed');
}
