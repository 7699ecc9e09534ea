/** The operator's configuration of badge tokens. */
import type { Network } from './address.ts';

export interface SbtConfig {
  readonly network: Network;
  /** The service that the chain is asked through, without a slash at its end; null if the chain is not asked. */
  readonly apiUrl: string | null;
  readonly apiKey: string | null;
  /** The address of the collection; null if badges are not minted. */
  readonly collection: string | null;
  /** The key that signs vouchers: 32 bytes, hexadecimal. Set whenever the collection is set. */
  readonly signingKey: string | null;
  readonly delivery: 'link' | 'ton-connect';
  readonly linkTemplate: string;
  readonly explorerTemplate: string;
}
