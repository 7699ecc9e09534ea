/** Variables that both deployments read. */
import * as v from 'valibot';
import type { TrustedProxies } from '../runtime/http/address.ts';
import type { SbtConfig } from '../sbt/config.ts';
import type { WalletsConfig } from '../wallet/config.ts';
import { SBT, sbtFaults, sbtOf } from './sbt.ts';
import { type Environment, isSet, readTable } from './table.ts';
import { origin, readMoment, serviceUrl, token, wholeNumber } from './values.ts';
import { WALLETS, walletsOf } from './wallets.ts';

/** The configuration that both deployments share. */
export interface SharedConfig {
  readonly botToken: string;
  /** The token before the last rotation, and when it was replaced, seconds. */
  readonly previousToken: { readonly token: string; readonly rotatedAtS: number } | null;
  readonly botUsername: string;
  readonly appShortName: string;
  /** An origin without a slash at its end. */
  readonly publicUrl: string;
  readonly initDataMaxAgeS: number;
  readonly marketProvider: 'sample' | 'live';
  /** Without a slash at its end. */
  readonly marketApiUrl: string;
  readonly marketApiKey: string | null;
  readonly fearGreedUrl: string;
  /** Null if there is no feed. */
  readonly calendarFeedUrl: string | null;
  /** Proxies whose claim about the caller's address is trusted; none on Cloudflare, which states the address itself. */
  readonly trustedProxies: TrustedProxies;
  /** Refuses all writes while ledgers are being moved. */
  readonly readOnly: boolean;
  /** An origin without a slash at its end. */
  readonly botApiUrl: string;
  /** The secret that the messaging app sends with each update; null turns the bot and its notifications off. */
  readonly botWebhookSecret: string | null;
  readonly wallets: WalletsConfig;
  readonly sbt: SbtConfig;
}

export const SHARED = {
  BOT_TOKEN: [token, null, 'The token of the bot that owns the mini-app: launch data are checked with it.'],
  BOT_TOKEN_PREVIOUS: [
    v.optional(token),
    '',
    'The token before a rotation: accepted for launch data from before `BOT_TOKEN_ROTATED_AT`. Never after a leak.',
  ],
  BOT_TOKEN_ROTATED_AT: [
    v.optional(
      v.pipe(v.string(), v.transform(readMoment), v.number('must be a time, such as 2026-07-01T12:00:00Z')),
    ),
    '',
    'When the token was rotated, ISO 8601 in UTC.',
  ],
  BOT_USERNAME: [
    v.pipe(v.string(), v.regex(/^[A-Za-z]\w{2,31}$/, 'must be a bot name without @, such as irich_bot')),
    null,
    'The name of the bot, without @: invitation links are made of it.',
  ],
  APP_SHORT_NAME: [
    v.pipe(v.string(), v.regex(/^\w{2,64}$/, 'must be the short name of the mini-app, such as app')),
    null,
    'The short name of the mini-app, as registered with the messaging app.',
  ],
  PUBLIC_URL: [
    origin('https://irich.example'),
    null,
    'Where the app is reached from outside: https and no path (http only on localhost).',
  ],
  INIT_DATA_MAX_AGE_S: [
    wholeNumber(60, 31_536_000),
    '86400',
    'How old launch data may be, seconds. Clients hand over data that are almost a day old.',
  ],
  MARKET_PROVIDER: [
    v.picklist(
      ['sample', 'live'],
      'must be live, or sample, the bundled figures, marked as such on every screen',
    ),
    null,
    'Where market figures come from: `live`, the services below, or `sample`, bundled figures that say so.',
  ],
  MARKET_API_URL: [
    serviceUrl('https://api.coingecko.com/api/v3'),
    'https://api.coingecko.com/api/v3',
    'The market service, of the shape of CoinGecko’s.',
  ],
  MARKET_API_KEY: [
    v.optional(
      v.pipe(v.string(), v.regex(/^[\w-]{8,200}$/, 'must be letters, digits, underscores and hyphens')),
    ),
    '',
    'The key of the account there; without one it answers less often.',
  ],
  FEAR_GREED_URL: [
    serviceUrl('https://api.alternative.me/fng/'),
    'https://api.alternative.me/fng/',
    'The fear and greed index, of the shape of alternative.me’s.',
  ],
  CALENDAR_FEED_URL: [
    v.optional(serviceUrl('https://calendar.example/this-week.json')),
    '',
    'A weekly list of economic events, of the shape of ForexFactory’s. Off unless it is set: see below.',
  ],
  READ_ONLY: [
    v.pipe(
      v.picklist(['0', '1'], 'must be 0 or 1'),
      v.transform((text) => text === '1'),
    ),
    '0',
    '1 while ledgers are moved to another deployment: every write answers 503 `moving`, and devices wait.',
  ],
  BOT_API_URL: [
    origin('https://api.telegram.org'),
    'https://api.telegram.org',
    'Where the bot is reached: https and no path (http only on localhost).',
  ],
  BOT_WEBHOOK_SECRET: [
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[\w-]{16,256}$/, 'must be 16 to 256 letters, digits, underscores or hyphens'),
      ),
    ),
    '',
    'The secret that the messaging app sends with each update of the bot. Unless it is set, the bot, its notifications and messages with pictures are off.',
  ],
  ...WALLETS,
  ...SBT,
} as const;

export function readShared(env: Environment, faults: string[]): Omit<SharedConfig, 'trustedProxies'> | null {
  const values = readTable(SHARED, env, faults);
  if (isSet(env, 'BOT_TOKEN_PREVIOUS') && !isSet(env, 'BOT_TOKEN_ROTATED_AT')) {
    faults.push('BOT_TOKEN_ROTATED_AT: is not set, but BOT_TOKEN_PREVIOUS is');
  }
  if (isSet(env, 'BOT_TOKEN_ROTATED_AT') && !isSet(env, 'BOT_TOKEN_PREVIOUS')) {
    faults.push('BOT_TOKEN_PREVIOUS: is not set, but BOT_TOKEN_ROTATED_AT is');
  }
  if (values === null) return null;
  faults.push(...sbtFaults(values));
  const { BOT_TOKEN_PREVIOUS: previous, BOT_TOKEN_ROTATED_AT: rotatedAtS } = values;
  return {
    botToken: values.BOT_TOKEN,
    previousToken:
      previous === undefined || rotatedAtS === undefined ? null : { token: previous, rotatedAtS },
    botUsername: values.BOT_USERNAME,
    appShortName: values.APP_SHORT_NAME,
    publicUrl: values.PUBLIC_URL,
    initDataMaxAgeS: values.INIT_DATA_MAX_AGE_S,
    marketProvider: values.MARKET_PROVIDER,
    marketApiUrl: values.MARKET_API_URL.replace(/\/$/, ''),
    marketApiKey: values.MARKET_API_KEY ?? null,
    fearGreedUrl: values.FEAR_GREED_URL,
    calendarFeedUrl: values.CALENDAR_FEED_URL ?? null,
    readOnly: values.READ_ONLY,
    botApiUrl: values.BOT_API_URL,
    botWebhookSecret: values.BOT_WEBHOOK_SECRET ?? null,
    wallets: walletsOf(values),
    sbt: sbtOf(values),
  };
}
