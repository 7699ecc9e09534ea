/** How badges become tokens, as the operator has configured it. */
import type { Network } from './address.ts';

export interface SbtConfig {
  readonly network: Network;
  /** What the chain is asked through, without a slash at its end; null where it is not asked. */
  readonly apiUrl: string | null;
  readonly apiKey: string | null;
  /** The address that badges are minted at; null where they are not minted. */
  readonly collection: string | null;
  /** 32 bytes, hexadecimal: what vouchers are signed with. Set wherever the collection is. */
  readonly signingKey: string | null;
  readonly delivery: 'link' | 'ton-connect';
  readonly linkTemplate: string;
  readonly explorerTemplate: string;
}
