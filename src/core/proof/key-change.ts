/**
 * Changes of the log's key, each a note that the replaced key signed. A build that pins an old key follows them to the new one.
 */
import type { Hash } from './bytes.ts';
import type { ProofPorts } from './check-proof.ts';
import type { Trusted } from './checkpoint.ts';
import { type Note, readNote, readVkey, SIGNATURE, signedBy, type VerifierKey, vkeyText } from './note.ts';

export interface KeyChange {
  /** Of the log, and the name of both keys. */
  readonly origin: string;
  /** From 1. */
  readonly number: number;
  /** The new key. */
  readonly key: VerifierKey;
}

export interface SignedKeyChange extends KeyChange {
  readonly note: Note;
}

/** No checkpoint begins with it, so neither can be taken for the other. */
const TYPE = 'irich-key-change-v1';
/** Of a note: its text, an empty line, and one signature. */
const LINES = 6;
const MOST_CHANGES = 32;
const LONGEST_LINE = 512;

/** The text that the replaced key signs. */
export function keyChangeText({ origin, number, key }: KeyChange): string {
  return `${TYPE}\n${origin}\n${number}\n${vkeyText(key)}\n`;
}

/** All changes of a log since its first key, one note after the other. Null for a text that breaks the format. */
export function readKeyChanges(text: string, hash: Hash): SignedKeyChange[] | null {
  if (text.length > MOST_CHANGES * LINES * LONGEST_LINE || !text.endsWith('\n')) return null;
  const lines = text.slice(0, -1).split('\n');
  const changes: SignedKeyChange[] = [];
  for (let at = 0; at < lines.length; at += LINES) {
    const note = readNote(`${lines.slice(at, at + LINES).join('\n')}\n`);
    const [, origin = '', , vkey = ''] = note?.text.split('\n') ?? [];
    const key = readVkey(vkey, hash);
    if (note === null || key?.type !== SIGNATURE.ed25519 || key.name !== origin) return null;
    const change = { origin, number: changes.length + 1, key };
    const isNext = changes.length < MOST_CHANGES && origin === (changes[0]?.origin ?? origin);
    if (!isNext || keyChangeText(change) !== note.text || note.signatures.length !== 1) return null;
    changes.push({ ...change, note });
  }
  return changes;
}

/**
 * The same trust with the keys that replaced a trusted one; the replaced ones still count, for checkpoints of their time.
 * Changes from before the first trusted key are left out. Null if a change is not of this log, or is not signed by the key that
 * it replaces.
 */
export async function followKeys(
  text: string,
  trusted: Trusted,
  { hash, verify }: ProofPorts,
): Promise<Trusted | null> {
  const changes = readKeyChanges(text, hash);
  if (changes === null) return null;
  const keys = [...trusted.keys];
  let current: VerifierKey | null = null;
  for (const { origin, key, note } of changes) {
    if (origin !== trusted.origin) return null;
    const signed = await signedBy(note, current === null ? trusted.keys : [current], verify);
    if (signed === null || (signed.length === 0 && current !== null)) return null;
    if (signed.length === 0) continue;
    current = key;
    if (!keys.some((known) => vkeyText(known) === vkeyText(key))) keys.unshift(key);
  }
  return { ...trusted, keys };
}
