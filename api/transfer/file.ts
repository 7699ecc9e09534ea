/** Reads the lines of exported ledgers, see `piece.ts`. */
import * as v from 'valibot';
import { End, Header, MOVING_FORMAT, MOVING_VERSION, Piece } from './piece.ts';

/** The file is not an export, or was cut; the message names the line. */
export class LedgersFileError extends Error {
  override readonly name = 'LedgersFileError';
}

/** Throws `LedgersFileError`. */
export function readHeader(line: string): Header {
  const value = parse(line, 1);
  const about = v.safeParse(v.object({ format: v.literal(MOVING_FORMAT), version: v.number() }), value);
  if (!about.success) throw new LedgersFileError('Line 1 is not a header of exported ledgers');
  if (about.output.version > MOVING_VERSION)
    throw new LedgersFileError('The file has a newer format: update first');
  const header = v.safeParse(Header, value);
  if (!header.success) throw new LedgersFileError('Line 1 is not a header of exported ledgers');
  return header.output;
}

/** Throws `LedgersFileError` if the line is not an `End`. */
export function readEnd(line: string): End {
  const end = v.safeParse(End, tryParse(line));
  if (!end.success) throw new LedgersFileError('The end is missing: the file was cut');
  return end.output;
}

/**
 * The pieces of each user. Read one user's pieces before asking for the next user's. Throws `LedgersFileError` if the users
 * are out of order, or the file holds fewer events than its end says.
 * @param lines those after the header.
 */
export function* ledgersOf(lines: Iterable<string>): Generator<Iterable<Piece>> {
  const pieces = readPieces(lines);
  let next = pieces.next();
  function* ofOne(userId: number): Generator<Piece> {
    while (next.done !== true && next.value.userId === userId) {
      yield next.value;
      next = pieces.next();
    }
  }
  let last = 0;
  while (next.done !== true) {
    const { userId } = next.value;
    if (userId <= last) throw new LedgersFileError(`User ${userId} is out of order`);
    last = userId;
    yield ofOne(userId);
    // Skip the remaining pieces of a refused ledger.
    while (next.done !== true && next.value.userId === userId) next = pieces.next();
  }
}

function* readPieces(lines: Iterable<string>): Generator<Piece> {
  let number = 1;
  let events = 0;
  let end: End | null = null;
  for (const line of lines) {
    number += 1;
    if (line === '') continue;
    if (end !== null) throw new LedgersFileError(`Line ${number} comes after the end`);
    const value = parse(line, number);
    const piece = v.safeParse(Piece, value);
    if (piece.success) {
      events += piece.output.events.length;
      yield piece.output;
      continue;
    }
    const last = v.safeParse(End, value);
    if (!last.success) throw new LedgersFileError(`Line ${number} is not a piece of a ledger`);
    end = last.output;
  }
  if (end === null) throw new LedgersFileError('The end is missing: the file was cut');
  if (end.events !== events) {
    throw new LedgersFileError(`The file holds ${events} events, but its end says ${end.events}`);
  }
}

function parse(line: string, number: number): unknown {
  const value = tryParse(line);
  if (value === undefined) throw new LedgersFileError(`Line ${number} is not JSON`);
  return value;
}

/** Undefined if the line is not JSON. */
function tryParse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
