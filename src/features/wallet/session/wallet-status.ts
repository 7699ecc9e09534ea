/** Combines the account's wallet and the connected one into the cases that screens tell apart. */
import type { WalletError, WalletView } from './state.ts';

/**
 * - `unknown`: the previous connection is being restored.
 * - `none`: no wallet is connected or linked; `away`: the linked wallet is not connected on this phone.
 * - `unproven`: connected, without a proof of ownership; `proving`: the server has not answered the proof yet.
 * - `linked`: the account's wallet is connected; `other`: another wallet than the account's is connected.
 */
export type WalletStatus = 'unknown' | 'none' | 'away' | 'unproven' | 'proving' | 'linked' | 'other';

/** @param linked the account's address; null if it has none or none is known. */
export function walletStatusOf({ phase, address, proof }: WalletView, linked: string | null): WalletStatus {
  if (phase === 'restoring') return 'unknown';
  if (phase === 'disconnected' || address === null) return linked === null ? 'none' : 'away';
  if (linked === null) return proof === 'none' ? 'unproven' : 'proving';
  return linked.toLowerCase() === address.toLowerCase() ? 'linked' : 'other';
}

/**
 * The error to show. The screen reports another wallet and a missing network elsewhere. `offline` while there is a network
 * means that the server can be asked again.
 */
export function shownError(error: WalletError | null) {
  if (error === 'bound' || error === 'cut') return null;
  return error === 'offline' ? 'failed' : error;
}
