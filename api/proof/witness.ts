/**
 * A witness (c2sp.org/tlog-witness): it remembers the newest checkpoint of each log that it knows, and signs a newer one only
 * if that is proven to extend it. So the operator of a log can show different logs to different readers only with the help of
 * its witnesses.
 */
import { fromBase64 } from '#core/proof/base64.ts';
import { areEqual } from '#core/proof/bytes.ts';
import { readCheckpoint, signersOf, type TreeHead } from '#core/proof/checkpoint.ts';
import { isConsistent, treeHash } from '#core/proof/log-tree.ts';
import { cosignature, signatureLine, type VerifierKey } from '#core/proof/note.ts';
import type { Signer } from './signer.ts';
import { PROOF_PORTS } from './verify.ts';

export interface WitnessedLog {
  readonly origin: string;
  /** More than one while the log replaces its key. */
  readonly keys: readonly VerifierKey[];
}

/** The newest checkpoint that was signed, by origin. It outlives the process. */
export interface WitnessMemory {
  readonly newest: (origin: string) => string | null;
  /** Returns once it is on the disk. */
  readonly keep: (origin: string, note: string) => void;
}

export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422 | 500;
  readonly body: string;
  readonly type: 'text/plain; charset=utf-8' | 'text/x.tlog.size';
}

/** Longest request: 63 hashes, and the longest note. */
export const MOST_REQUEST_BYTES = 135_168;
const MOST_HASHES = 63;

const answer = (status: WitnessAnswer['status'], body: string): WitnessAnswer => ({
  status,
  body,
  type: status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8',
});

export interface WitnessOptions {
  readonly logs: readonly WitnessedLog[];
  /** Of the type for cosignatures. */
  readonly signer: Signer;
  readonly memory: WitnessMemory;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Answers `add-checkpoint`, one request after the other: two at once could roll the memory back. */
export function createWitness(options: WitnessOptions): (body: string) => Promise<WitnessAnswer> {
  let last: Promise<unknown> = Promise.resolve();
  return (body) => {
    const answered = last.then(() => addCheckpoint(body, options));
    // The caller gets the failure; the next request only waits for its end.
    last = answered.catch(() => undefined);
    return answered;
  };
}

async function addCheckpoint(
  body: string,
  { logs, signer, memory, now }: WitnessOptions,
): Promise<WitnessAnswer> {
  const request = readRequest(body);
  if (request === null) return answer(400, 'Not a request of this protocol.\n');
  const { old, path, checkpoint } = request;
  const { origin, size, note } = checkpoint;
  const log = logs.find((one) => one.origin === origin);
  if (log === undefined) return answer(404, 'This witness does not know the log.\n');
  const trusted = { origin, keys: log.keys, witnesses: [], quorum: 0 };
  if ((await signersOf(checkpoint, trusted, PROOF_PORTS.verify)) === null)
    return answer(403, 'No key of the log has signed this checkpoint.\n');
  if (old > size) return answer(400, 'The checkpoint is smaller than the old size.\n');

  const kept = memory.newest(origin);
  const known = kept === null ? null : readCheckpoint(kept);
  // With a damaged memory the witness would start from 0 again, and could sign a second history.
  if (kept !== null && known?.origin !== origin)
    return answer(500, 'What this witness remembers of the log is damaged.\n');
  if (old !== (known?.size ?? 0)) return answer(409, `${known?.size ?? 0}\n`);
  if (!extendsKnown(checkpoint, known, path))
    return answer(422, 'The checkpoint does not extend the known one.\n');

  const at = BigInt(Math.floor(now() / 1000));
  const line = signatureLine(signer.key, cosignature(note.text, at, signer.sign));
  // One signature of each key of the log: others were not checked, and too many would make an unreadable note.
  const own = log.keys.flatMap(
    ({ name, id }) => note.signatures.find((one) => one.name === name && areEqual(one.id, id)) ?? [],
  );
  const lines = own.map(({ bytes: signature, ...key }) => signatureLine(key, signature));
  memory.keep(origin, `${note.text}\n${lines.join('')}${line}`);
  return answer(200, line);
}

function extendsKnown(
  { size, root }: TreeHead,
  known: TreeHead | null,
  path: readonly Uint8Array[],
): boolean {
  const { hash } = PROOF_PORTS;
  if (known === null || known.size === 0) {
    return path.length === 0 && (size > 0 || areEqual(root, treeHash([], hash)));
  }
  return isConsistent({ from: known.size, to: size, fromRoot: known.root, toRoot: root, path }, hash);
}

function readRequest(body: string) {
  const end = body.indexOf('\n\n');
  if (end < 0) return null;
  const [first = '', ...lines] = body.slice(0, end).split('\n');
  const [, digits] = /^old (0|[1-9]\d{0,14})$/.exec(first) ?? [];
  const path = lines
    .slice(0, MOST_HASHES)
    .map(fromBase64)
    .filter((hash) => hash?.length === 32);
  const checkpoint = readCheckpoint(body.slice(end + 2));
  if (digits === undefined || path.length < lines.length || checkpoint === null) return null;
  return { old: Number(digits), path: path as Uint8Array[], checkpoint };
}
