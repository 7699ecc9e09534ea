/** A message to a contract in the two forms for wallets: as a link, or for the wallet connector. */
import type { Address, Cell } from '@ton/core';
import type { SbtTransaction } from '#core/contract/sbt.ts';
import { contractText, NETWORK_IDS, type Network } from './address.ts';

/** The transaction that a wallet is asked to send. */
export interface Transfer {
  readonly to: Address;
  /** Nanotons. */
  readonly amount: bigint;
  readonly body: Cell;
  /** Seconds since 1970; the last second of its validity. */
  readonly validUntil: number;
}

export const DEFAULT_LINK_TEMPLATE = 'ton://transfer/{address}?amount={amount}&bin={bin}&exp={exp}';

const NEEDED = ['address', 'amount', 'bin'] as const;
const KNOWN: ReadonlySet<string> = new Set([...NEEDED, 'exp']);

/** Whether a template is a link with every required placeholder and no unknown one. */
export function isLinkTemplate(template: string): boolean {
  const places = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  return (
    /^(ton|https):\/\/\S+$/.test(template) &&
    places.every((name) => KNOWN.has(name)) &&
    NEEDED.every((name) => places.includes(name))
  );
}

export function walletLink(template: string, network: Network, transfer: Transfer): string {
  const values: Readonly<Record<string, string>> = {
    address: contractText(transfer.to, network),
    amount: `${transfer.amount}`,
    bin: transfer.body.toBoc().toString('base64url'),
    exp: `${transfer.validUntil}`,
  };
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

export function walletTransaction(network: Network, transfer: Transfer): SbtTransaction {
  return {
    validUntil: transfer.validUntil,
    network: NETWORK_IDS[network],
    messages: [
      {
        address: contractText(transfer.to, network),
        amount: `${transfer.amount}`,
        payload: transfer.body.toBoc().toString('base64'),
      },
    ],
  };
}
