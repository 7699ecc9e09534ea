/** Deliberate bugs about the owner of a wallet, in addition to `breakages.ts`. */
import type { SqlValue } from '#api/runtime/sqlite/port.ts';
import type { Breakage } from './run-seed.ts';

/** The check whether another user has the wallet is missing, so the last user is listed. */
export function walletsUnlooked(): Breakage {
  return {
    sql: (sql) => ({
      ...sql,
      get: <T extends object>(text: string, ...values: readonly SqlValue[]) =>
        text.includes('FROM wallets WHERE wallet') ? undefined : sql.get<T>(text, ...values),
      run: (text: string, ...values: readonly SqlValue[]) =>
        sql.run(text.replace('INSERT INTO wallets', 'INSERT OR REPLACE INTO wallets'), ...values),
    }),
  };
}

/** The address is stored outside of its event's commit and is sometimes lost. */
export function addressOutsideCommit(): Breakage {
  let count = 0;
  return {
    sql: (sql) => ({
      ...sql,
      run: (text: string, ...values: readonly SqlValue[]) =>
        text.includes('wallet_address = excluded') && ++count % 2 === 0
          ? { changes: 1 }
          : sql.run(text, ...values),
    }),
  };
}

/** A wallet is linked before its reservation is confirmed. */
export function linksUnreserved(): Breakage {
  return {
    object: (open) => (deps) =>
      open({
        ...deps,
        peers: {
          ...deps.peers,
          wallet(name) {
            const wallet = deps.peers.wallet(name);
            return {
              ...wallet,
              async reserve(userId) {
                void wallet.reserve(userId).catch(() => false);
                return true;
              },
            };
          },
        },
      }),
  };
}

/** A user object never claims its wallet, so the last user gets it. */
export function neverHolds(): Breakage {
  return { object: (open) => (deps) => ({ ...open(deps), holds: async () => false }) };
}

/** A user object claims every wallet, so one reserved in vain or unlinked stays taken forever. */
export function alwaysHolds(): Breakage {
  return { object: (open) => (deps) => ({ ...open(deps), holds: async () => true }) };
}
