/** Deliberate faults about whose a wallet is, beside those of `breakages.ts`. */
import type { SqlValue } from '#api/sqlite/port.ts';
import type { Breakage } from './run-seed.ts';

/** Nobody looks whether another user has the wallet: whoever comes last is listed. */
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

/** The address is not part of the commit of its event, and is sometimes lost. */
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

/** A wallet is linked before anybody says that it is reserved. */
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

/** A home never says that it holds a wallet: whoever comes last has it. */
export function neverHolds(): Breakage {
  return { object: (open) => (deps) => ({ ...open(deps), holds: async () => false }) };
}

/** A home says of every wallet that it holds it: one that was reserved in vain, or unlinked, is nobody's for good. */
export function alwaysHolds(): Breakage {
  return { object: (open) => (deps) => ({ ...open(deps), holds: async () => true }) };
}
