/** Wallet variables. The build reads them too, for the headers of files that a platform serves itself. */
import * as v from 'valibot';
import type { Fields } from './table.ts';
import { matching, origins, serviceUrl } from './values.ts';

export const WALLETS = {
  WALLETS_LIST_URL: [
    serviceUrl('https://config.ton.org/wallets-v2.json'),
    'https://config.ton.org/wallets-v2.json',
    'The list of wallets that can be connected, of the shape of TON Connect’s.',
  ],
  WALLET_BRIDGES: [
    origins('https://bridge.tonapi.io'),
    'https://walletbot.me,https://bridge.tonapi.io,https://tonconnectbridge.mytonwallet.org,https://connect.tonhubapi.com',
    'Origins of the bridges to wallets, separated by commas: the app connects to these alone, and hides other wallets.',
  ],
  PREFERRED_WALLET: [
    v.nullable(matching(/^[\w-]{1,64}$/, 'must be an app_name of the list of wallets')),
    '',
    'The wallet that is listed first, by its `app_name` in that list.',
  ],
  TERMS_URL: [
    v.nullable(serviceUrl('https://irich.example/terms')),
    '',
    'Terms of use, which wallets show when they connect.',
  ],
  PRIVACY_URL: [
    v.nullable(serviceUrl('https://irich.example/privacy')),
    '',
    'The privacy policy, which wallets show when they connect.',
  ],
} as const;

export type WalletsConfig = Readonly<ReturnType<typeof walletsOf>>;

export function walletsOf(fields: Fields<typeof WALLETS>) {
  return {
    listUrl: fields.walletsListUrl,
    bridges: fields.walletBridges,
    preferred: fields.preferredWallet,
    termsUrl: fields.termsUrl,
    privacyUrl: fields.privacyUrl,
  };
}

/** The origins that the app connects to for wallets, without duplicates. */
export function walletOrigins({ listUrl, bridges }: Pick<WalletsConfig, 'listUrl' | 'bridges'>): string[] {
  return [...new Set([new URL(listUrl).origin, ...bridges])];
}
