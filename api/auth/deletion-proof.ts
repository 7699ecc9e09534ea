/**
 * Proof that this server has accepted a deletion. A device shows it to a restored server that has lost the deletion, so that
 * the data can be deleted again, whatever the age of the launch data. `<deletion number>.<HMAC of it and the user, base64url>`.
 */
import { base64url } from './base64url.ts';
import { type Hmac, sameText } from './launch-data.ts';

export interface DeletionProofs {
  /** @param deletions the number of this user's deletion, from 1. */
  make(userId: number, deletions: number): string;
  /** Whether `text` proves a deletion of this user after the first `deletions` ones. */
  isOfLater(text: string | null, userId: number, deletions: number): boolean;
}

export function createDeletionProofs({
  hmac,
  botToken,
}: {
  readonly hmac: Hmac;
  readonly botToken: string;
}): DeletionProofs {
  const key = hmac('irich deletion', botToken);
  const make = (userId: number, deletions: number) =>
    `${deletions}.${base64url(hmac(key, `${userId}.${deletions}`))}`;
  return {
    make,
    isOfLater(text, userId, deletions) {
      const proved = Number(/^([1-9]\d{0,8})\.[\w-]{43}$/.exec(text ?? '')?.[1] ?? 0);
      return proved > deletions && sameText(text ?? '', make(userId, proved));
    },
  };
}
