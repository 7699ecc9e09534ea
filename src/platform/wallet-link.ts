/** Opens a link in a wallet, which is an app beside the messaging app, or one inside of it. */
import type { Host } from './host.ts';

/** The scheme of wallets: a host opens only web addresses, and the browser passes this scheme to the phone. */
const WALLET_SCHEME = /^ton:/i;

/** How long to wait before closing the app: without a wait, some phones would drop the link. */
const CLOSING_MS = 100;

/**
 * Opens the link, and closes the app.
 * @returns false if the link is neither https nor a wallet's own scheme: the app stays open.
 */
export function leaveForWallet(host: Pick<Host, 'openTelegramLink' | 'close'>, link: string): boolean {
  if (WALLET_SCHEME.test(link)) window.location.href = link;
  else if (!/^https:/i.test(link) || !host.openTelegramLink(link).ok) return false;
  setTimeout(() => host.close(), CLOSING_MS);
  return true;
}
