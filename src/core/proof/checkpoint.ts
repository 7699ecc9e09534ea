/** Checkpoints (c2sp.org/tlog-checkpoint): the size and the root of the log, in a signed note. */
import { fromBase64, toBase64 } from './base64.ts';
import { toHex } from './bytes.ts';
import {
  type Note,
  readNote,
  SIGNATURE,
  type Signed,
  signedBy,
  type VerifierKey,
  type VerifyEd25519,
} from './note.ts';

export interface TreeHead {
  readonly origin: string;
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

export interface Checkpoint extends TreeHead {
  readonly note: Note;
}

/** The text that is signed. */
export function checkpointText({ origin, size, root }: TreeHead): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Null for a note that is no checkpoint. Extension lines are refused: the format advises against them. */
export function readCheckpoint(text: string): Checkpoint | null {
  const note = readNote(text);
  if (note === null) return null;
  const [origin = '', count = '', base64 = ''] = note.text.split('\n');
  const root = fromBase64(base64);
  if (!/^(0|[1-9]\d{0,14})$/.test(count) || root?.length !== 32) return null;
  const head = { origin, size: Number(count), root };
  return checkpointText(head) === note.text ? { ...head, note } : null;
}

/** The keys that the reader's build pins. */
export interface Trusted {
  readonly origin: string;
  /** Of the log; more than one while a key is being replaced. */
  readonly keys: readonly VerifierKey[];
  readonly witnesses: readonly VerifierKey[];
  /** How many of the witnesses must have signed. */
  readonly quorum: number;
}

/** Who has signed a checkpoint. Null unless it is of this log, a key of the log signed it, and no known signature fails. */
export async function signersOf(
  { origin, note }: Checkpoint,
  trusted: Trusted,
  verify: VerifyEd25519,
): Promise<{ readonly log: Signed; readonly witnesses: readonly Signed[] } | null> {
  if (origin !== trusted.origin) return null;
  const signed = await signedBy(note, [...trusted.keys, ...trusted.witnesses], verify);
  const log = signed?.find(({ key }) => trusted.keys.includes(key) && key.type === SIGNATURE.ed25519);
  if (signed === null || log === undefined) return null;
  // A cosignature does not sign the name of its witness: one key with two names is one witness, the log's own is none.
  const counted = new Set(trusted.keys.map(({ key }) => toHex(key)));
  const witnesses = signed.filter(({ key }) => {
    if (!trusted.witnesses.includes(key) || key.type !== SIGNATURE.cosignature) return false;
    return counted.size < counted.add(toHex(key.key)).size;
  });
  return { log, witnesses };
}
