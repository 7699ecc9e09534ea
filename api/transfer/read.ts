/**
 * Imports the ledgers of a file into a deployment. Each ledger is first read whole into a scratch database and checked
 * there. Only then is the deployment asked how far it has the ledger, and given the missing pieces. So no part of a faulty
 * ledger, or of one that diverged in the deployment, gets there. An interrupted import resumes when it is repeated.
 */
import type { Sql } from '../runtime/sqlite/port.ts';
import { type AcceptDeps, type Accepted, acceptPiece, type RefusalWord } from './accept.ts';
import { type Deployment, MOST_ASKS } from './deployment.ts';
import { ledgersOf } from './file.ts';
import { type Header, type Piece, type TransferHead, takePiece, transferHeadOf } from './piece.ts';

export interface ReadDeps {
  readonly deployment: Deployment;
  /** Opens an empty, migrated database for one batch of ledgers; it is closed after the batch. */
  readonly scratch: (header: Header) => { readonly sql: Sql; close(): void };
  readonly sha256: AcceptDeps['sha256'];
  readonly hmac: AcceptDeps['hmac'];
  readonly onRefused: (userId: number, reason: RefusalWord, seq: number) => void;
  readonly onUser?: (counts: ReadCounts) => void;
}

export interface ReadCounts {
  readonly users: number;
  /** Events of the ledgers that passed the check. */
  readonly events: number;
  /** Ledgers of which the deployment lacked events or other rows. */
  readonly moved: number;
  /** Ledgers that the deployment already had in full, or longer. */
  readonly there: number;
  readonly refused: number;
}

/**
 * @param lines those after the header. Throws `LedgersFileError` and the errors of `deployment`; ledgers that were
 * moved before stay.
 */
export async function readLedgers(
  deps: ReadDeps,
  header: Header,
  lines: Iterable<string>,
): Promise<ReadCounts> {
  const counts = { users: 0, events: 0, moved: 0, there: 0, refused: 0 };
  for (const batch of batches(deps, header, lines, counts)) {
    await moveBatch(deps, batch, counts);
    deps.onUser?.(counts);
  }
  return counts;
}

type Counts = { -readonly [Name in keyof ReadCounts]: ReadCounts[Name] };

interface Batch {
  readonly sql: Sql;
  /** The users whose whole, checked ledgers it holds. */
  readonly users: readonly number[];
}

/** Reads the ledgers of several users at a time into a scratch database. */
function* batches(deps: ReadDeps, header: Header, lines: Iterable<string>, counts: Counts): Generator<Batch> {
  let scratch = deps.scratch(header);
  let users: number[] = [];
  try {
    for (const pieces of ledgersOf(lines)) {
      const taken = takeLedger({ ...deps, sql: scratch.sql }, pieces);
      counts.users += 1;
      counts.events += taken?.events ?? 0;
      if (taken === null) counts.refused += 1;
      else users.push(taken.userId);
      if (users.length < MOST_ASKS) continue;
      yield { sql: scratch.sql, users };
      scratch.close();
      scratch = deps.scratch(header);
      users = [];
    }
    yield { sql: scratch.sql, users };
  } finally {
    scratch.close();
  }
}

class LedgerRefused extends Error {}

/** Null if the ledger is faulty; nothing of it is kept then. */
function takeLedger(
  deps: AcceptDeps & ReadDeps,
  pieces: Iterable<Piece>,
): { readonly userId: number; readonly events: number } | null {
  let ledger = { userId: 0, head: { seq: 0, hash: '' }, reached: 0 };
  const refuse = (reason: RefusalWord, seq: number): never => {
    deps.onRefused(ledger.userId, reason, seq);
    throw new LedgerRefused();
  };
  try {
    deps.sql.transaction(() => {
      for (const piece of pieces) {
        ledger = { ...ledger, userId: piece.userId, head: piece.head };
        const accepted = acceptPiece(deps, piece);
        if (!accepted.ok) return refuse(accepted.error.type, accepted.error.seq);
        ledger.reached = accepted.head.seq;
      }
      return ledger.reached === ledger.head.seq ? undefined : refuse('sequence', ledger.reached + 1);
    });
    return { userId: ledger.userId, events: ledger.reached };
  } catch (error) {
    if (error instanceof LedgerRefused) return null;
    throw error;
  }
}

/** Stays below the megabyte that a deployment takes at a time, even with the piece that crosses this limit. */
const MOST_TOGETHER = 256 * 1024;

async function moveBatch(deps: ReadDeps, { sql, users }: Batch, counts: Counts): Promise<void> {
  let waiting = await wanting(deps, sql, users, counts);
  while (waiting.length > 0) {
    const pieces: Piece[] = [];
    let size = 0;
    for (const { userId, after } of waiting) {
      if (pieces.length > 0 && size > MOST_TOGETHER) break;
      const piece = takePiece(sql, userId, after);
      if (piece === null) throw new Error(`The ledger of user ${userId} ends at event ${after}`);
      const own = JSON.stringify(piece).length;
      if (pieces.length > 0 && size + own > MOST_TOGETHER) break;
      pieces.push(piece);
      size += own;
    }
    const told = await deps.deployment.ask<'accept'>(
      pieces.map((piece) => ({ userId: piece.userId, ask: { type: 'accept', piece } })),
    );
    const unfinished = pieces.flatMap((piece, index) => {
      const after = settle(deps, piece, told[index], counts);
      return after === null ? [] : [{ userId: piece.userId, after }];
    });
    waiting = [...unfinished, ...waiting.slice(pieces.length)];
  }
}

/** The event after which the ledger continues; null if it is finished or refused. */
function settle(deps: ReadDeps, piece: Piece, told: Accepted | undefined, counts: Counts): number | null {
  if (told?.ok !== true) {
    const { type, seq } = told?.error ?? { type: 'sequence', seq: 0 };
    deps.onRefused(piece.userId, type, seq);
    counts.refused += 1;
    return null;
  }
  const after = piece.events.at(-1)?.seq ?? piece.head.seq;
  if (after < piece.head.seq) return after;
  counts.moved += 1;
  return null;
}

/** Users whose ledger the deployment lacks or has only in part. */
async function wanting(
  deps: ReadDeps,
  sql: Sql,
  users: readonly number[],
  counts: Counts,
): Promise<{ readonly userId: number; readonly after: number }[]> {
  const own = users.flatMap((userId) => {
    const standing = transferHeadOf(sql, userId, 1, deps.sha256);
    return standing === null ? [] : [{ userId, standing }];
  });
  const theirs = await deps.deployment.ask<'standing'>(
    own.map(({ userId, standing }) => ({ userId, ask: { type: 'standing', seq: standing.seq } })),
  );
  return own.flatMap(({ userId, standing }, index) => {
    const there = theirs[index] ?? null;
    const outcome = there === null ? 'lacking' : compare(deps, sql, userId, standing, there);
    if (outcome === 'lacking') return [{ userId, after: 0 }];
    counts[outcome] += 1;
    return [];
  });
}

function compare(
  deps: ReadDeps,
  sql: Sql,
  userId: number,
  own: TransferHead,
  there: TransferHead,
): 'lacking' | 'there' | 'refused' {
  const common = Math.min(own.seq, there.seq);
  const here = transferHeadOf(sql, userId, common, deps.sha256)?.hashAt;
  if ((there.seq <= own.seq ? there.hash : there.hashAt) !== here) {
    deps.onRefused(userId, 'diverged', common);
    return 'refused';
  }
  return there.seq > own.seq || (there.seq === own.seq && there.rest === own.rest) ? 'there' : 'lacking';
}
