/** The check of a revealed plan: that it is the one that was sealed, and that its hash is among the seals of its day. */
import * as v from 'valibot';
import { fromBase64url, toBase64url } from '../base64url.ts';
import { RevealedPlan } from '../contract/seals.ts';
import { type PlanContent, planOfBytes } from '../plan-link.ts';
import { fromBase64 } from './base64.ts';
import { fromHex, type Hash, toHex } from './bytes.ts';
import type { DayEntry } from './entry.ts';
import type { PlanAddress } from './plan-address.ts';
import { isSealed, SALT_BYTES, sealHash } from './seal.ts';

export interface ShownPlan {
  readonly plan: PlanContent;
  readonly revealed: RevealedPlan;
}

/** The server's answer, if its plan and salt have the hash of the address. `other`: they have another one. */
export function readRevealed(
  text: string,
  { userId, hash: asked }: PlanAddress,
  hash: Hash,
): ShownPlan | 'unreadable' | 'other' {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'unreadable';
  }
  const read = v.safeParse(RevealedPlan, json);
  if (!read.success) return 'unreadable';
  const revealed = read.output;
  const [bytes, salt] = [fromBase64url(revealed.plan), fromHex(revealed.salt, SALT_BYTES)];
  const plan = bytes === null ? null : planOfBytes(bytes);
  if (bytes === null || salt === null || plan === null) return 'unreadable';
  const isIt = toHex(sealHash(salt, Uint8Array.from(bytes), hash)) === asked;
  const isSame =
    revealed.hash === asked && revealed.userId === userId && toBase64url(bytes) === revealed.plan;
  if (revealed.receivedAt.slice(0, 10) !== revealed.day) return 'unreadable';
  return isIt && isSame ? { plan, revealed } : 'other';
}

/**
 * Whether a checked log has the plan's hash under its day. `waiting`: that day is not in the log yet.
 * @param entries of the log, in order
 */
export function sealedUnder(
  { hash: hex, day, published }: RevealedPlan,
  entries: readonly DayEntry[],
  hash: Hash,
): 'sealed' | 'absent' | 'waiting' {
  const entry = entries.find((one) => one.day === day);
  if (entry === undefined) return day > (entries.at(-1)?.day ?? '') ? 'waiting' : 'absent';
  const [seal, root] = [fromHex(hex, 32), fromHex(entry.seals ?? '', 32)];
  if (seal === null || root === null || published === null) return 'absent';
  const path = published.path.map(fromBase64).filter((bytes) => bytes !== null);
  if (path.length < published.path.length) return 'absent';
  return isSealed(seal, { ...published, path }, root, hash) ? 'sealed' : 'absent';
}
