/** The deployment that API tests use: its configuration and its time. */

import type { WalletsConfig } from '#api/config/wallets.ts';
import type { SbtConfig } from '#api/sbt/minting.ts';

/** A Tuesday noon, so far ahead that no alarm of a runtime fires by itself. */
export const START = Date.UTC(2096, 8, 25, 12);

export const TOKEN = '1111111111:TEST-token-of-these-vectors-only_0000';
/** Replaced an hour before the start. */
export const PREVIOUS_TOKEN = '1111111111:TEST-token-before-the-rotation__0000';

/** Its environment variables. */
export const DEPLOYMENT = {
  BOT_TOKEN: TOKEN,
  BOT_TOKEN_PREVIOUS: PREVIOUS_TOKEN,
  BOT_TOKEN_ROTATED_AT: new Date(START - 3_600_000).toISOString(),
  BOT_USERNAME: 'irich_bot',
  APP_SHORT_NAME: 'app',
  PUBLIC_URL: 'https://irich.example',
  MARKET_PROVIDER: 'sample',
  CREDIT_SECRET: '00112233445566778899aabbccddeeff',
} as const;

/** Wallet configuration of deployments without an environment. */
export const WALLETS: WalletsConfig = {
  listUrl: 'https://wallets.example/list.json',
  bridges: ['https://bridge.example'],
  preferred: null,
  termsUrl: null,
  privacyUrl: null,
};

/** Default token configuration, without calls to the chain. */
export const SBT: SbtConfig = {
  network: 'mainnet',
  apiUrl: null,
  apiKey: null,
  collection: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
  signingKey: '07'.repeat(32),
  delivery: 'link',
  linkTemplate: 'ton://transfer/{address}?amount={amount}&bin={bin}&exp={exp}',
  explorerTemplate: 'https://explorer.example/{address}',
};

/** The secret of operators who move ledgers. */
export const MOVE_SECRET = 'f00df00df00df00df00df00df00df00d';
