/** Restores the connection to the user's wallet, and sends a proof that the server has not answered yet. */
import type { Device } from '#device/model.ts';
import { walletOf } from '#features/wallet/session/session.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import type { ColorScheme } from '#platform/host.ts';
import { fetchConnector } from './connector-code.ts';

/** The library shows nothing until a screen sets its labels. */
const NO_LABELS = { close: '', back: '', code: '', about: '' };

export function restoreWallet(device: Device, scheme: ColorScheme): void {
  walletOf(device, { language: shownLanguage(), scheme, labels: NO_LABELS }, fetchConnector).restore();
}
