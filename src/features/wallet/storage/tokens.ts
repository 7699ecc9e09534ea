/** The server's last answer about tokens of badges, kept on the phone for the time without a network. */
import * as v from 'valibot';
import type { BadgeToken } from '#device/wallet-model.ts';
import { readKept } from './read.ts';
import type { KeptText } from './user-storage.ts';

const KEY = 'tokens';

const Tokens: v.GenericSchema<unknown, BadgeToken[]> = v.array(
  v.object({
    badgeId: v.string(),
    state: v.picklist(['requested', 'minted', 'gone']),
    explorerUrl: v.nullable(v.pipe(v.string(), v.regex(/^https:/))),
  }),
);

/** Null if there is no answer, or an unreadable one. */
export function readTokens(storage: KeptText): readonly BadgeToken[] | null {
  return readKept(storage, KEY, Tokens);
}

export function keepTokens(storage: KeptText, tokens: readonly BadgeToken[]): void {
  storage.setItem(KEY, JSON.stringify(tokens));
}

export function dropTokens(storage: KeptText): void {
  storage.removeItem(KEY);
}
