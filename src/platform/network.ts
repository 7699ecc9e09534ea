/** What the browser says about the network. It may be wrong: a try that succeeds always outranks it. */

export type Wake =
  /** The browser believes that the network is back. */
  | 'online'
  /** The browser knows that there is none: a try shows it to everybody. */
  | 'offline'
  /** The app came to the front. */
  | 'visible';

export interface Network {
  /** False where nobody looks at the app: nothing needs refreshing then. */
  isVisible(): boolean;
  /** Tells of each moment that is worth a new try. The answer ends it. */
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

/** The network as a page, or a service worker (which has no document), sees it. */
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
      page.addEventListener('online', online);
      page.addEventListener('offline', offline);
      // A page that the browser froze or kept aside comes back with `pageshow`, not always with a change of visibility.
      page.addEventListener('pageshow', visible);
      page.document?.addEventListener('visibilitychange', visible);
      return () => {
        page.removeEventListener('online', online);
        page.removeEventListener('offline', offline);
        page.removeEventListener('pageshow', visible);
        page.document?.removeEventListener('visibilitychange', visible);
      };
    },
  };
}
