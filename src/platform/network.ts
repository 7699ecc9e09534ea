/** The browser's view of the network. It may be wrong: a successful try always takes precedence. */

export type Wake =
  /** The browser reports that the network is back. */
  | 'online'
  /** The browser knows that there is no network: a failing sync then shows it on every screen. */
  | 'offline'
  /** The app came to the front. */
  | 'visible'
  /** The app leaves the front: a try now may be the last one for long. */
  | 'hidden';

export interface Network {
  /** False while the app is hidden: nothing needs refreshing then. */
  isVisible(): boolean;
  /** Reports each moment that is worth a try. The returned function ends it. */
  onWake(listener: (wake: Wake) => void): () => void;
}

interface Page {
  readonly document?: {
    readonly visibilityState: string;
    addEventListener(type: string, listener: () => void): void;
    removeEventListener(type: string, listener: () => void): void;
  };
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

/** The network as seen by a page, or by a service worker (which has no document). */
export function browserNetwork(): Network {
  const page = globalThis as unknown as Page;
  const isVisible = () => page.document === undefined || page.document.visibilityState === 'visible';
  return {
    isVisible,
    onWake(listener) {
      const online = () => listener('online');
      const offline = () => listener('offline');
      const visible = () => {
        if (isVisible()) listener('visible');
      };
      const turned = () => listener(isVisible() ? 'visible' : 'hidden');
      page.addEventListener('online', online);
      page.addEventListener('offline', offline);
      // A page returning from a freeze or the back-forward cache fires `pageshow`, but not always `visibilitychange`.
      page.addEventListener('pageshow', visible);
      page.document?.addEventListener('visibilitychange', turned);
      return () => {
        page.removeEventListener('online', online);
        page.removeEventListener('offline', offline);
        page.removeEventListener('pageshow', visible);
        page.document?.removeEventListener('visibilitychange', turned);
      };
    },
  };
}
