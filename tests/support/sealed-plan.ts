/** A plan with its salt and hash, as a phone seals it. */

import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64url } from '#core/base64url.ts';
import { type PlanContent, planBytes } from '#core/plan-link.ts';
import { fromHex, toHex } from '#core/proof/bytes.ts';
import { SALT_BYTES, sealHash } from '#core/proof/seal.ts';

export const PLAN: PlanContent = {
  symbol: 'BTC',
  positionType: 'LONG',
  entry: '60000',
  stop: '58000',
  targets: ['65000', '70000'],
  leverage: '5',
};

export interface SealedPlan {
  readonly plan: string;
  readonly salt: string;
  readonly hash: string;
}

/** @param salt hexadecimal, filled up with zeros */
export function sealedPlan(change: Partial<PlanContent> = {}, salt = ''): SealedPlan {
  const bytes = planBytes({ ...PLAN, ...change });
  const salted = fromHex(salt.padStart(2 * SALT_BYTES, '0'), SALT_BYTES);
  if (bytes === null || salted === null) throw new Error('Not a plan');
  return {
    plan: toBase64url(bytes),
    salt: toHex(salted),
    hash: toHex(sealHash(salted, Uint8Array.from(bytes), sha256)),
  };
}
