/** Variables that both deployments read. */
import * as v from 'valibot';
import { APP_NAME } from './app-name.ts';
import { PROOF, proofFaults, proofOf } from './proof.ts';
import { SBT, sbtFaults, sbtOf } from './sbt.ts';
import { type Environment, isSet, readTable } from './table.ts';
import { apiKey, apiUrl, matching, origin, readMoment, serviceUrl, token, wholeNumber } from './values.ts';
import { WALLETS, walletsOf } from './wallets.ts';

const TOKENS = {
  BOT_TOKEN: [token, null, 'The token of the bot that owns the mini-app: launch data are checked with it.'],
  BOT_TOKEN_PREVIOUS: [
    v.nullable(token),
    '',
    'The token before a rotation: accepted for launch data from before `BOT_TOKEN_ROTATED_AT`. Never after a leak.',
  ],
  BOT_TOKEN_ROTATED_AT: [
    v.nullable(
      v.pipe(v.string(), v.transform(readMoment), v.number('must be a time, such as 2026-07-01T12:00:00Z')),
    ),
    '',
    'When the token was rotated, ISO 8601 in UTC.',
  ],
} as const;

const PLAIN = {
  BOT_USERNAME: [
    matching(/^[A-Za-z]\w{2,31}$/, 'must be a bot name without @, such as irich_bot'),
    null,
    'The name of the bot, without @: invitation links are made of it.',
  ],
  APP_SHORT_NAME: [
    matching(/^\w{2,64}$/, 'must be the short name of the mini-app, such as app'),
    null,
    'The short name of the mini-app, as registered with the messaging app.',
  ],
  ...APP_NAME,
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
    apiUrl('https://api.coingecko.com/api/v3'),
    'https://api.coingecko.com/api/v3',
    'The market service, of the shape of CoinGecko’s.',
  ],
  MARKET_API_KEY: [
    v.nullable(apiKey),
    '',
    'The key of the account there; without one it answers less often.',
  ],
  FEAR_GREED_URL: [
    serviceUrl('https://api.alternative.me/fng/'),
    'https://api.alternative.me/fng/',
    'The fear and greed index, of the shape of alternative.me’s.',
  ],
  CALENDAR_FEED_URL: [
    v.nullable(serviceUrl('https://calendar.example/this-week.json')),
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
    v.nullable(matching(/^[\w-]{16,256}$/, 'must be 16 to 256 letters, digits, underscores or hyphens')),
    '',
    'The secret that the messaging app sends with each update of the bot. Unless it is set, the bot, its notifications and messages with pictures are off.',
  ],
} as const;

export const SHARED = { ...TOKENS, ...PLAIN, ...WALLETS, ...SBT, ...PROOF } as const;

/** The configuration that both deployments share. */
export type SharedConfig = Readonly<NonNullable<ReturnType<typeof readShared>>>;

/** Null if any variable is faulty. */
export function readShared(env: Environment, faults: string[]) {
  const tokens = readTable(TOKENS, env, faults);
  const plain = readTable(PLAIN, env, faults);
  const wallets = readTable(WALLETS, env, faults);
  const sbt = readTable(SBT, env, faults);
  const proof = readTable(PROOF, env, faults);
  const [isPrevious, isRotated] = [isSet(env, 'BOT_TOKEN_PREVIOUS'), isSet(env, 'BOT_TOKEN_ROTATED_AT')];
  if (isPrevious && !isRotated) faults.push('BOT_TOKEN_ROTATED_AT: is not set, but BOT_TOKEN_PREVIOUS is');
  if (isRotated && !isPrevious) faults.push('BOT_TOKEN_PREVIOUS: is not set, but BOT_TOKEN_ROTATED_AT is');
  if (tokens === null || plain === null || wallets === null || sbt === null || proof === null) return null;
  const { botToken, botTokenPrevious, botTokenRotatedAt: rotatedAtS } = tokens;
  const config = {
    botToken,
    /** The token before the last rotation, and when it was replaced, seconds. */
    previousToken:
      botTokenPrevious === null || rotatedAtS === null ? null : { token: botTokenPrevious, rotatedAtS },
    ...plain,
    wallets: walletsOf(wallets),
    sbt: sbtOf(sbt),
    ...proofOf(proof),
  };
  faults.push(...sbtFaults(config.sbt), ...proofFaults(config));
  return config;
}
