/** The configuration of both homes: environment variables, read and validated here and nowhere else. */
import { CLOUDFLARE } from './config/cloudflare.ts';
import { MACHINE } from './config/machine.ts';
import { readShared, SHARED, type SharedConfig } from './config/shared.ts';
import { type ConfigResult, type Environment, readTable, type Table } from './config/table.ts';
import { WALLETS, walletsOf } from './config/wallets.ts';
import type { WalletsConfig } from './wallet/config.ts';

/** Of the home on one machine. */
export interface Config extends SharedConfig {
  readonly port: number;
  readonly host: string;
  readonly databasePath: string;
  /** Null where it is a row of the database. */
  readonly creditSecret: string | null;
  /** The folder of the built app. */
  readonly distPath: string;
}

/** Of the home on Cloudflare. */
export interface CloudflareConfig extends SharedConfig {
  /** What ids of credits are made with: the same for every user, for ever. */
  readonly creditSecret: string;
  /** Opens the way for ledgers that move here or away; null where it is closed. */
  readonly moveSecret: string | null;
  /** The least time between two messages of a user to their referrer, seconds. */
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

/** The table of the README. */
export const VARIABLE_TABLE: readonly Variable[] = (
  [
    ['machine', MACHINE],
    ['both', SHARED],
    ['Cloudflare', CLOUDFLARE],
  ] as const
).flatMap(([home, table]) =>
  Object.entries<Table[string]>(table).flatMap(([name, [, fallback, meaning]]) =>
    // Named once, where it must be set.
    home === 'machine' && Object.hasOwn(CLOUDFLARE, name) ? [] : [{ name, home, fallback, meaning }],
  ),
);

/** Of one machine. Reads everything and reports every fault at once. Empty variables count as not set. */
export function readConfig(env: Environment): ConfigResult<Config> {
  const { faults, values, shared } = readBoth(MACHINE, env);
  if (values === null || shared === null) return { ok: false, faults };
  const config = {
    port: values.PORT,
    host: values.HOST,
    databasePath: values.DATABASE_PATH,
    creditSecret: values.CREDIT_SECRET ?? null,
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
