/** The errors of connecting a wallet and of sending through it, by the protocol's codes. */
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
 * - `declined` (300): by the owner; `request` (1): the wallet does not understand the request.
 * - `manifest` (2, 3): the wallet could not read the app's manifest; `app` (100): it does not know the app.
 * - `features`, `network`: the library found the wallet unfit; `unconnected` (0): any other error.
 */
export type ConnectError =
  | 'declined'
  | 'request'
  | 'manifest'
  | 'app'
  | 'features'
  | 'network'
  | 'unconnected';

/**
 * `request` and `app` as above.
 * - `cancelled` (300): by the owner; `closed`: the user closed the dialog, and the wallet may still have the request.
 * - `unsupported`: the wallet lacks a feature; `unsent` (0, and 400, which the library does not tell apart).
 */
export type SendError = 'cancelled' | 'closed' | 'request' | 'app' | 'unsupported' | 'unsent';

/** Appears in the messages of codes 2 and 3, whose error classes the library does not export. */
const OF_MANIFEST = 'tonconnect-manifest.json';

export function connectErrorOf(error: Error): ConnectError {
  if (error instanceof UserRejectsError) return 'declined';
  if (error instanceof WalletMissingRequiredFeaturesError) return 'features';
  if (error instanceof WalletWrongNetworkError) return 'network';
  console.warn('The wallet was not connected', error);
  if (error.message.includes(OF_MANIFEST)) return 'manifest';
  return requestErrorOf(error) ?? 'unconnected';
}

export function sendErrorOf(error: unknown): SendError {
  if (error instanceof UserRejectsError) return 'cancelled';
  // The library throws this error when the user closes its modal before the wallet answers.
  if (error instanceof TonConnectUIError && error.message.includes('was not sent')) return 'closed';
  console.warn('The wallet has sent nothing', error);
  if (error instanceof WalletNotSupportFeatureError) return 'unsupported';
  return requestErrorOf(error) ?? 'unsent';
}

function requestErrorOf(error: unknown): 'request' | 'app' | null {
  if (error instanceof BadRequestError) return 'request';
  return error instanceof UnknownAppError ? 'app' : null;
}
