/**
 * The published export of one ledger, as JSON Lines: a header, then every event from the first to the newest, one a
 * line, each line ended by a line feed. It is enough to verify the ledger: see `chain.ts` and `rules.ts`.
 */
import * as v from 'valibot';
import { type FaultWord, startCheck } from './audit.ts';
import type { Sha256 } from './chain.ts';
import type { LedgerState } from './evolve.ts';
import { EXPORT_FORMAT, EXPORT_VERSION, type ExportHeader } from './export-lines.ts';
import { isStoredEvent } from './facts.ts';

/**
 * - `bad_header`: the first line is no header of this format.
 * - `newer_format`: the header has a version that this code does not know: update to verify.
 * - `bad_line`: a line is no event.
 */
export interface ExportReadError {
  readonly type: 'bad_header' | 'newer_format' | 'bad_line';
  /** From 1. */
  readonly line: number;
}

/**
 * - `fault`: the first wrong event, with a word of `audit.ts`.
 * - `head`: the events are valid, but the last one is not the header's head: the end is missing, or was extended.
 */
export type ExportFault =
  | ExportReadError
  | { readonly type: 'fault'; readonly seq: number; readonly fault: FaultWord }
  | { readonly type: 'head'; readonly seq: number };

export type ExportVerified =
  | { readonly ok: true; readonly header: ExportHeader; readonly state: LedgerState }
  | { readonly ok: false; readonly error: ExportFault };

export interface ExportCheck {
  /** Takes the next line, without its line feed; null while all is valid. After a fault it returns that fault again. */
  line(text: string): ExportFault | null;
  /** The verdict, after the last line. */
  end(): ExportVerified;
}

/** Verifies an export line by line, so that a file of any size needs no more memory than its event ids. */
export function startExportCheck(sha256: Sha256): ExportCheck {
  let header: ExportHeader | null = null;
  let check: ReturnType<typeof startCheck> | null = null;
  let fault: ExportFault | null = null;
  let count = 0;

  function judge(text: string): ExportFault | null {
    count += 1;
    if (check === null) {
      const read = readHeader(text);
      if ('type' in read) {
        return read;
      }
      header = read;
      check = startCheck(read.userId, sha256);
      return null;
    }
    if (isEnd(text)) {
      return null;
    }
    const event = parse(text);
    if (!isStoredEvent(event)) {
      return { type: 'bad_line', line: count };
    }
    const found = check.next(event);
    return found === null ? null : { type: 'fault', ...found };
  }

  return {
    line(text) {
      fault ??= judge(text);
      return fault;
    },
    end() {
      if (fault !== null) {
        return { ok: false, error: fault };
      }
      if (header === null || check === null) {
        return { ok: false, error: { type: 'bad_header', line: 1 } };
      }
      const { state } = check;
      return state.head.seq === header.head.seq && state.head.hash === header.head.hash
        ? { ok: true, header, state }
        : { ok: false, error: { type: 'head', seq: state.head.seq } };
    },
  };
}

const Integer = v.pipe(v.number(), v.safeInteger());
const Versioned = v.object({ format: v.literal(EXPORT_FORMAT), version: v.number() });
const Header = v.object({
  format: v.literal(EXPORT_FORMAT),
  version: v.literal(EXPORT_VERSION),
  userId: Integer,
  exportedAt: Integer,
  head: v.object({ seq: Integer, hash: v.string() }),
});

function readHeader(line: string): ExportHeader | ExportReadError {
  const value = parse(line);
  const versioned = v.safeParse(Versioned, value);
  if (versioned.success && versioned.output.version > EXPORT_VERSION)
    return { type: 'newer_format', line: 1 };
  const header = v.safeParse(Header, value);
  return header.success ? header.output : { type: 'bad_header', line: 1 };
}

/** A file ends with a line feed, or with CR LF if an editor saved it. */
function isEnd(line: string): boolean {
  return line === '' || line === '\r';
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Not JSON: the caller reports the line.
    return null;
  }
}
