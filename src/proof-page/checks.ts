/** The checks of this page, with what its build pins. */
import { sha256 } from '@noble/hashes/sha2.js';
import { checkLog, type LogChecked, type LogFault } from '#core/proof/check-log.ts';
import { checkProof, type ProofChecked, type ProofFault, type ProofPorts } from '#core/proof/check-proof.ts';
import { type Checkpoint, readCheckpoint, type Trusted } from '#core/proof/checkpoint.ts';
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

export function pageFault({ fault, at }: LogFault, note: string, known: Known | null): PageFault {
  if (fault === 'signature' && at === 'known checkpoint') return { fault: 'signatureKnown', at };
  const size = readCheckpoint(note)?.size ?? 0;
  return { fault: fault === 'fork' && size < (known?.checkpoint.size ?? 0) ? 'shorter' : fault, at };
}

export type SavedResult =
  | { readonly ok: true; readonly value: ProofChecked }
  | { readonly ok: false; readonly error: ProofFault };

export function checkSavedProof(text: string, trusted: Trusted): Promise<SavedResult> {
  return checkProof(text, trusted, PORTS);
}

/** The saved proof that a passport carries. Null for a passport that was cut off or changed. */
export function proofOfPassport(text: string, trusted: Trusted): string | null {
  return readPassport(text, trusted, PORTS.hash);
}
