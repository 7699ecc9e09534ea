/** Addresses of wallets and contracts, and their networks. */
import { Address } from '@ton/core';

export const NETWORKS = ['mainnet', 'testnet'] as const;
export type Network = (typeof NETWORKS)[number];

/** The ids by which wallets name the networks. */
export const NETWORK_IDS: Readonly<Record<Network, string>> = { mainnet: '-239', testnet: '-3' };

/** Parses an address in any form; null if it is invalid. */
export function readAddress(text: string): Address | null {
  try {
    return Address.parse(text);
  } catch {
    return null;
  }
}

/** Whether an address is marked as valid only on the test network. */
export function isForTests(text: string): boolean {
  return Address.isFriendly(text) && Address.parseFriendly(text).isTestOnly;
}

/** A contract's address for users and wallets, in the bounceable form: a refused message returns to its sender. */
export function contractText(address: Address, network: Network): string {
  return address.toString({ bounceable: true, testOnly: network === 'testnet' });
}
