/** The proof that a wallet has signed, kept on the phone until the server has answered: a reload must not lose it. */
import * as v from 'valibot';
import { WalletProof } from '#core/contract/wallet.ts';
import { readKept } from './read.ts';
import type { KeptText } from './user-storage.ts';

const KEY = 'proof';

/** The address is as the protocol writes it. */
const Kept = v.object({ address: v.string(), proof: WalletProof });
export type KeptProof = v.InferOutput<typeof Kept>;

/** Null where there is none, or nobody can read it. */
export function readProof(storage: KeptText): KeptProof | null {
  return readKept(storage, KEY, Kept);
}

export function keepProof(storage: KeptText, kept: KeptProof): void {
  storage.setItem(KEY, JSON.stringify(kept));
}

export function dropProof(storage: KeptText): void {
  storage.removeItem(KEY);
}
