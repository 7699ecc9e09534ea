/** The configuration of both deployments: the only code that reads and validates environment variables. */
import { CLOUDFLARE } from './config/cloudflare.ts';
import { MACHINE } from './config/machine.ts';
import { readShared, SHARED, type SharedConfig } from './config/shared.ts';
import { type ConfigResult, type Environment, readTable, type Table } from './config/table.ts';
import { WALLETS, walletsOf } from './config/wallets.ts';
import type { WalletsConfig } from './wallet/config.ts';

/** Configuration of the deployment on one machine. */
export interface Config extends SharedConfig {
  readonly port: number;
  readonly host: string;
  readonly databasePath: string;
  /** Null if the database holds it. */
  readonly creditSecret: string | null;
  /** The folder of the built app. */
  readonly distPath: string;
  /** How long a connection with unread bytes may carry nothing, seconds. */
  readonly unreadLimitS: number;
}

/** Configuration of the deployment on Cloudflare. */
export interface CloudflareConfig extends SharedConfig {
  /** The secret behind the ids of credits: one for all users, never changed. */
  readonly creditSecret: string;
  /** Authorises moving ledgers here or away; null disables these calls. */
  readonly moveSecret: string | null;
  /** The least time between two messages from a user's ledger to their referrer's, seconds. */
  readonly postEveryS: number;
}

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
  const { faults, values, shared } = readBoth(MACHINE, env);
  if (values === null || shared === null) return { ok: false, faults };
  const config = {
    port: values.PORT,
    host: values.HOST,
    databasePath: values.DATABASE_PATH,
    creditSecret: values.CREDIT_SECRET ?? null,
    distPath: values.DIST_PATH,
    unreadLimitS: values.UNREAD_LIMIT_S,
    ...shared,
    trustedProxies: values.TRUSTED_PROXIES,
  };
  return { ok: true, config };
}

/** Like `readConfig`, for the deployment on Cloudflare. */
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

/** Like `readConfig`, for the wallet variables alone: the build needs only these. */
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
