/**
 * Asks witnesses (c2sp.org/tlog-witness) for their cosignatures. All are asked at once, each within the same time, and none is
 * believed more than its signature: a slow or hostile witness delays and changes nothing of the others.
 */
import { toBase64 } from '#core/proof/base64.ts';
import { areEqual } from '#core/proof/bytes.ts';
import { type Checkpoint, readCheckpoint, signersOf } from '#core/proof/checkpoint.ts';
import { readNote, signatureLine, signedBy, type VerifierKey } from '#core/proof/note.ts';
import { sha256 } from '../runtime/hashing.ts';
import { readText } from '../runtime/read-text.ts';
import { PROOF_PORTS } from './verify.ts';

export interface AskedWitness {
  readonly key: VerifierKey;
  /** Without a slash at its end. */
  readonly url: string;
}

export interface WitnessCalls {
  readonly witnesses: readonly AskedWitness[];
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Time for all calls to a witness, milliseconds. */
  readonly limitMs?: number;
  /** A witness that does not sign, once each. */
  readonly onFault: (message: string, cause: unknown) => void;
  /** A witness that signs, and did not when it was asked before. */
  readonly onRecovered?: (message: string) => void;
  /** The names of those that did not sign. */
  readonly failing?: Set<string>;
}

const LIMIT_MS = 10_000;
/** A few signatures, of 5 kB each if they resist quantum computers. */
const MOST_ANSWER_BYTES = 32_768;
const MOST_NOTE_BYTES = 131_072;
const MOST_LINES = 16;

export interface CosignRequest {
  /** Signed by the log; witnesses whose signature is under it are not asked again. */
  readonly note: string;
  /** The published checkpoint: witnesses that signed it know this size. Null before the first one. */
  readonly published: string | null;
  /** What proves that the note's tree begins with its first `from` entries. @param from at least 1 */
  readonly proofFrom: (from: number) => readonly Uint8Array[];
}

/** Signature lines of the witnesses that signed, now or before. Never throws for what a witness does. */
export async function askWitnesses(calls: WitnessCalls, request: CosignRequest): Promise<string[]> {
  const checkpoint = checkpointIn(request.note);
  const published = request.published === null ? null : checkpointIn(request.published);
  const signal = AbortSignal.timeout(calls.limitMs ?? LIMIT_MS);
  const lines = calls.witnesses.map(async (witness) => {
    const signature = signatureOf(checkpoint, witness);
    if (signature !== undefined) return signatureLine(witness.key, signature.bytes);
    const known = published !== null && signatureOf(published, witness) ? published.size : 0;
    const { name } = witness.key;
    try {
      const line = await cosign(calls, witness, { ...request, checkpoint, known }, signal);
      if (calls.failing?.delete(name)) calls.onRecovered?.(`The witness ${name} signs again`);
      return line;
    } catch (error) {
      calls.failing?.add(name);
      calls.onFault(`The witness ${name} does not sign`, faultOf(error, signal));
      return null;
    }
  });
  return (await Promise.all(lines)).filter((line) => line !== null);
}

interface Asked extends CosignRequest {
  readonly checkpoint: Checkpoint;
  /** The size that the witness is thought to know. */
  readonly known: number;
}

async function cosign(
  calls: WitnessCalls,
  witness: AskedWitness,
  { note, checkpoint, known, proofFrom }: Asked,
  signal: AbortSignal,
): Promise<string> {
  const add = (old: number) => {
    const path = old === 0 ? [] : proofFrom(old).map(toBase64);
    const body = `${[`old ${old}`, ...path].join('\n')}\n\n${note}`;
    return call(calls, `${witness.url}/add-checkpoint`, { method: 'POST', body, signal }, MOST_ANSWER_BYTES);
  };
  let answer = await add(known);
  if (answer.status === 409) {
    const [, size] = /^(0|[1-9]\d{0,14})\n?$/.exec(answer.text) ?? [];
    if (size === undefined || Number(size) > checkpoint.size)
      throw new Refused(`it knows ${size === undefined ? 'an unreadable' : 'a larger'} size`);
    answer = await add(Number(size));
  }
  if (answer.status !== 200) throw new Refused(`status ${answer.status}`);
  const line = await lineOf(answer.text, checkpoint, witness.key);
  if (line === null) throw new Refused('no signature of its key that holds');
  return line;
}

/** The first line that is this witness's signature of this checkpoint. */
async function lineOf(text: string, { note }: Checkpoint, key: VerifierKey): Promise<string | null> {
  for (const line of text.split('\n', MOST_LINES)) {
    const read = readNote(`${note.text}\n${line}\n`);
    const [signed] = (read && (await signedBy(read, [key], PROOF_PORTS.verify))) ?? [];
    const [signature] = read?.signatures ?? [];
    if (signed?.at != null && signed.at > 0n && signature !== undefined)
      return signatureLine(key, signature.bytes);
  }
  return null;
}

export interface SignedElsewhere {
  /** The name of the witness that shows it. */
  readonly witness: string;
  readonly size: number;
}

/**
 * A checkpoint that the log's key signed, and that is not of this log: one more of its own would be a fork. Witnesses are asked
 * before each signature, for this database may be an old copy, or new. Null where no witness shows one.
 * @param rootOf of the first `size` entries; only asked for sizes from 1 to `size`
 */
export async function signedElsewhere(
  calls: WitnessCalls,
  keys: readonly VerifierKey[],
  log: { readonly size: number; readonly rootOf: (size: number) => Uint8Array },
): Promise<SignedElsewhere | null> {
  const origin = keys[0]?.name ?? '';
  const trusted = { origin, keys, witnesses: [], quorum: 0 };
  const signal = AbortSignal.timeout(calls.limitMs ?? LIMIT_MS);
  const found = calls.witnesses.map(async ({ key, url }) => {
    const path = `${url}/${sha256(origin)}/checkpoint`;
    // A witness that is away is reported once: when it is asked to sign.
    const answer = await call(calls, path, { signal }, MOST_NOTE_BYTES).catch(() => null);
    const shown = answer?.status === 200 ? readCheckpoint(answer.text) : null;
    if (shown === null || (await signersOf(shown, trusted, PROOF_PORTS.verify)) === null) return null;
    const isOurs =
      shown.size === 0 || (shown.size <= log.size && areEqual(log.rootOf(shown.size), shown.root));
    return isOurs ? null : { witness: key.name, size: shown.size };
  });
  return (await Promise.all(found)).find((one) => one !== null) ?? null;
}

/** Redirects are not followed, and a longer answer is cut off. Throws without a whole answer. */
async function call(
  { fetch }: WitnessCalls,
  url: string,
  init: RequestInit,
  mostBytes: number,
): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(url, { ...init, redirect: 'manual' });
  const text = await readText(answer.body, mostBytes);
  if (text === null) throw new Refused('too long an answer');
  return { status: answer.status, text };
}

class Refused extends Error {
  override readonly name = 'Refused';
}

/** Without text of the witness. */
function faultOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof Refused) return error.message;
  return signal.aborted ? 'no answer in time' : 'no answer';
}

function checkpointIn(note: string): Checkpoint {
  const checkpoint = readCheckpoint(note);
  if (checkpoint === null) throw new RangeError('Not a checkpoint');
  return checkpoint;
}

function signatureOf({ note }: Checkpoint, { key }: AskedWitness) {
  return note.signatures.find(({ name, id }) => name === key.name && areEqual(id, key.id));
}
