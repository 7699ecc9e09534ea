/** The configuration of both homes: environment variables, read and validated here and nowhere else. */
import * as v from 'valibot';
import { origin, origins, readMoment, secret, serviceUrl, token, wholeNumber } from './config-values.ts';
import { parseProxies, type TrustedProxies } from './http/address.ts';
import { isForTests, NETWORKS, readAddress } from './sbt/address.ts';
import type { SbtConfig } from './sbt/config.ts';
import { EXPLORER_TEMPLATES, isExplorerTemplate } from './sbt/explorer.ts';
import { DEFAULT_LINK_TEMPLATE, isLinkTemplate } from './sbt/link.ts';
import type { WalletsConfig } from './wallet/config.ts';

/** What both homes have. */
interface SharedConfig {
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
  /** Null where there is no feed. */
  readonly calendarFeedUrl: string | null;
  /** Proxies whose word about the caller's address is believed; none on Cloudflare, which says it itself. */
  readonly trustedProxies: TrustedProxies;
  /** Nothing is written: ledgers are being moved. */
  readonly readOnly: boolean;
  /** An origin without a slash at its end. */
  readonly botApiUrl: string;
  /** What the messaging app sends with each update; null where the bot, and what it tells users, is off. */
  readonly botWebhookSecret: string | null;
  readonly wallets: WalletsConfig;
  readonly sbt: SbtConfig;
}

/** Of the home on one machine. */
export interface Config extends SharedConfig {
  readonly port: number;
  readonly host: string;
  readonly databasePath: string;
  /** The folder of the built app. */
  readonly distPath: string;
}

/** Of the home on Cloudflare. */
export interface CloudflareConfig extends SharedConfig {
  /** What ids of credits are made with: the same for every user, for ever. */
  readonly creditSecret: string;
  /** Opens the way for ledgers that move here or away; null where it is closed. */
  readonly moveSecret: string | null;
  /** The least time between two messages of a user to whoever invited them, seconds. */
  readonly postEveryS: number;
}

/** One row of the table in the README. */
export interface Variable {
  readonly name: string;
  /** Which home reads it. */
  readonly home: 'both' | 'machine' | 'Cloudflare';
  /** Null where the variable must be set. */
  readonly fallback: string | null;
  readonly meaning: string;
}

export type ConfigResult<C> =
  | { readonly ok: true; readonly config: C }
  /** One line per fault, each beginning with the variable's name; no value of a secret is in them. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** Of the home on one machine alone. */
const MACHINE = {
  PORT: [wholeNumber(0, 65_535), '8080', 'The port that the server listens on; 0 takes a free one.'],
  HOST: [
    v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address or a host name')),
    '127.0.0.1',
    'The address that it listens on. A proxy with TLS stands in front; 0.0.0.0 listens on all.',
  ],
  DATABASE_PATH: [v.string(), null, 'The SQLite file; it is made where it does not exist.'],
  DIST_PATH: [v.string(), 'dist', 'The folder of the built app, as `npm run build` writes it.'],
  TRUSTED_PROXIES: [
    v.pipe(
      v.string(),
      v.transform(parseProxies),
      v.check((proxies) => proxies !== null, 'must be addresses or networks, such as 127.0.0.1,10.0.0.0/8'),
      v.transform((proxies) => proxies ?? []),
    ),
    '',
    'Proxies whose `X-Forwarded-For` is believed: addresses or networks, separated by commas.',
  ],
} as const;

/** Of wallets: the build reads these as well, for the headers of files that a platform serves by itself. */
const WALLETS = {
  WALLETS_LIST_URL: [
    serviceUrl('https://config.ton.org/wallets-v2.json'),
    'https://config.ton.org/wallets-v2.json',
    'The list of wallets that can be connected, of the shape of TON Connect’s.',
  ],
  WALLET_BRIDGES: [
    origins('https://bridge.tonapi.io'),
    'https://walletbot.me,https://bridge.tonapi.io,https://tonconnectbridge.mytonwallet.org,https://connect.tonhubapi.com',
    'Origins of the bridges to wallets, separated by commas: the app may speak to these alone, and hides other wallets.',
  ],
  PREFERRED_WALLET: [
    v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'must be an app_name of the list of wallets'))),
    '',
    'The wallet that stands first, by its `app_name` in that list.',
  ],
  TERMS_URL: [
    v.optional(serviceUrl('https://irich.example/terms')),
    '',
    'Terms of use, which wallets show when they connect.',
  ],
  PRIVACY_URL: [
    v.optional(serviceUrl('https://irich.example/privacy')),
    '',
    'The privacy policy, which wallets show when they connect.',
  ],
} as const;

/** Of badges that become tokens. */
const SBT = {
  TON_NETWORK: [
    v.picklist(NETWORKS, 'must be mainnet or testnet'),
    'mainnet',
    'The network of wallets and tokens: `mainnet`, or `testnet` to try things out.',
  ],
  TON_API_URL: [
    v.optional(serviceUrl('https://toncenter.com/api/v2')),
    '',
    'What the chain is asked through, of the shape of TON Center’s. Unless it is set, nobody asks whether a badge was minted.',
  ],
  TON_API_KEY: [
    v.optional(
      v.pipe(v.string(), v.regex(/^[\w-]{8,200}$/, 'must be letters, digits, underscores and hyphens')),
    ),
    '',
    'The key of the account there; without one it answers one question a second.',
  ],
  SBT_COLLECTION: [
    v.optional(
      v.pipe(
        v.string(),
        v.check(
          (text) => readAddress(text) !== null,
          'must be an address, as `npm run sbt -- deploy` says it',
        ),
      ),
    ),
    '',
    'The collection that badges are minted in. Unless it is set, badges are no tokens.',
  ],
  SBT_SIGNING_KEY: [
    v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits'))),
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
    v.optional(
      v.pipe(
        v.string(),
        v.check(isExplorerTemplate, 'must be a link of https:// with {address} after its host'),
      ),
    ),
    '',
    'The page that shows a token, with `{address}` where its address belongs. Unless it is set, that of Tonviewer for the network.',
  ],
} as const;

const SHARED = {
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
    '1 while ledgers are moved to another home: whatever would write answers 503 `moving`, and devices wait.',
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
    'What comes with each update of the bot. Unless it is set, the bot, its notifications and messages with pictures are off.',
  ],
  ...WALLETS,
  ...SBT,
} as const;

/** Of the home on Cloudflare alone. */
const CLOUDFLARE = {
  CREDIT_SECRET: [secret, null, 'Secret behind the ids of credits, hexadecimal: made once, never changed.'],
  MOVE_SECRET: [
    v.optional(secret),
    '',
    'Secret of whoever moves ledgers here or away, hexadecimal; the way is closed unless it is set.',
  ],
  POST_EVERY_S: [
    wholeNumber(1, 86_400),
    '600',
    'How often at most a user’s ledger tells the one of whoever invited them, seconds.',
  ],
} as const;

type Table = Readonly<Record<string, readonly [v.GenericSchema, string | null, string]>>;
type Values<T extends Table> = { readonly [Name in keyof T]: v.InferOutput<T[Name][0]> };

/** The table of the README. */
export const VARIABLE_TABLE: readonly Variable[] = (
  [
    ['machine', MACHINE],
    ['both', SHARED],
    ['Cloudflare', CLOUDFLARE],
  ] as const
).flatMap(([home, table]) =>
  Object.entries<Table[string]>(table).map(([name, [, fallback, meaning]]) => ({
    name,
    home,
    fallback,
    meaning,
  })),
);

/** Variables by name; anything but text counts as what it is written as. */
type Environment = Readonly<Record<string, unknown>>;

/** Of one machine. Reads everything and reports every fault at once. Empty variables count as not set. */
export function readConfig(env: Environment): ConfigResult<Config> {
  const { faults, values, shared } = readBoth(MACHINE, env);
  if (values === null || shared === null) return { ok: false, faults };
  const config = {
    port: values.PORT,
    host: values.HOST,
    databasePath: values.DATABASE_PATH,
    distPath: values.DIST_PATH,
    ...shared,
    trustedProxies: values.TRUSTED_PROXIES,
  };
  return { ok: true, config };
}

/** Of the deployment on Cloudflare, as `readConfig`. */
export function readCloudflareConfig(env: Environment): ConfigResult<CloudflareConfig> {
  const { faults, values, shared } = readBoth(CLOUDFLARE, env);
  if (values === null || shared === null) return { ok: false, faults };
  const config = {
    ...shared,
    trustedProxies: [],
    creditSecret: values.CREDIT_SECRET,
    moveSecret: values.MOVE_SECRET ?? null,
    postEveryS: values.POST_EVERY_S,
  };
  return { ok: true, config };
}

/** Of wallets alone, as `readConfig`: all that the build has to know. */
export function readWallets(env: Environment): ConfigResult<WalletsConfig> {
  const faults: string[] = [];
  const values = readTable(WALLETS, env, faults);
  return values === null ? { ok: false, faults } : { ok: true, config: walletsOf(values) };
}

function readBoth<T extends Table>(own: T, env: Environment) {
  const faults: string[] = [];
  const values = readTable(own, env, faults);
  const shared = readShared(env, faults);
  return { faults, values, shared: faults.length > 0 ? null : shared };
}

function readShared(env: Environment, faults: string[]): Omit<SharedConfig, 'trustedProxies'> | null {
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

function walletsOf(values: Values<typeof WALLETS>): WalletsConfig {
  return {
    listUrl: values.WALLETS_LIST_URL,
    bridges: values.WALLET_BRIDGES,
    preferred: values.PREFERRED_WALLET ?? null,
    termsUrl: values.TERMS_URL ?? null,
    privacyUrl: values.PRIVACY_URL ?? null,
  };
}

function sbtOf(values: Values<typeof SBT>): SbtConfig {
  return {
    network: values.TON_NETWORK,
    apiUrl: values.TON_API_URL?.replace(/\/$/, '') ?? null,
    apiKey: values.TON_API_KEY ?? null,
    collection: values.SBT_COLLECTION ?? null,
    signingKey: values.SBT_SIGNING_KEY ?? null,
    delivery: values.SBT_DELIVERY,
    linkTemplate: values.SBT_LINK_TEMPLATE,
    explorerTemplate: values.TON_EXPLORER_TEMPLATE ?? EXPLORER_TEMPLATES[values.TON_NETWORK],
  };
}

/** What two of them say against one another. */
function sbtFaults(values: Values<typeof SBT>): string[] {
  const { SBT_COLLECTION: collection, SBT_SIGNING_KEY: key, TON_NETWORK: network } = values;
  if (collection === undefined) return [];
  return [
    ...(key === undefined ? ['SBT_SIGNING_KEY: is not set, but SBT_COLLECTION is'] : []),
    ...(network === 'mainnet' && isForTests(collection)
      ? ['SBT_COLLECTION: is an address of the test network, but TON_NETWORK is mainnet']
      : []),
  ];
}

/** Null where any of it is at fault. */
function readTable<T extends Table>(table: T, env: Environment, faults: string[]): Values<T> | null {
  const before = faults.length;
  const values = Object.entries(table).map(([name, [schema, fallback]]) => {
    const text = isSet(env, name) ? String(env[name]).trim() : fallback;
    if (text === null) {
      faults.push(`${name}: is not set`);
      return [name, undefined];
    }
    const result = v.safeParse(schema, text === '' && schema.type === 'optional' ? undefined : text);
    if (!result.success) faults.push(`${name}: ${result.issues[0].message}`);
    return [name, result.output];
  });
  return faults.length > before ? null : (Object.fromEntries(values) as Values<T>);
}

function isSet(env: Environment, name: string): boolean {
  return String(env[name] ?? '').trim() !== '';
}
