/** The values that are kept on the phone, by key. Other code or an older version may have written them. */
import * as v from 'valibot';
import { WalletProof } from '#core/contract/wallet.ts';
import type { BadgeToken } from '#device/wallet-model.ts';
import { CONNECTION_KEY, type KeptText } from './user-storage.ts';

/** The address is as the protocol writes it. */
const Proof = v.object({ address: v.string(), proof: WalletProof });
export type KeptProof = v.InferOutput<typeof Proof>;

const Tokens: v.GenericSchema<unknown, readonly BadgeToken[]> = v.array(
  v.object({
    badgeId: v.string(),
    state: v.picklist(['requested', 'minted', 'gone']),
    explorerUrl: v.nullable(v.pipe(v.string(), v.regex(/^https:/))),
  }),
);

/** The proof that a wallet has signed. It stays until the server has answered, so that a reload does not lose it. */
export const keptProof = kept('proof', Proof);
/** The server's last answer about tokens of badges, for the time without a network. */
export const keptTokens = kept('tokens', Tokens);

/** The connection as the connector's library keeps it, under the library's own keys. */
const OF_LIBRARY = [CONNECTION_KEY, 'ton-connect-ui_wallet-info', 'ton-connect-ui_last-selected-wallet-info'];

/** Removes values that the library cannot read: each of its starts would fail on them. */
export function forgetUnreadable(storage: KeptText): void {
  for (const key of OF_LIBRARY) if (kept(key, v.object({})).read(storage) === null) storage.removeItem(key);
}

function kept<T>(key: string, schema: v.GenericSchema<unknown, T>) {
  const Text = v.pipe(v.string(), v.parseJson(), schema);
  return {
    /** Null if there is no value, or one that does not fit the schema. */
    read(storage: KeptText): T | null {
      const text = storage.getItem(key);
      if (text === null) return null;
      const read = v.safeParse(Text, text);
      if (read.success) return read.output;
      console.warn(`The wallet value kept under ${key} is not readable`);
      return null;
    },
    /** Null removes it. */
    keep(storage: KeptText, value: T | null): void {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(value));
    },
  };
}
