/** The leaves of users as they are kept: see `sum-nodes.ts`. */
import { blinder } from '#core/proof/blind.ts';
import { copyBytes } from '#core/proof/bytes.ts';
import { HEAD_AT, HEAD_BYTES, RECORD_BYTES, writeNumbers } from '#core/proof/sum-nodes.ts';
import { sha256Into } from '../runtime/hashing.ts';
import type { LeafPage, UserTotal } from './leaf-source.ts';

/** In the order of the users. Throws a RangeError for what no ledger says. @param secret of the day */
export function recordsOf(secret: Uint8Array, users: readonly Omit<UserTotal, 'seals'>[]): Uint8Array {
  const blind = blinder(secret, sha256Into);
  const heads = headsOf(users);
  const records = new Uint8Array(users.length * RECORD_BYTES);
  let at = 0;
  for (const { userId, total, seq } of users) {
    blind(userId, records, at);
    writeNumbers(records, at, total, seq);
    at += RECORD_BYTES;
  }
  for (let place = 0; place < users.length; place += 1)
    copyBytes(heads, place * HEAD_BYTES, HEAD_BYTES, records, place * RECORD_BYTES + HEAD_AT);
  return records;
}

/** All at once: to decode each alone would take several times as long. */
function headsOf(users: readonly Pick<UserTotal, 'head'>[]): Uint8Array {
  let heads = '';
  for (const { head } of users) {
    if (head.length !== 2 * HEAD_BYTES) throw new RangeError('Not the hash of an event');
    heads += head;
  }
  const bytes = Buffer.from(heads, 'hex');
  // Decoding ends at what is no digit, and takes both cases.
  if (bytes.toString('hex') !== heads) throw new RangeError('Not the hash of an event');
  return bytes;
}

/** The part of a page that its users decide. Throws a RangeError for what no ledger says. */
export function pageOf(
  secret: Uint8Array,
  users: readonly UserTotal[],
): Pick<LeafPage, 'size' | 'records' | 'seals'> {
  return {
    size: users.length,
    records: recordsOf(secret, users),
    seals: users.flatMap((user) => user.seals),
  };
}
