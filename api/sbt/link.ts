/** Links of tokens: a message to a contract, as a link or for the wallet connector, and the page of an explorer. */
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

/** The page of an external explorer that shows a token, by network. */
export const EXPLORER_TEMPLATES: Readonly<Record<Network, string>> = {
  mainnet: 'https://tonviewer.com/{address}',
  testnet: 'https://testnet.tonviewer.com/{address}',
};

const PLACE = '{address}';

/** Whether a template is a web page with exactly one placeholder, for the address, after its host. */
export function isExplorerTemplate(template: string): boolean {
  return (
    /^https:\/\/[\w.:-]+\/[^\s{}]*\{address\}[^\s{}]*$/.test(template) &&
    URL.canParse(template.replace(PLACE, ''))
  );
}

export function explorerUrl(template: string, network: Network, address: Address): string {
  return template.replace(PLACE, contractText(address, network));
}
