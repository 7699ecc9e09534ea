/**
 * Saved heads: the newest event of every ledger, kept off the machine. A ledger whose end was cut off, or whose chain was
 * written anew, no longer holds its saved head. As text: JSON Lines, first a header, then one head a line, by user id.
 */
import type { Sql } from '../sqlite/port.ts';
import type { Findings } from './findings.ts';

export interface SavedHead {
  readonly userId: number;
  readonly seq: number;
  readonly hash: string;
}

/**
 * No ledger holds more events: a hundred thousand a day for 27 years. A saved head lifts the daily limit of a user up to it,
 * so a higher one would lift it for ever.
 */
export const MOST_SEQ = 1_000_000_000;

/** Whether a sequence number can be that of a saved head; 0 stands for a ledger without events. */
export function isHeadSeq(seq: unknown): seq is number {
  return Number.isSafeInteger(seq) && Number(seq) >= 0 && Number(seq) <= MOST_SEQ;
}

const FORMAT = 'irich-heads';
const VERSION = 1;

/** The heads of all ledgers, by user id; read one by one, so that no lock and no memory is held. */
export function* currentHeads(sql: Sql): Generator<SavedHead> {
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const head = sql.get<SavedHead>(
      `SELECT user_id AS userId, seq, hash FROM events
       WHERE user_id = (SELECT min(user_id) FROM events WHERE user_id > ?) ORDER BY seq DESC LIMIT 1`,
      after,
    );
    if (head === undefined) return;
    yield head;
    after = head.userId;
  }
}

/** @param savedAt UTC milliseconds. */
export function headsHeaderLine(savedAt: number): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, savedAt })}\n`;
}

export function headLine({ userId, seq, hash }: SavedHead): string {
  return `${JSON.stringify({ userId, seq, hash })}\n`;
}

/** A file that is not what `heads write` writes; the message names the line. */
export class HeadsFileError extends Error {
  override readonly name = 'HeadsFileError';
}

/** Reads saved heads from their lines. Throws `HeadsFileError`. */
export function* readHeads(lines: Iterable<string>): Generator<SavedHead> {
  let number = 0;
  let last = Number.MIN_SAFE_INTEGER;
  for (const line of lines) {
    number += 1;
    if (line === '') continue;
    const value = parse(line);
    if (number === 1) {
      if (value['format'] !== FORMAT || value['version'] !== VERSION) {
        throw new HeadsFileError('Line 1 is no header of saved heads');
      }
      continue;
    }
    const { userId, seq, hash } = value;
    if (
      !Number.isSafeInteger(userId) ||
      !isHeadSeq(seq) ||
      typeof hash !== 'string' ||
      Number(userId) <= last
    ) {
      throw new HeadsFileError(`Line ${number} is no saved head, or out of order`);
    }
    last = Number(userId);
    yield { userId: last, seq, hash };
  }
  if (number === 0) throw new HeadsFileError('The file of saved heads is empty');
}

export interface HeadsCheck {
  /** Every event of every ledger, in order. */
  event(userId: number, seq: number, hash: string): void;
  /** After the last event. */
  end(): void;
}

/** Compares saved heads, by user id, with the ledgers as they pass by. */
export function startHeadsCheck(saved: Iterator<SavedHead>, findings: Findings): HeadsCheck {
  let next = saved.next();
  let current: number | null = null;
  let lastSeq = 0;

  function passOver(until: number): void {
    while (next.done !== true && next.value.userId < until) {
      const { userId, seq } = next.value;
      if (userId === current) {
        findings.add('head_cut', userId, seq, `ends at event ${lastSeq}, before the saved head`);
      } else {
        findings.add('head_missing', userId, seq, 'no event is left of a ledger whose head was saved');
      }
      next = saved.next();
    }
  }

  return {
    event(userId, seq, hash) {
      if (userId !== current) {
        passOver(userId);
        current = userId;
      }
      lastSeq = seq;
      if (next.done === true || next.value.userId !== userId || next.value.seq > seq) return;
      if (next.value.seq < seq) {
        findings.add('head_cut', userId, next.value.seq, 'the event of the saved head is not there');
      } else if (next.value.hash !== hash) {
        findings.add('head_rewritten', userId, seq, `hash ${hash}, saved as ${next.value.hash}`);
      }
      next = saved.next();
    },
    end() {
      passOver(Number.POSITIVE_INFINITY);
    },
  };
}

function parse(line: string): Partial<Record<'format' | 'version' | 'userId' | 'seq' | 'hash', unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // Not JSON: the caller names the line.
    return {};
  }
}
