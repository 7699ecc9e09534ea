/** The proof that a wallet has signed, kept on the phone until the server has answered: a reload must not lose it. */
import type { WalletProof } from '#data/wallet-model.ts';
import type { KeptText } from './user-storage.ts';

export interface KeptProof {
  /** As the protocol writes it. */
  readonly address: string;
  readonly proof: WalletProof;
}

const KEY = 'proof';

/** Null where there is none, or nobody can read it. */
export function readProof(storage: KeptText): KeptProof | null {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null') as Partial<KeptProof> | null;
    return typeof kept?.address === 'string' && typeof kept.proof === 'object' ? (kept as KeptProof) : null;
  } catch (error) {
    console.warn('the kept proof is not readable', error);
    return null;
  }
}

export function keepProof(storage: KeptText, kept: KeptProof): void {
  storage.setItem(KEY, JSON.stringify(kept));
}

export function dropProof(storage: KeptText): void {
  storage.removeItem(KEY);
}
