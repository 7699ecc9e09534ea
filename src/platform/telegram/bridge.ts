/** Detects a messaging app around the page: launch parameters alone are no proof, since a link can be copied. */

/** How long to look for a bridge, milliseconds. */
export const DETECTION_MS = 100;
const LOOK_EVERY_MS = 10;

/** Where clients put their end of the bridge: phones, successors of Windows Phone, web clients around a frame. */
export interface BridgePlace {
  readonly TelegramWebviewProxy?: { readonly postEvent?: unknown } | undefined;
  readonly external?: object | undefined;
  readonly parent?: unknown;
}

/** Resolves to true as soon as the bridge exists, to false after `DETECTION_MS`. */
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
