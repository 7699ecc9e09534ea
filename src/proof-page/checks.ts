/** The checks of this page, with what its build pins. */
import { sha256 } from '@noble/hashes/sha2.js';
import { checkLog, type LogChecked, type LogFault } from '#core/proof/check-log.ts';
import { checkProof, type ProofChecked, type ProofFault, type ProofPorts } from '#core/proof/check-proof.ts';
import { type Checkpoint, readCheckpoint, type Trusted } from '#core/proof/checkpoint.ts';
import { followKeys } from '#core/proof/key-change.ts';
import { readPassport } from '#core/proof/passport.ts';
import { readPins } from '#core/proof/pins.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { ed25519 } from '#platform/ed25519.ts';
import { logSource } from './log-source.ts';

const PORTS: ProofPorts = {
  hash: sha256,
  verify: ed25519(() =>
    loadChunk('the check of signatures', () => import('#platform/ed25519-library.ts'), { patience: 10_000 }),
  ),
};

/** For the changes of the key. */
const PATIENCE_MS = 20_000;

/** Null where nothing is published. Throws a RangeError for pins that are wrong. */
export function pinsOfBuild(): Trusted | null {
  const {
    VITE_PROOF_ORIGIN: origin,
    VITE_PROOF_KEYS: keys,
    VITE_PROOF_WITNESSES: witnesses,
    VITE_PROOF_QUORUM: quorum,
  } = import.meta.env;
  return readPins({ origin, keys, witnesses, quorum }, PORTS.hash);
}

/** A checkpoint that the reader brought, and its text. */
export interface Known {
  readonly checkpoint: Checkpoint;
  readonly note: string;
}

export type LogResult =
  | { readonly type: 'good'; readonly value: LogChecked; readonly note: string; readonly known: Known | null }
  | {
      readonly type: 'fault';
      readonly error: PageFault;
      readonly note: string;
      readonly known: Known | null;
    };

/** As `LogFault`, with two cases apart: the reader's own checkpoint has no signature of the log, or is ahead of the log. */
export interface PageFault {
  readonly fault: LogFault['fault'] | 'signatureKnown' | 'shorter';
  readonly at: string;
  readonly hashes?: LogFault['hashes'];
}

/** Rejects with `Unreachable`, or with a `MissingChunkError`. */
export async function checkWholeLog(
  trusted: Trusted,
  known: Known | null,
  {
    signal,
    onProgress,
  }: { readonly signal: AbortSignal; readonly onProgress: (done: number, of: number) => void },
): Promise<LogResult> {
  const source = logSource({ fetch: (url, init) => fetch(url, init), signal, onProgress });
  const checked = await checkLog(source, trusted, PORTS, known?.checkpoint);
  const note = source.note();
  if (checked.ok) return { type: 'good', value: checked.value, note, known };
  return { type: 'fault', error: pageFault(checked.error, note, known), note, known };
}

export function pageFault(error: LogFault, note: string, known: Known | null): PageFault {
  const { fault, at } = error;
  if (fault === 'signature' && at === 'known checkpoint') return { fault: 'signatureKnown', at };
  const size = readCheckpoint(note)?.size ?? 0;
  return fault === 'fork' && size < (known?.checkpoint.size ?? 0) ? { fault: 'shorter', at } : error;
}

export type SavedResult =
  | { readonly ok: true; readonly value: ProofChecked }
  | { readonly ok: false; readonly error: ProofFault };

/** A saved proof that the reader brought, by itself or in a passport. */
export interface BroughtProof {
  readonly type: 'proof' | 'passport';
  readonly text: string;
}

interface BroughtResult {
  /** Null for a passport that was cut off or changed. */
  readonly judged: { readonly proof: string; readonly result: SavedResult } | null;
  /** The keys by which it was judged. */
  readonly trusted: Trusted;
}

/**
 * Where no trusted key has signed, the log is asked for the keys that replaced them: its check may still be under way, or may
 * have needed none of them. Rejects with `Unreachable`, or with a `MissingChunkError`.
 */
export async function checkBrought(brought: BroughtProof, trusted: Trusted): Promise<BroughtResult> {
  const judged = await judgedBy(brought, trusted);
  if (judged === null || judged.result.ok || judged.result.error !== 'signature') return { judged, trusted };
  const followed = await followedFrom(trusted);
  if (followed.keys.length === trusted.keys.length) return { judged, trusted };
  return { judged: await judgedBy(brought, followed), trusted: followed };
}

async function judgedBy({ type, text }: BroughtProof, trusted: Trusted): Promise<BroughtResult['judged']> {
  const proof = type === 'passport' ? readPassport(text, trusted, PORTS.hash) : text;
  return proof === null ? null : { proof, result: await checkProof(proof, trusted, PORTS) };
}

async function followedFrom(trusted: Trusted): Promise<Trusted> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const source = logSource({ fetch: (url, init) => fetch(url, init), signal, onProgress: () => undefined });
  const changes = await source.text('keys');
  return (changes === null ? null : await followKeys(changes, trusted, PORTS)) ?? trusted;
}
