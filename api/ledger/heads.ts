/**
 * Saved heads: the newest event of every ledger, kept off the machine. A ledger that was cut or rewritten no longer holds its
 * saved head. As text: JSON Lines, first a header, then one head per line, by user id.
 */
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Findings } from './findings.ts';

export interface SavedHead {
  readonly userId: number;
  readonly seq: number;
  readonly hash: string;
}

/**
 * More than any ledger holds: a hundred thousand events a day for 27 years. A saved head lifts the daily limit of a user up
 * to it, so a higher one would lift it for ever.
 */
export const MOST_SEQ = 1_000_000_000;

/** Whether a saved head can have this sequence number; 0 stands for a ledger without events. */
export function isHeadSeq(seq: unknown): seq is number {
  return Number.isSafeInteger(seq) && Number(seq) >= 0 && Number(seq) <= MOST_SEQ;
}

const FORMAT = 'irich-heads';
const VERSION = 1;

/** The heads of all ledgers, by user id; read one by one, so that they hold no lock and little memory. */
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

export interface HeadsHeld {
  /** Ledgers that end before their saved head. */
  readonly behind: number;
  /** The first saved head in whose place the ledger holds another event; null if there is none. */
  readonly rewritten: SavedHead | null;
}

/** Looks whether the ledgers hold these heads; what came after a head does not matter. Reads one row per head. */
export function compareHeads(sql: Sql, heads: Iterable<SavedHead>): HeadsHeld {
  let behind = 0;
  let rewritten: SavedHead | null = null;
  for (const head of heads) {
    const held = sql.get<{ hash: string }>(
      'SELECT hash FROM events WHERE user_id = ? AND seq = ?',
      head.userId,
      head.seq,
    );
    if (held === undefined) behind += 1;
    else if (held.hash !== head.hash) rewritten ??= head;
  }
  return { behind, rewritten };
}

/** @param savedAt UTC milliseconds. */
export function headsHeaderLine(savedAt: number): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, savedAt })}\n`;
}

export function headLine({ userId, seq, hash }: SavedHead): string {
  return `${JSON.stringify({ userId, seq, hash })}\n`;
}

/** The file does not have the format of `heads write`; the message names the line. */
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
        throw new HeadsFileError('Line 1 is not a header of saved heads');
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
      throw new HeadsFileError(`Line ${number} is not a saved head, or is out of order`);
    }
    last = Number(userId);
    yield { userId: last, seq, hash };
  }
  if (number === 0) throw new HeadsFileError('The file of saved heads is empty');
}

export interface HeadsCheck {
  /** Takes every event of every ledger, in order. */
  event(userId: number, seq: number, hash: string): void;
  /** Call after the last event. */
  end(): void;
}

/** Compares saved heads, by user id, with the ledgers as the audit reads them. */
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
        findings.add('head_missing', userId, seq, 'a head of this ledger was saved, but it has no events');
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
        findings.add('head_cut', userId, next.value.seq, 'the event of the saved head is missing');
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
