/** The configuration of both deployments: the only code that reads and validates environment variables. */
import * as v from 'valibot';
import { readShared, SHARED, type SharedConfig } from './config/shared.ts';
import { type ConfigResult, type Environment, type Fields, readTable, type Table } from './config/table.ts';
import { matching, secret, wholeNumber } from './config/values.ts';
import { WALLETS, type WalletsConfig, walletsOf } from './config/wallets.ts';
import { parseProxies, type TrustedProxies } from './runtime/http/address.ts';

/** Variables that only the deployment on one machine reads. */
const MACHINE = {
  PORT: [wholeNumber(0, 65_535), '8080', 'The port that the server listens on; 0 takes a free one.'],
  HOST: [
    matching(/^[\w.:-]+$/, 'must be an address or a host name'),
    '127.0.0.1',
    'The address that it listens on. A proxy with TLS stands in front; 0.0.0.0 listens on all.',
  ],
  METRICS_PORT: [
    v.nullable(wholeNumber(0, 65_535)),
    '',
    'The port of the metrics for Prometheus, at `/metrics`; unless it is set there are none. Never let a proxy pass it on.',
  ],
  METRICS_HOST: [
    matching(/^[\w.:-]+$/, 'must be an address or a host name'),
    '127.0.0.1',
    'The address that the metrics are shown on; in a container 0.0.0.0, on a network of the operator’s own.',
  ],
  DATABASE_PATH: [v.string(), null, 'The SQLite file; it is created if it does not exist.'],
  PROOF_DATABASE_PATH: [
    v.string(),
    '',
    'The SQLite file of the log of published totals, beside that of `DATABASE_PATH` unless it is set: `proof.sqlite`. Never put an older one in its place.',
  ],
  BACKUP_PATH: [
    v.nullable(v.string()),
    '',
    'The folder of the dated backups; the metrics tell the age of its newest good one.',
  ],
  CREDIT_SECRET: [v.nullable(secret), '', 'See the row of the same name for Cloudflare.'],
  DIST_PATH: [v.string(), 'dist', 'The folder of the built app, as `npm run build` writes it.'],
  UNREAD_LIMIT_S: [
    wholeNumber(1, 3_600),
    '30',
    'How long an unfinished request or an unread answer may carry nothing, seconds. Such a connection is closed after one to three times as long.',
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

/** Variables that only the deployment on Cloudflare reads. */
const CLOUDFLARE = {
  CREDIT_SECRET: [
    secret,
    null,
    'Secret behind the ids of credits and the hashes of wallets, hexadecimal: made once, never changed. On one machine it may be left out: then it is a row of the database.',
  ],
  MOVE_SECRET: [
    v.nullable(secret),
    '',
    'Secret of operators’ commands that work on this deployment by its URL, hexadecimal. It opens every ledger: set only while such a command works.',
  ],
  POST_EVERY_S: [
    wholeNumber(1, 86_400),
    '600',
    'The least time between two messages from a user’s ledger to that of their referrer, seconds.',
  ],
} as const;

export type Config = SharedConfig & Fields<typeof MACHINE>;

/** Cloudflare itself states the address of the caller, so no proxy is trusted. */
export type CloudflareConfig = SharedConfig &
  Fields<typeof CLOUDFLARE> & { readonly trustedProxies: TrustedProxies };

/** One row of the table in the README. */
export interface Variable {
  readonly name: string;
  /** Which deployment reads it. */
  readonly deployment: 'both' | 'machine' | 'Cloudflare';
  /** Null if the variable must be set. */
  readonly fallback: string | null;
  readonly meaning: string;
}

/** The table in the README. */
export const VARIABLE_TABLE: readonly Variable[] = (
  [
    ['machine', MACHINE],
    ['both', SHARED],
    ['Cloudflare', CLOUDFLARE],
  ] as const
).flatMap(([deployment, table]) =>
  Object.entries<Table[string]>(table).flatMap(([name, [, fallback, meaning]]) =>
    // A variable of both tables appears once, where it is required.
    deployment === 'machine' && Object.hasOwn(CLOUDFLARE, name)
      ? []
      : [{ name, deployment, fallback, meaning }],
  ),
);

/** Reads the configuration of one machine and reports every fault at once. Empty variables count as not set. */
export function readConfig(env: Environment): ConfigResult<Config> {
  const read = readBoth(MACHINE, env, {});
  if (!read.ok) return read;
  const { databasePath, proofDatabasePath } = read.config;
  const beside = `${databasePath.slice(0, databasePath.lastIndexOf('/') + 1)}proof.sqlite`;
  return { ok: true, config: { ...read.config, proofDatabasePath: proofDatabasePath || beside } };
}

/** Like `readConfig`, for the deployment on Cloudflare. */
export function readCloudflareConfig(env: Environment): ConfigResult<CloudflareConfig> {
  return readBoth(CLOUDFLARE, env, { trustedProxies: [] });
}

/** Like `readConfig`, for the wallet variables alone: the build needs only these. */
export function readWallets(env: Environment): ConfigResult<WalletsConfig> {
  const faults: string[] = [];
  const fields = readTable(WALLETS, env, faults);
  return fields === null ? { ok: false, faults } : { ok: true, config: walletsOf(fields) };
}

function readBoth<T extends Table, Fixed>(
  table: T,
  env: Environment,
  fixed: Fixed,
): ConfigResult<SharedConfig & Fields<T> & Fixed> {
  const faults: string[] = [];
  const own = readTable(table, env, faults);
  const shared = readShared(env, faults);
  return own === null || shared === null || faults.length > 0
    ? { ok: false, faults }
    : { ok: true, config: { ...shared, ...own, ...fixed } };
}
