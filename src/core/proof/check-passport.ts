/** What a passport proves, by the keys that the reader's build pins and nothing else. */
import { checkProof, type ProofPorts } from './check-proof.ts';
import type { Trusted } from './checkpoint.ts';
import { readPassport, writePassport } from './passport.ts';

/** A total that a passport proves. The leaf knows neither name nor streak. */
export interface Passport {
  readonly text: string;
  /** Thousandths, canonical decimal. */
  readonly total: string;
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  /** How many users the day counted. */
  readonly users: number;
  /** Names of the witnesses whose cosignatures hold. */
  readonly witnesses: readonly string[];
  /** The signed checkpoint. */
  readonly checkpoint: string;
}

/**
 * - `damaged`: cut off, changed, or no passport.
 * - `signature`: no pinned key signed it, or a pinned key's signature does not hold.
 * - `quorum`: too few of the pinned witnesses signed it.
 */
export type PassportFault = 'damaged' | 'signature' | 'quorum';

export type PassportJudged =
  | { readonly ok: true; readonly passport: Passport }
  | { readonly ok: false; readonly fault: PassportFault };

/** @param given a passport's text, or the saved proof of which one is made */
export async function judgePassport(
  given: { readonly text: string } | { readonly proof: string },
  trusted: Trusted,
  ports: ProofPorts,
): Promise<PassportJudged> {
  const text = 'text' in given ? given.text : writePassport(given.proof, trusted, ports.hash);
  const proof = text === null ? null : readPassport(text, trusted, ports.hash);
  if (text === null || proof === null) return { ok: false, fault: 'damaged' };
  const checked = await checkProof(proof, trusted, ports);
  // Paths lead wherever their bytes say: a wrong one gives a root that no key signed.
  if (!checked.ok) return { ok: false, fault: checked.error === 'quorum' ? 'quorum' : 'signature' };
  const { total, entry, witnesses } = checked.value;
  const { checkpoint } = JSON.parse(proof) as { readonly checkpoint: string };
  const { day, users } = entry;
  return { ok: true, passport: { text, total: String(total), day, users, witnesses, checkpoint } };
}
