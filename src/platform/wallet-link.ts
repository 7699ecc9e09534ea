/** Hands a link to a wallet, which is an app beside the messaging app, or one inside of it. */
import type { Host } from './host.ts';

/** The scheme of wallets: a host opens addresses of the web alone, the browser gives this one to the phone. */
const WALLET_SCHEME = /^ton:/i;

/** How long after it the app is closed: at once, some phones would drop the link with it. */
const CLOSING_MS = 100;

/**
 * Opens it, and closes the app.
 * @returns false where the link is neither https nor a wallet's own: the app stays.
 */
export function leaveForWallet(host: Pick<Host, 'openTelegramLink' | 'close'>, link: string): boolean {
  if (WALLET_SCHEME.test(link)) window.location.href = link;
  else if (!/^https:/i.test(link) || !host.openTelegramLink(link).ok) return false;
  setTimeout(() => host.close(), CLOSING_MS);
  return true;
}
