/** The configuration: environment variables, read and validated here and nowhere else. */
import * as v from 'valibot';
import { parseProxies, type TrustedProxies } from './http/address.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly databasePath: string;
  /** The folder of the built app. */
  readonly distPath: string;
  readonly botToken: string;
  /** The token before the last rotation, and when it was replaced, seconds. */
  readonly previousToken: { readonly token: string; readonly rotatedAtS: number } | null;
  readonly botUsername: string;
  readonly appShortName: string;
  /** An origin without a slash at its end. */
  readonly publicUrl: string;
  readonly initDataMaxAgeS: number;
  readonly marketProvider: 'sample';
  readonly trustedProxies: TrustedProxies;
}

/** One row of the table in the README. */
export interface Variable {
  readonly name: string;
  /** Null where the variable must be set. */
  readonly fallback: string | null;
  readonly meaning: string;
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  /** One line per fault, each beginning with the variable's name; no value of a secret is in them. */
  | { readonly ok: false; readonly faults: readonly string[] };

const token = v.pipe(
  v.string(),
  v.regex(/^\d+:[\w-]{4,}$/, 'must be a bot token, such as 123456789:AAH5YkoiEuPk8'),
);
const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.check((text) => /^\d{1,9}$/.test(text), `must be a whole number from ${min} to ${max}`),
    v.transform(Number),
    v.check((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`),
  );

const VARIABLES = {
  PORT: [wholeNumber(0, 65_535), '8080', 'The port that the server listens on; 0 takes a free one.'],
  HOST: [
    v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address or a host name')),
    '127.0.0.1',
    'The address that it listens on. A proxy with TLS stands in front; 0.0.0.0 listens on all.',
  ],
  DATABASE_PATH: [v.string(), null, 'The SQLite file; it is made where it does not exist.'],
  DIST_PATH: [v.string(), 'dist', 'The folder of the built app, as `npm run build` writes it.'],
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
    v.pipe(
      v.string(),
      v.check(isOrigin, 'must be an https origin without a path, such as https://irich.example'),
      v.transform((text) => new URL(text).origin),
    ),
    null,
    'Where the app is reached from outside: https and no path (http only on localhost).',
  ],
  INIT_DATA_MAX_AGE_S: [
    wholeNumber(60, 31_536_000),
    '86400',
    'How old launch data may be, seconds. Clients hand over data that are almost a day old.',
  ],
  MARKET_PROVIDER: [
    v.picklist(['sample'], 'must be sample, the bundled figures, marked as such on every screen'),
    null,
    'Where market figures come from: `sample`.',
  ],
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

/** The table of the README. */
export const VARIABLE_TABLE: readonly Variable[] = Object.entries(VARIABLES).map(
  ([name, [, fallback, meaning]]) => ({ name, fallback, meaning }),
);

/** Reads everything and reports every fault at once. Empty variables count as not set. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const faults: string[] = [];
  function read<Name extends keyof typeof VARIABLES>(
    name: Name,
  ): v.InferOutput<(typeof VARIABLES)[Name][0]> | undefined {
    const [schema, fallback]: readonly [v.GenericSchema, string | null, string] = VARIABLES[name];
    const given = env[name]?.trim() ?? '';
    const text = given === '' ? fallback : given;
    if (text === null) {
      faults.push(`${name}: is not set`);
      return undefined;
    }
    const isOptional = schema.type === 'optional';
    const result = v.safeParse(schema, text === '' && isOptional ? undefined : text);
    if (result.success) return result.output as v.InferOutput<(typeof VARIABLES)[Name][0]>;
    faults.push(`${name}: ${result.issues[0].message}`);
    return undefined;
  }
  const port = read('PORT');
  const host = read('HOST');
  const databasePath = read('DATABASE_PATH');
  const distPath = read('DIST_PATH');
  const botToken = read('BOT_TOKEN');
  const previous = read('BOT_TOKEN_PREVIOUS');
  const rotatedAtS = read('BOT_TOKEN_ROTATED_AT');
  const botUsername = read('BOT_USERNAME');
  const appShortName = read('APP_SHORT_NAME');
  const publicUrl = read('PUBLIC_URL');
  const initDataMaxAgeS = read('INIT_DATA_MAX_AGE_S');
  const marketProvider = read('MARKET_PROVIDER');
  const trustedProxies = read('TRUSTED_PROXIES');
  const isSet = (name: keyof typeof VARIABLES): boolean => (env[name]?.trim() ?? '') !== '';
  if (isSet('BOT_TOKEN_PREVIOUS') && !isSet('BOT_TOKEN_ROTATED_AT')) {
    faults.push('BOT_TOKEN_ROTATED_AT: is not set, but BOT_TOKEN_PREVIOUS is');
  }
  if (isSet('BOT_TOKEN_ROTATED_AT') && !isSet('BOT_TOKEN_PREVIOUS')) {
    faults.push('BOT_TOKEN_PREVIOUS: is not set, but BOT_TOKEN_ROTATED_AT is');
  }
  if (
    faults.length > 0 ||
    port === undefined ||
    host === undefined ||
    databasePath === undefined ||
    distPath === undefined ||
    botToken === undefined ||
    botUsername === undefined ||
    appShortName === undefined ||
    publicUrl === undefined ||
    initDataMaxAgeS === undefined ||
    marketProvider === undefined ||
    trustedProxies === undefined
  ) {
    return { ok: false, faults };
  }
  const previousToken =
    previous === undefined || rotatedAtS === undefined ? null : { token: previous, rotatedAtS };
  return {
    ok: true,
    config: {
      port,
      host,
      databasePath,
      distPath,
      botToken,
      previousToken,
      botUsername,
      appShortName,
      publicUrl,
      initDataMaxAgeS,
      marketProvider,
      trustedProxies,
    },
  };
}

/** Seconds since 1970, or null. */
function readMoment(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const isPlain = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal));
}
