/** The minting of badges as tokens: the collection, its signer, and access to the chain. */
import { Address } from '@ton/core';
import { type Asking, failureText } from '../runtime/upstream/fetch-json.ts';
import type { Network } from './address.ts';
import { type Chain, mintedBadgeOf } from './chain.ts';
import type { AskChain } from './tokens.ts';
import { type Signer, signerOf } from './voucher.ts';

/** The operator's configuration of badge tokens. */
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

export interface Minting
  extends Pick<SbtConfig, 'network' | 'delivery' | 'linkTemplate' | 'explorerTemplate'> {
  readonly collection: Address;
  /** Created on first use, because most requests need no signature. */
  readonly signer: () => Signer;
  /** Null if the chain is not asked. */
  readonly askChain: AskChain | null;
}

export interface MintingDeps {
  readonly asking: Asking;
  readonly onFault: (message: string, cause: unknown) => void;
  /** Time for one answer of the chain, milliseconds; after that the call answers with the stored state. */
  readonly limitMs?: number;
}

const LIMIT_MS = 2_000;

/** Null if badges cannot become tokens. */
export function openMinting(config: SbtConfig, { asking, onFault, limitMs }: MintingDeps): Minting | null {
  const { collection: text, signingKey, apiUrl, apiKey } = config;
  if (text === null || signingKey === null) return null;
  const collection = Address.parse(text);
  let signer: Signer | null = null;
  return {
    ...config,
    collection,
    signer() {
      signer ??= signerOf(signingKey);
      return signer;
    },
    askChain:
      apiUrl === null
        ? null
        : askThrough({ asking, apiUrl, apiKey, timeoutMs: limitMs ?? LIMIT_MS }, collection, onFault),
  };
}

function askThrough(chain: Chain, collection: Address, onFault: MintingDeps['onFault']): AskChain {
  return async (owner, badge) => {
    const fetched = await mintedBadgeOf(chain, collection, owner, badge);
    if (!fetched.ok) {
      onFault('The chain gave no good answer about a token', failureText(fetched.failure));
      return 'unknown';
    }
    if (fetched.value === null) return null;
    const isGone = fetched.value.owner === null || fetched.value.revokedAt > 0;
    return isGone ? 'gone' : 'minted';
  };
}
