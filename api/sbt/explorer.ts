/** The page of an external explorer that shows a token on the chain. */
import type { Address } from '@ton/core';
import { contractText, type Network } from './address.ts';

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
