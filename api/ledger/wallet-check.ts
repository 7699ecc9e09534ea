/** Compares the wallets projection, and stored wallet addresses, with a replay of the events, range by range. */
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Replayed } from './account-check.ts';
import type { Findings } from './findings.ts';
import { walletOwner } from './wallets.ts';

/** Compares the rows of users above `from`, up to and including `to`, with the ledgers of that range. */
export function compareWallets(
  sql: Sql,
  from: number,
  to: number,
  replayed: readonly Replayed[],
  findings: Findings,
): void {
  const rows = sql.all<{ userId: number; wallet: string }>(
    'SELECT user_id AS userId, wallet FROM wallets WHERE user_id > ? AND user_id <= ?',
    from,
    to,
  );
  const kept = new Map(rows.map(({ userId, wallet }) => [userId, wallet]));
  for (const { userId, state } of replayed) {
    const wallet = kept.get(userId) ?? null;
    kept.delete(userId);
    if (state === null || state.wallet === wallet) continue;
    const owner = state.wallet === null ? null : walletOwner(sql, state.wallet);
    if (owner !== null) {
      findings.add(
        'wallet_twice',
        userId,
        null,
        `the wallet of this ledger is listed as that of user ${owner}`,
      );
    } else findings.add('wallet_wrong', userId, null, `listed is ${wallet}, a replay gives ${state.wallet}`);
  }
  for (const userId of kept.keys()) findings.add('wallet_wrong', userId, null, 'a wallet, but no ledger');
}

/** A user's stored wallet address, in the raw form. */
export interface KeptAddress {
  readonly userId: number;
  readonly address: string;
}

/**
 * Compares addresses with the wallets linked in the ledgers.
 * @param nameOf the keyed hash of an address.
 */
export function compareAddresses(
  addresses: readonly KeptAddress[],
  replayed: readonly Replayed[],
  nameOf: (address: string) => string,
  findings: Findings,
): void {
  const states = new Map(replayed.map(({ userId, state }) => [userId, state]));
  for (const { userId, address } of addresses) {
    const state = states.get(userId);
    // A faulty ledger gives no wallet to compare with; the fault itself is a finding.
    if (state === null || state?.wallet === nameOf(address)) continue;
    const linked = state?.wallet ?? 'no wallet';
    findings.add(
      'wallet_address',
      userId,
      null,
      `the stored address does not match the linked one, ${linked}`,
    );
  }
}
