/** The proof that a wallet has signed. It stays on the phone until the server has answered, so that a reload does not lose it. */
import * as v from 'valibot';
import { WalletProof } from '#core/contract/wallet.ts';
import { readKept } from './read.ts';
import type { KeptText } from './user-storage.ts';

const KEY = 'proof';

/** The address is as the protocol writes it. */
const Kept = v.object({ address: v.string(), proof: WalletProof });
export type KeptProof = v.InferOutput<typeof Kept>;

/** Null if there is none, or an unreadable one. */
export function readProof(storage: KeptText): KeptProof | null {
  return readKept(storage, KEY, Kept);
}

export function keepProof(storage: KeptText, kept: KeptProof): void {
  storage.setItem(KEY, JSON.stringify(kept));
}

export function dropProof(storage: KeptText): void {
  storage.removeItem(KEY);
}
