/** Variables of the published totals. */
import * as v from 'valibot';
import { fromBase64 } from '#core/proof/base64.ts';
import { readKeyChanges } from '#core/proof/key-change.ts';
import { vkeyText } from '#core/proof/note.ts';
import { readWitness } from '#core/proof/pins.ts';
import type { AskedWitness } from '../proof/ask-witnesses.ts';
import { readSigners } from '../proof/signer.ts';
import { sha256Bytes } from '../runtime/hashing.ts';
import type { Fields } from './table.ts';
import { isServiceUrl, matching } from './values.ts';

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
  PROOF_KEY_CHANGES: [
    v.nullable(
      v.pipe(
        v.string(),
        v.transform(readChanges),
        v.check(
          (changes) => changes !== null,
          'must be the text that `npm run ledger -- proof keys check` writes for the changes of the key',
        ),
      ),
    ),
    '',
    'The changes of the signing key since the first one, for builds that pin an older key, as `npm run ledger -- proof keys check` writes them.',
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

/** The notes that replaced keys signed, one after the other. Null unless it is the Base64 of them. */
function readChanges(base64: string): string | null {
  const bytes = fromBase64(base64);
  const text = bytes === null ? '' : new TextDecoder().decode(bytes);
  return readKeyChanges(text, sha256Bytes) === null ? null : text;
}

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

export type ProofConfig = Readonly<ReturnType<typeof proofOf>>;

export function proofOf(fields: Fields<typeof PROOF>) {
  const { proofSigningKey, proofOrigin, proofKeyChanges, proofWitnesses } = fields;
  return { proofSigningKey, proofOrigin, proofKeyChanges, proofWitnesses: proofWitnesses ?? [] };
}

/** Contradictions between the variables. */
export function proofFaults(config: ProofConfig): string[] {
  const { proofSigningKey, proofOrigin, proofKeyChanges, proofWitnesses } = config;
  if (proofSigningKey === null) {
    const set = {
      PROOF_ORIGIN: proofOrigin !== null,
      PROOF_KEY_CHANGES: proofKeyChanges !== null,
      PROOF_WITNESSES: proofWitnesses.length > 0,
    };
    const [name] = Object.entries(set).find(([, isSet]) => isSet) ?? [];
    return name === undefined ? [] : [`PROOF_SIGNING_KEY: is not set, but ${name} is`];
  }
  if (proofOrigin === null) return ['PROOF_ORIGIN: is not set, but PROOF_SIGNING_KEY is'];
  const signers = readSigners(proofSigningKey) ?? [];
  if (signers.some(({ key }) => key.name !== proofOrigin))
    return ['PROOF_ORIGIN: must be the name of the key in PROOF_SIGNING_KEY'];
  const [newest] = signers;
  const last = proofKeyChanges === null ? null : readKeyChanges(proofKeyChanges, sha256Bytes)?.at(-1);
  const isLast = last == null || (newest !== undefined && vkeyText(last.key) === vkeyText(newest.key));
  return isLast ? [] : ['PROOF_KEY_CHANGES: must end with the first key of PROOF_SIGNING_KEY'];
}
