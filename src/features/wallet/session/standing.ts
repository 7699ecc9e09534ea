/** What the account and the phone say of wallets, taken together: all that a screen tells apart. */
import type { WalletFault, WalletView } from './view.ts';

/**
 * - `unknown`: a connection of before is being restored.
 * - `none`: no wallet is connected, nor was one ever linked; `away`: the linked one is not connected here.
 * - `unproven`: connected, and has not signed that it is the user's; `proving`: the server has not answered yet.
 * - `linked`: connected, and the account's; `other`: connected, but the account has another.
 */
export type Standing = 'unknown' | 'none' | 'away' | 'unproven' | 'proving' | 'linked' | 'other';

/** @param linked the account's address; null where it has none, or none is known. */
export function standingOf({ phase, address, proof }: WalletView, linked: string | null): Standing {
  if (phase === 'restoring') return 'unknown';
  if (phase === 'disconnected' || address === null) return linked === null ? 'none' : 'away';
  if (linked === null) return proof === 'none' ? 'unproven' : 'proving';
  return linked.toLowerCase() === address.toLowerCase() ? 'linked' : 'other';
}

/**
 * What is said of a fault, but for those which the screen says anyhow: of the account's other wallet, and of the network. Where
 * that is there after all, an answer that never came is one that can be asked for again.
 */
export function shownFault(fault: WalletFault | null) {
  if (fault === 'bound' || fault === 'cut') return null;
  return fault === 'offline' ? 'failed' : fault;
}
