/** Variables of badge tokens. */
import * as v from 'valibot';
import { isForTests, NETWORKS, readAddress } from '../sbt/address.ts';
import {
  DEFAULT_LINK_TEMPLATE,
  EXPLORER_TEMPLATES,
  isExplorerTemplate,
  isLinkTemplate,
} from '../sbt/link.ts';
import type { SbtConfig } from '../sbt/minting.ts';
import type { Fields } from './table.ts';
import { apiKey, apiUrl, matching } from './values.ts';

export const SBT = {
  TON_NETWORK: [
    v.picklist(NETWORKS, 'must be mainnet or testnet'),
    'mainnet',
    'The network of wallets and tokens: `mainnet`, or `testnet` to try things out.',
  ],
  TON_API_URL: [
    v.nullable(apiUrl('https://toncenter.com/api/v2')),
    '',
    'The service that the server asks about the chain, with the API of TON Center. Unless it is set, the server does not check whether a badge was minted.',
  ],
  TON_API_KEY: [
    v.nullable(apiKey),
    '',
    'The key of the account there; without one it answers one question a second.',
  ],
  SBT_COLLECTION: [
    v.nullable(
      v.pipe(
        v.string(),
        v.check(
          (text) => readAddress(text) !== null,
          'must be an address, as `npm run sbt -- deploy` prints it',
        ),
      ),
    ),
    '',
    'The collection that badges are minted in. Unless it is set, badges cannot become tokens.',
  ],
  SBT_SIGNING_KEY: [
    v.nullable(matching(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')),
    '',
    'Secret that vouchers for badges are signed with, 32 bytes, hexadecimal.',
  ],
  SBT_DELIVERY: [
    v.picklist(['link', 'ton-connect'], 'must be link or ton-connect'),
    'link',
    'How a mint reaches the wallet: `link`, which the messaging app opens, or `ton-connect`, through the connected wallet.',
  ],
  SBT_LINK_TEMPLATE: [
    v.pipe(
      v.string(),
      v.check(
        isLinkTemplate,
        'must be a link of ton:// or https:// with {address}, {amount} and {bin}, and with {exp} or without',
      ),
    ),
    DEFAULT_LINK_TEMPLATE,
    'The link that opens a wallet, with `{address}`, `{amount}`, `{bin}` and `{exp}` where these belong.',
  ],
  TON_EXPLORER_TEMPLATE: [
    v.nullable(
      v.pipe(
        v.string(),
        v.check(isExplorerTemplate, 'must be a link of https:// with {address} after its host'),
      ),
    ),
    '',
    'The page that shows a token, with `{address}` in place of its address. Unless it is set, Tonviewer’s page for the network.',
  ],
} as const;

export function sbtOf(fields: Fields<typeof SBT>): SbtConfig {
  return {
    network: fields.tonNetwork,
    apiUrl: fields.tonApiUrl,
    apiKey: fields.tonApiKey,
    collection: fields.sbtCollection,
    signingKey: fields.sbtSigningKey,
    delivery: fields.sbtDelivery,
    linkTemplate: fields.sbtLinkTemplate,
    explorerTemplate: fields.tonExplorerTemplate ?? EXPLORER_TEMPLATES[fields.tonNetwork],
  };
}

/** Contradictions between the variables. */
export function sbtFaults({ collection, signingKey, network }: SbtConfig): string[] {
  if (collection === null) return [];
  return [
    ...(signingKey === null ? ['SBT_SIGNING_KEY: is not set, but SBT_COLLECTION is'] : []),
    ...(network === 'mainnet' && isForTests(collection)
      ? ['SBT_COLLECTION: is an address of the test network, but TON_NETWORK is mainnet']
      : []),
  ];
}
