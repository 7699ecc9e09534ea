/** What the protocol's errors mean, of those that connecting a wallet and sending by it can end with. */
import {
  BadRequestError,
  TonConnectUIError,
  UnknownAppError,
  UserRejectsError,
  WalletMissingRequiredFeaturesError,
  WalletNotSupportFeatureError,
  WalletWrongNetworkError,
} from '@tonconnect/ui-react';

/**
 * - `declined` (300): the owner said no; `request` (1): the wallet does not understand what it is asked.
 * - `manifest` (2, 3): it could not read who the app is; `app` (100): it does not know the app.
 * - `features`, `network`: found by the library; `unconnected` (0): anything else.
 */
export type ConnectFault =
  | 'declined'
  | 'request'
  | 'manifest'
  | 'app'
  | 'features'
  | 'network'
  | 'unconnected';

/**
 * As of connecting.
 * - `cancelled` (300): the owner said no; `closed`: the dialog was, and the wallet may still have the request.
 * - `unsupported`: the wallet lacks a feature; `unsent` (0, and 400, of which the library tells no more).
 */
export type SendFault = 'cancelled' | 'closed' | 'request' | 'app' | 'unsupported' | 'unsent';

/** Of the library's words for codes 2 and 3, whose errors it does not hand out. */
const OF_MANIFEST = 'tonconnect-manifest.json';

export function connectFaultOf(error: Error): ConnectFault {
  if (error instanceof UserRejectsError) return 'declined';
  if (error instanceof WalletMissingRequiredFeaturesError) return 'features';
  if (error instanceof WalletWrongNetworkError) return 'network';
  console.warn('the wallet was not connected', error);
  if (error.message.includes(OF_MANIFEST)) return 'manifest';
  return requestFaultOf(error) ?? 'unconnected';
}

export function sendFaultOf(error: unknown): SendFault {
  if (error instanceof UserRejectsError) return 'cancelled';
  // Of its own errors the library throws this one where its modal was closed before the wallet answered.
  if (isModalClosed(error)) return 'closed';
  console.warn('the wallet has sent nothing', error);
  if (error instanceof WalletNotSupportFeatureError) return 'unsupported';
  return requestFaultOf(error) ?? 'unsent';
}

function requestFaultOf(error: unknown): 'request' | 'app' | null {
  if (error instanceof BadRequestError) return 'request';
  return error instanceof UnknownAppError ? 'app' : null;
}

function isModalClosed(error: unknown): boolean {
  return error instanceof TonConnectUIError && error.message.includes('was not sent');
}
