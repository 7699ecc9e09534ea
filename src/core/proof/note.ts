/** Signed notes (c2sp.org/signed-note): a text and the signatures under it, of which known keys count. */
import { fromBase64, toBase64 } from './base64.ts';
import { areEqual, ascii, type Hash, joined, toHex, u64 } from './bytes.ts';

/** Signature types of the specification. */
export const SIGNATURE = { ed25519: 0x01, cosignature: 0x04 } as const;
export type SignatureType = (typeof SIGNATURE)[keyof typeof SIGNATURE];

/** A key that this reader trusts. */
export interface VerifierKey {
  readonly name: string;
  /** The first 4 bytes of the hash of name, type and key. */
  readonly id: Uint8Array;
  readonly type: SignatureType;
  /** Ed25519, 32 bytes. */
  readonly key: Uint8Array;
}

export interface NoteSignature {
  readonly name: string;
  readonly id: Uint8Array;
  /** What follows the key's id. */
  readonly bytes: Uint8Array;
}

export interface Note {
  /** With its last line feed: what is signed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** Longer notes are refused: 16 signatures that resist quantum computers, of 5 kB each, must fit. */
const LONGEST_NOTE = 131_072;
const MOST_SIGNATURES = 64;
/** No space, no plus, and ASCII alone, which is stricter than the specification. */
const KEY_NAME = /^[!-*,-~]{1,200}$/;
/** A name under a note, where unknown keys are ignored: any text without space, plus and control characters. */
const SIGNER_NAME = /^[^\s+\p{Cc}]+$/u;
/** Of a cosignature's seconds. */
const LATEST = 2n ** 63n - 1n;

/** @param name of the key: no space, no plus */
export function verifierKey(name: string, type: SignatureType, key: Uint8Array, hash: Hash): VerifierKey {
  if (!KEY_NAME.test(name) || key.length !== 32) throw new RangeError('Not the name or the bytes of a key');
  return { name, type, key, id: hash(joined(ascii(`${name}\n`), Uint8Array.of(type), key)).slice(0, 4) };
}

/** `name+id+base64`, as keys are published. */
export function vkeyText({ name, id, type, key }: VerifierKey): string {
  return `${name}+${toHex(id)}+${toBase64(joined(Uint8Array.of(type), key))}`;
}

/** Null unless the text is a key of a known type and its id is right. */
export function readVkey(text: string, hash: Hash): VerifierKey | null {
  const [name = '', id, ...rest] = text.split('+');
  // Base64 may hold a plus itself.
  const material = fromBase64(rest.join('+'));
  const type = Object.values(SIGNATURE).find((one) => one === material?.[0]);
  if (!KEY_NAME.test(name) || type === undefined || material?.length !== 33) return null;
  const key = verifierKey(name, type, material.slice(1), hash);
  return toHex(key.id) === id ? key : null;
}

/** Null for a note that breaks the format. */
export function readNote(note: string): Note | null {
  if (note.length > LONGEST_NOTE) return null;
  // The last empty line separates the text from the signatures.
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return null;
  const text = note.slice(0, end + 1);
  if (!/^[\n -~]+$/.test(text)) return null;
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) return null;
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const [dash, name = '', base64 = '', ...more] = line.split(' ');
    const bytes = fromBase64(base64);
    if (dash !== '—' || !SIGNER_NAME.test(name) || more.length > 0 || bytes === null || bytes.length < 5)
      return null;
    signatures.push({ name, id: bytes.slice(0, 4), bytes: bytes.slice(4) });
  }
  return { text, signatures };
}

/** The note as it was read. */
export function noteText({ text, signatures }: Note): string {
  return `${text}\n${signatures.map(({ bytes, ...key }) => signatureLine(key, bytes)).join('')}`;
}

export function signatureLine({ name, id }: Pick<VerifierKey, 'name' | 'id'>, bytes: Uint8Array): string {
  return `— ${name} ${toBase64(joined(id, bytes))}\n`;
}

/** Ed25519 (RFC 8032). @param signature 64 bytes */
export type VerifyEd25519 = (key: Uint8Array, content: Uint8Array, signature: Uint8Array) => Promise<boolean>;

/** A signature that holds. */
export interface Signed {
  readonly key: VerifierKey;
  /** Of a cosignature: when the witness made it, seconds since 1970. */
  readonly at: bigint | null;
}

/**
 * The known keys whose signatures hold, each once. Null if a known key's signature does not hold: then the whole note
 * is refused. Unknown keys are ignored.
 */
export async function signedBy(
  { text, signatures }: Note,
  keys: readonly VerifierKey[],
  verify: VerifyEd25519,
): Promise<Signed[] | null> {
  const signed: Signed[] = [];
  for (const { name, id, bytes } of signatures) {
    const key = keys.find((one) => one.name === name && areEqual(one.id, id));
    if (key === undefined) continue;
    const isCosignature = key.type === SIGNATURE.cosignature;
    if (bytes.length !== (isCosignature ? 72 : 64)) return null;
    const at = isCosignature ? new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0) : null;
    if (at !== null && at > LATEST) return null;
    const content = at === null ? ascii(text) : cosigned(text, at);
    if (!(await verify(key.key, content, bytes.slice(-64)))) return null;
    if (signed.every((one) => one.key !== key)) signed.push({ key, at });
  }
  return signed;
}

/** The bytes of a witness's signature: its time, and the signature. @param at seconds since 1970 */
export function cosignature(text: string, at: bigint, sign: (content: Uint8Array) => Uint8Array): Uint8Array {
  return joined(u64(at), sign(cosigned(text, at)));
}

/** What a witness signs (c2sp.org/tlog-cosignature). */
function cosigned(text: string, at: bigint): Uint8Array {
  return ascii(`cosignature/v1\ntime ${at}\n${text}`);
}
