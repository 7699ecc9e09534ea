/**
 * A stand-in for the messaging app around the page: receives the app's messages and answers like an Android
 * client.
 */
import type { BrowserContext, Page } from 'playwright';

export interface HostMessage {
  readonly type: string;
  readonly data: unknown;
}

export interface TestHost {
  /** Every message that this page's app has posted since it was opened. */
  messages(page: Page): Promise<readonly HostMessage[]>;
  /** Sends an event to the app, such as `back_button_pressed` or `theme_changed`. */
  send(page: Page, type: string, data?: unknown): Promise<void>;
}

declare global {
  interface Window {
    hostMessages: HostMessage[];
  }
}

/** How much of the page the phone's own bar covers, CSS pixels. */
export const SAFE_BOTTOM = 20;

/** Installs the host around every page that the context opens from now on. */
export async function installHost(
  context: BrowserContext,
  theme: Readonly<Record<string, string>>,
): Promise<TestHost> {
  await context.addInitScript(standAround, { theme, safeBottom: SAFE_BOTTOM });
  return {
    messages: (page) => page.evaluate(() => window.hostMessages),
    send: (page, type, data) =>
      page.evaluate(
        ([name, value]) => {
          const { Telegram } = window as unknown as {
            Telegram?: { WebView?: { receiveEvent(type: string, data: unknown): void } };
          };
          Telegram?.WebView?.receiveEvent(name as string, value);
        },
        [type, data ?? null],
      ),
  };
}

/** The same as a script in the page, for a browser that accepts none from outside. */
export function hostScript(theme: Readonly<Record<string, string>>): string {
  return `(${standAround})(${JSON.stringify({ theme, safeBottom: SAFE_BOTTOM })});`;
}

interface Surroundings {
  readonly theme: Readonly<Record<string, string>>;
  readonly safeBottom: number;
  /** Whether the app is in a frame of the page; by default frames have no host. */
  readonly isFramed?: boolean;
}

/** In the page. A function without imports, because it is sent there as text. */
export function standAround({ theme, safeBottom, isFramed = false }: Surroundings): void {
  if (window.top !== window && !isFramed) return;
  const messages: HostMessage[] = [];
  window.hostMessages = messages;
  const receive = (type: string, data: unknown) => {
    const { Telegram } = window as unknown as {
      Telegram?: { WebView?: { receiveEvent(type: string, data: unknown): void } };
    };
    Telegram?.WebView?.receiveEvent(type, data);
  };
  const answers: Record<string, (data: Record<string, unknown>) => [string, unknown] | null> = {
    web_app_request_theme: () => ['theme_changed', { theme_params: theme }],
    web_app_request_viewport: () => [
      'viewport_changed',
      { width: innerWidth, height: innerHeight, is_expanded: true, is_state_stable: true },
    ],
    web_app_request_safe_area: () => ['safe_area_changed', { top: 0, right: 0, bottom: safeBottom, left: 0 }],
    web_app_request_content_safe_area: () => [
      'content_safe_area_changed',
      { top: 0, right: 0, bottom: 0, left: 0 },
    ],
    web_app_check_home_screen: () => ['home_screen_checked', { status: 'missed' }],
    web_app_add_to_home_screen: () => ['home_screen_added', {}],
    web_app_request_file_download: () => ['file_download_requested', { status: 'downloading' }],
  };
  Object.assign(window, {
    TelegramWebviewProxy: {
      postEvent(type: string, text: string) {
        const data = text === '' || text === undefined ? null : JSON.parse(text);
        messages.push({ type, data });
        // A real client answers from another process: it never reads the page's layout within the call.
        setTimeout(() => {
          const answer = answers[type]?.(data ?? {});
          if (answer) receive(...answer);
        });
      },
    },
  });
}
