/** A proof that a user saved: their leaf, and the way from it to a signed checkpoint. Checked without any other data. */
import * as v from 'valibot';
import { fromBase64 } from './base64.ts';
import { ascii, fromHex, type Hash } from './bytes.ts';
import { type Checkpoint, readCheckpoint, signersOf, type Trusted } from './checkpoint.ts';
import { type DayEntry, readEntry } from './entry.ts';
import { entryHash, isIncluded } from './log-tree.ts';
import type { VerifyEd25519 } from './note.ts';
import { leadsTo, readSum } from './sum-tree.ts';

/** Longer paths belong to no tree of this world. */
const MOST_STEPS = 64;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** A saved proof as JSON. */
export const SavedProof = v.strictObject({
  v: v.literal(1),
  leaf: v.strictObject({ blind: v.string(), total: v.string(), seq: count, head: v.string() }),
  path: v.pipe(
    v.array(v.strictObject({ side: v.picklist(['left', 'right']), sum: v.string(), hash: v.string() })),
    v.maxLength(MOST_STEPS),
  ),
  entry: v.string(),
  /** The entry's place in the log, from 0. */
  index: count,
  /** Base64, from the entry to the root. */
  inclusion: v.pipe(v.array(v.string()), v.maxLength(MOST_STEPS)),
  checkpoint: v.string(),
});

export interface ProofChecked {
  /** The user's total of that day, thousandths. */
  readonly total: bigint;
  /** Of the ledger's last event that counts. */
  readonly seq: number;
  readonly entry: DayEntry;
  readonly checkpoint: Checkpoint;
  /** Names of the witnesses whose cosignatures hold. */
  readonly witnesses: readonly string[];
}

/** Which check fails, in the order in which they are made. */
export type ProofFault = 'format' | 'path' | 'inclusion' | 'signature' | 'quorum';

export interface ProofPorts {
  readonly hash: Hash;
  readonly verify: VerifyEd25519;
}

export async function checkProof(
  text: string,
  trusted: Trusted,
  { hash, verify }: ProofPorts,
): Promise<
  { readonly ok: true; readonly value: ProofChecked } | { readonly ok: false; readonly error: ProofFault }
> {
  const refused = (error: ProofFault) => ({ ok: false, error }) as const;
  const proof = readProof(text);
  if (proof === null) return refused('format');
  const { leaf, path, entry, index, inclusion, checkpoint } = proof;
  if (!leadsTo(leaf, path, entry, hash)) return refused('path');
  const { size, root } = checkpoint;
  const place = { leaf: entryHash(ascii(proof.entryText), hash), index, size, root, path: inclusion };
  if (!isIncluded(place, hash)) return refused('inclusion');
  const signers = await signersOf(checkpoint, trusted, verify);
  if (signers === null) return refused('signature');
  const witnesses = signers.witnesses.map(({ key }) => key.name);
  if (witnesses.length < trusted.quorum) return refused('quorum');
  return { ok: true, value: { total: leaf.total, seq: leaf.seq, entry, checkpoint, witnesses } };
}

/** Null for a text that is no saved proof. */
export function readProof(text: string) {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const read = v.safeParse(SavedProof, json);
  if (!read.success) return null;
  const { leaf, path, index, entry: entryText } = read.output;
  const [blind, head, total] = [fromHex(leaf.blind, 16), fromHex(leaf.head, 32), readSum(leaf.total)];
  const inclusion = read.output.inclusion.map(fromBase64).filter((bytes) => bytes !== null);
  const [entry, checkpoint] = [readEntry(entryText), readCheckpoint(read.output.checkpoint)];
  if (blind === null || head === null || total === null || entry === null || checkpoint === null) return null;
  if (inclusion.length < read.output.inclusion.length) return null;
  return {
    leaf: { blind, total, seq: leaf.seq, head },
    path,
    entry,
    entryText,
    index,
    inclusion,
    checkpoint,
    checkpointText: read.output.checkpoint,
  };
}
