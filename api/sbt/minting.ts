/** Badges as tokens, where they are: the collection, who signs for it, and whom the chain is asked through. */
import { Address } from '@ton/core';
import { type Asking, failureText } from '../outside/fetch-json.ts';
import { type Chain, mintedBadgeOf } from './chain.ts';
import type { SbtConfig } from './config.ts';
import type { TokenState } from './tokens.ts';
import { type Signer, signerOf } from './voucher.ts';

/** Never rejects. Null where the token was not minted yet; `unknown` where no good answer came. */
export type AskChain = (owner: Address, badge: number) => Promise<TokenState | 'unknown' | null>;

export interface Minting
  extends Pick<SbtConfig, 'network' | 'delivery' | 'linkTemplate' | 'explorerTemplate'> {
  readonly collection: Address;
  /** Made when it is first asked for: most homes wake up for something else. */
  readonly signer: () => Signer;
  /** Null where the chain is not asked. */
  readonly askChain: AskChain | null;
}

export interface MintingDeps {
  readonly asking: Asking;
  readonly onFault: (message: string, cause: unknown) => void;
  /** How long the chain may take for one answer, milliseconds: after that the answer is what is known by then. */
  readonly limitMs?: number;
}

const LIMIT_MS = 2_000;

/** Null where badges are no tokens. */
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
      onFault('The chain was asked of a token in vain', failureText(fetched.failure));
      return 'unknown';
    }
    if (fetched.value === null) return null;
    const isGone = fetched.value.owner === null || fetched.value.revokedAt > 0;
    return isGone ? 'gone' : 'minted';
  };
}
