/** Whether a messaging app stands around the page: launch parameters alone do not prove it, a link can be copied. */

/** Milliseconds after which a page without a bridge goes on without one. */
export const DETECTION_MS = 100;
const LOOK_EVERY_MS = 10;

/** Where clients put their end of the bridge: phones, Windows Phone's successors, web clients around a frame. */
export interface BridgePlace {
  readonly TelegramWebviewProxy?: { readonly postEvent?: unknown } | undefined;
  readonly external?: object | undefined;
  readonly parent?: unknown;
}

/** Resolves true as soon as the bridge is there, false after `DETECTION_MS`. */
export function findBridge(place: BridgePlace): Promise<boolean> {
  return new Promise((resolve) => {
    if (hasBridge(place)) {
      resolve(true);
      return;
    }
    const settle = (isThere: boolean) => {
      clearInterval(look);
      clearTimeout(end);
      resolve(isThere);
    };
    const look = setInterval(() => {
      if (hasBridge(place)) settle(true);
    }, LOOK_EVERY_MS);
    const end = setTimeout(() => settle(hasBridge(place)), DETECTION_MS);
  });
}

function hasBridge(place: BridgePlace): boolean {
  const { TelegramWebviewProxy: proxy, external, parent } = place;
  if (typeof proxy?.postEvent === 'function') return true;
  if (external !== undefined && 'notify' in external) return true;
  return parent !== undefined && parent !== place;
}
