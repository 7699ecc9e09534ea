/** The minting of badges as tokens: the collection, its signer, and access to the chain. */
import { Address } from '@ton/core';
import { type Asking, failureText } from '../runtime/upstream/fetch-json.ts';
import { type Chain, mintedBadgeOf } from './chain.ts';
import type { SbtConfig } from './config.ts';
import type { TokenState } from './tokens.ts';
import { type Signer, signerOf } from './voucher.ts';

/** Never rejects. Null if the token was not minted yet; `unknown` if there was no good answer. */
export type AskChain = (owner: Address, badge: number) => Promise<TokenState | 'unknown' | null>;

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
