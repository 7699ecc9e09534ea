/**
 * A stand-in for the public list of wallets (https://github.com/ton-connect/wallets-list) with the test's
 * wallets.
 */
import { type StandIn, startStandIn } from './stand-in.ts';

export interface ListedWallet {
  readonly name: string;
  readonly appName: string;
  readonly bridgeUrl: string;
  /** Where its app is opened. */
  readonly universalLink: string;
  /** Without a feature to send transactions it cannot be chosen. */
  readonly features?: readonly unknown[];
}

export interface WalletsList extends StandIn {
  readonly url: string;
  /** From now on. */
  list(wallets: readonly ListedWallet[]): void;
}

/** Needs no request. */
const IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const SENDS_TRANSACTIONS = ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }];

export async function startWalletsList(): Promise<WalletsList> {
  let wallets: readonly ListedWallet[] = [];
  const service = await startStandIn(({ url }) =>
    url.pathname === '/wallets.json' ? wallets.map(entryOf) : undefined,
  );
  return {
    ...service,
    url: `${service.origin}/wallets.json`,
    list(next) {
      wallets = next;
    },
  };
}

function entryOf({ name, appName, bridgeUrl, universalLink, features = SENDS_TRANSACTIONS }: ListedWallet) {
  return {
    app_name: appName,
    name,
    image: IMAGE,
    about_url: 'https://wallet.test/about',
    universal_url: universalLink,
    bridge: [{ type: 'sse', url: bridgeUrl }],
    platforms: ['ios', 'android', 'macos', 'windows', 'linux'],
    features,
  };
}
