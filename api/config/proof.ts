/** Variables of the published totals. */
import * as v from 'valibot';
import type { VerifierKey } from '#core/proof/note.ts';
import { readWitness } from '#core/proof/pins.ts';
import { readSigners } from '../proof/signer.ts';
import { sha256Bytes } from '../runtime/hashing.ts';
import type { Fields } from './table.ts';
import { isServiceUrl, matching } from './values.ts';

/** A witness that is asked to sign each checkpoint. */
export interface AskedWitness {
  readonly key: VerifierKey;
  /** Without a slash at its end. */
  readonly url: string;
}

/** Each of them is asked at once. */
const MOST_WITNESSES = 16;

export const PROOF = {
  PROOF_SIGNING_KEY: [
    v.nullable(
      v.pipe(
        v.string(),
        v.check(
          (text) => readSigners(text) !== null,
          'must be the text of a key, as `npm run ledger -- proof keys` writes it, or two of one name with a space between them',
        ),
      ),
    ),
    '',
    'The key that signs the log of published totals; while it is replaced two, the newer one first. Unless it is set, nothing is published.',
  ],
  PROOF_ORIGIN: [
    v.nullable(
      matching(/^[!-*,-~]{1,200}$/, 'must be the name of the signing key, such as points.example/irich'),
    ),
    '',
    'The name of the log, and of its signing key. The build pins it too.',
  ],
  PROOF_WITNESSES: [
    v.nullable(
      v.pipe(
        v.string(),
        v.transform(readWitnesses),
        v.check(
          (witnesses) => witnesses !== null,
          `must be up to ${MOST_WITNESSES} different witnesses with spaces between them, each VKEY,URL with an https address (http only on localhost)`,
        ),
      ),
    ),
    '',
    'Witnesses that are asked to sign each checkpoint: `VKEY,URL`, with spaces between them. The build pins their keys.',
  ],
} as const;

/** Null for any other text than a list of different witnesses with their addresses. */
function readWitnesses(text: string): readonly AskedWitness[] | null {
  const witnesses = text.split(/\s+/).map((one) => {
    const read = readWitness(one, sha256Bytes);
    const url = read?.url ?? '';
    return read !== null && isServiceUrl(url) ? { key: read.key, url: url.replace(/\/$/, '') } : null;
  });
  return witnesses.every((one) => one !== null) && areFew(witnesses) ? witnesses : null;
}

/** A witness with two names would be asked twice for one signature. */
function areFew(witnesses: readonly AskedWitness[]): boolean {
  const keys = new Set(witnesses.map(({ key }) => String(key.key)));
  return keys.size === witnesses.length && witnesses.length <= MOST_WITNESSES;
}

export function proofOf({ proofSigningKey, proofOrigin, proofWitnesses }: Fields<typeof PROOF>) {
  return { proofSigningKey, proofOrigin, proofWitnesses: proofWitnesses ?? [] };
}

/** Contradictions between the variables. */
export function proofFaults({
  proofSigningKey,
  proofOrigin,
  proofWitnesses,
}: ReturnType<typeof proofOf>): string[] {
  if (proofSigningKey === null) {
    const set = { PROOF_ORIGIN: proofOrigin !== null, PROOF_WITNESSES: proofWitnesses.length > 0 };
    const [name] = Object.entries(set).find(([, isSet]) => isSet) ?? [];
    return name === undefined ? [] : [`PROOF_SIGNING_KEY: is not set, but ${name} is`];
  }
  if (proofOrigin === null) return ['PROOF_ORIGIN: is not set, but PROOF_SIGNING_KEY is'];
  const isNamed = readSigners(proofSigningKey)?.every(({ key }) => key.name === proofOrigin) === true;
  return isNamed ? [] : ['PROOF_ORIGIN: must be the name of the key in PROOF_SIGNING_KEY'];
}
