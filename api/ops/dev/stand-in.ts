/**
 * A stand-in for the messaging app, so that the app opens in a plain browser in development. It takes what the app posts,
 * answers as an Android client does, and launches pages that are opened without launch parameters.
 */

/** Says in a page or a file that the stand-in is in it. */
export const STAND_IN_MARK = 'irich-stand-in';

export interface StandInOptions {
  /** Launch parameters for a page that has none, without `#`. */
  readonly fragment: string;
  /** The messaging app's colours by their names. */
  readonly theme: Readonly<Record<string, string>>;
}

/** The part of `window` that the stand-in uses: api/ compiles without the types of a browser. */
export interface StandInPage {
  readonly top: unknown;
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly location: { readonly hash: string };
  readonly history: { replaceState(data: null, title: string, url: string): void };
  readonly sessionStorage: object;
  readonly document: {
    createElement(name: 'button'): StandInButton;
    readonly documentElement: { append(element: StandInButton): void };
  };
  readonly Telegram?: { readonly WebView?: { receiveEvent(type: string, data: unknown): void } };
  TelegramWebviewProxy?: { postEvent(type: string, text: string): void };
  open(url: string, target: string, features: string): unknown;
  confirm(text: string): boolean;
  setTimeout(run: () => void): unknown;
}

export interface StandInButton {
  textContent: string | null;
  hidden: boolean;
  onclick: (() => void) | null;
  readonly style: { cssText: string };
  readonly dataset: Record<string, string | undefined>;
}

/** The stand-in as a classic script, to run before any other script of the page. */
export function standInScript(options: StandInOptions): string {
  const data = JSON.stringify({ ...options, mark: STAND_IN_MARK }).replaceAll('<', '\\u003c');
  return `(${standIn})(window, ${data});`;
}

type Message = Readonly<Record<string, unknown>>;

/** Runs in the page, so it refers to nothing outside of itself. */
export function standIn(
  page: StandInPage,
  { fragment, theme, mark }: StandInOptions & { readonly mark: string },
): void {
  if (page.top !== page) return;
  // A page that was launched before keeps its launch in this tab.
  const isLaunched =
    page.location.hash.includes('tgWebAppPlatform=') ||
    Object.keys(page.sessionStorage).some((key) => /^irich:\w+:launch$/.test(key));
  if (!isLaunched) page.history.replaceState(null, '', `#${fragment}`);

  const receive = (type: string, data: unknown) => page.Telegram?.WebView?.receiveEvent(type, data);
  const open = (url: string) => void page.open(url, '_blank', 'noopener');

  const back = page.document.createElement('button');
  back.textContent = '‹ Back';
  back.hidden = true;
  back.dataset['from'] = mark;
  back.style.cssText = 'position:fixed;z-index:9999;top:4px;left:4px;font:14px sans-serif';
  back.onclick = () => receive('back_button_pressed', null);
  page.document.documentElement.append(back);

  /** A browser's own dialog has two buttons: OK stands for the first one of the popup. */
  const popup = ({ title, message, buttons }: Message) => {
    const [first, ...others] = buttons as { readonly id: string; readonly text: string }[];
    const words = [title, message, `OK: ${first?.text}`, ...others.map(({ text }) => `Cancel: ${text}`)];
    const isAgreed = page.confirm(words.filter((word) => typeof word === 'string').join('\n\n'));
    const pressed = isAgreed ? first : others[0];
    return pressed === undefined ? {} : { button_id: pressed.id };
  };

  const answers: Readonly<Record<string, (data: Message) => readonly [string, unknown] | null>> = {
    web_app_request_theme: () => ['theme_changed', { theme_params: theme }],
    web_app_request_viewport: () => [
      'viewport_changed',
      { width: page.innerWidth, height: page.innerHeight, is_expanded: true, is_state_stable: true },
    ],
    web_app_request_safe_area: () => ['safe_area_changed', { top: 0, right: 0, bottom: 0, left: 0 }],
    // As in an app that fills the screen: the buttons of the messaging app lie over the top of the page.
    web_app_request_content_safe_area: () => [
      'content_safe_area_changed',
      { top: 32, right: 0, bottom: 0, left: 0 },
    ],
    web_app_check_home_screen: () => ['home_screen_checked', { status: 'missed' }],
    web_app_add_to_home_screen: () => ['home_screen_added', {}],
    web_app_request_write_access: () => ['write_access_requested', { status: 'allowed' }],
    web_app_send_prepared_message: () => ['prepared_message_sent', {}],
    web_app_open_popup: (data) => ['popup_closed', popup(data)],
    web_app_request_file_download({ url }) {
      open(String(url));
      return ['file_download_requested', { status: 'downloading' }];
    },
    web_app_open_link({ url }) {
      open(String(url));
      return null;
    },
    web_app_open_tg_link({ path_full }) {
      open(`https://t.me${path_full}`);
      return null;
    },
    web_app_setup_back_button({ is_visible }) {
      back.hidden = is_visible !== true;
      return null;
    },
  };
  page.TelegramWebviewProxy = {
    postEvent(type, text) {
      const data: Message = text ? (JSON.parse(text) ?? {}) : {};
      // A real client answers from another process: later, never within the call.
      page.setTimeout(() => {
        const answer = Object.hasOwn(answers, type) ? answers[type]?.(data) : null;
        if (answer) receive(...answer);
      });
    },
  };
}
