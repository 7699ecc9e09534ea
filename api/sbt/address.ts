/** Addresses of wallets and contracts, and the networks that they are in. */
import { Address } from '@ton/core';

export const NETWORKS = ['mainnet', 'testnet'] as const;
export type Network = (typeof NETWORKS)[number];

/** How wallets name them. */
export const NETWORK_IDS: Readonly<Record<Network, string>> = { mainnet: '-239', testnet: '-3' };

/** An address in any of its forms; null for what is none. */
export function readAddress(text: string): Address | null {
  try {
    return Address.parse(text);
  } catch {
    return null;
  }
}

/** Whether an address says of itself that it is of the test network alone. */
export function isForTests(text: string): boolean {
  return Address.isFriendly(text) && Address.parseFriendly(text).isTestOnly;
}

/** As people and wallets read the address of a contract: what it refuses goes back to who sent it. */
export function contractText(address: Address, network: Network): string {
  return address.toString({ bounceable: true, testOnly: network === 'testnet' });
}
