/** Commands that check: `heads write`, `heads heal`, `verify`, `suspicious`. */
import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { totalOf } from '#core/points/evolve.ts';
import { type ExportFault, startExportCheck } from '#core/points/export-format.ts';
import { pointsToWire } from '#core/points/format.ts';
import type { HeadsSaved } from '../../ledger/admission.ts';
import { HeadsFileError, headLine, headsHeaderLine, readHeads, type SavedHead } from '../../ledger/heads.ts';
import { type Suspicion, suspicious } from '../../ledger/suspicious.ts';
import { sha256 } from '../../runtime/hashing.ts';
import type { NodeSqlite } from '../../runtime/sqlite/better-sqlite3.ts';
import {
  FINE,
  grouped,
  hasCode,
  type Io,
  linesOf,
  partialName,
  publish,
  startProgress,
  UNUSABLE,
  WRONG,
} from './io.ts';

/** Saves the head of every ledger to a new file. */
export async function writeHeadsCommand(
  heads: Iterable<SavedHead> | AsyncIterable<SavedHead>,
  io: Io,
  path: string,
): Promise<number> {
  if (existsSync(path)) return exists(io, path);
  const partial = partialName(path);
  const file = openSync(partial, 'wx');
  let count = 0;
  const progress = startProgress(io);
  try {
    let text = headsHeaderLine(Date.now());
    for await (const head of heads) {
      text += headLine(head);
      count += 1;
      if (text.length > 64 * 1024) {
        writeFileSync(file, text);
        text = '';
        progress.step(() => `${grouped(count)} heads`);
      }
    }
    writeFileSync(file, text);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  progress.end();
  if (!publish(partial, path)) return exists(io, path);
  io.out(
    `The heads of ${grouped(count)} ledgers are in ${path}. Keep it where this machine cannot change it.\n`,
  );
  return FINE;
}

/**
 * After a restore: lets devices bring back every event up to these heads.
 * @param save stores the heads.
 */
export async function healHeadsCommand(
  save: (heads: () => Iterable<SavedHead>) => HeadsSaved | Promise<HeadsSaved>,
  io: Io,
  path: string,
): Promise<number> {
  let saved: HeadsSaved;
  try {
    saved = await save(() => readHeads(linesOf(path)));
  } catch (error) {
    if (!(error instanceof HeadsFileError)) throw error;
    io.err(`${path}: ${error.message}. Nothing was written.\n`);
    return UNUSABLE;
  }
  io.out(`Devices may bring back every event up to the heads of ${grouped(saved.ledgers)} ledgers.\n`);
  if (saved.behind > 0)
    io.out(`${grouped(saved.behind)} of these ledgers end before their head: they have lost events.\n`);
  return FINE;
}

function exists(io: Io, path: string): number {
  io.err(`${path} exists and is never overwritten.\n`);
  return UNUSABLE;
}

/** Verifies an exported ledger; needs no database. */
export function verifyCommand(io: Io, path: string): number {
  const check = startExportCheck(sha256);
  try {
    for (const line of linesOf(path)) {
      if (check.line(line) !== null) break;
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    io.err(`There is no file ${path}.\n`);
    return UNUSABLE;
  }
  const verdict = check.end();
  if (!verdict.ok) {
    const isUnknown = isBeyondThisCode(verdict.error);
    io.out(isUnknown ? 'Update to verify: ' : 'WRONG    ');
    io.out(`${describe(verdict.error)}\n`);
    return isUnknown ? UNUSABLE : WRONG;
  }
  const { points, level, head, userId } = verdict.state;
  io.out(`All ${grouped(head.seq)} events of user ${userId} are verified, up to the head ${head.hash}.\n`);
  for (const [bucket, amount] of Object.entries(points))
    io.out(`${bucket.padEnd(18)} ${pointsToWire(amount)}\n`);
  io.out(`${'total'.padEnd(18)} ${pointsToWire(totalOf(points))}, level ${level}\n`);
  return FINE;
}

function isBeyondThisCode(error: ExportFault): boolean {
  return error.type === 'newer_format' || (error.type === 'fault' && error.fault === 'unknown_rules');
}

function describe(error: ExportFault): string {
  switch (error.type) {
    case 'bad_header':
      return 'line 1 is not a header of an exported ledger';
    case 'newer_format':
      return 'the export has a newer format than this code knows';
    case 'bad_line':
      return `line ${error.line} is not an event`;
    case 'head':
      return `the export ends at event ${error.seq}, not at the head that its first line names`;
    case 'fault':
      return `${error.fault}: event ${error.seq}`;
  }
}

/** Lists suspicious patterns for the operator to review. */
export function suspiciousCommand(sql: NodeSqlite, io: Io): number {
  let count = 0;
  for (const suspicion of suspicious(sql, Date.now())) {
    count += 1;
    io.out(`${explain(suspicion)}\n`);
  }
  io.out(count === 0 ? 'Nothing stands out.\n' : `${grouped(count)} to review.\n`);
  return FINE;
}

function explain({ kind, userId, count, of, at }: Suspicion): string {
  switch (kind) {
    case 'burst':
      return `user ${userId}: ${count} of ${of} invited users registered within an hour of ${new Date(at ?? 0).toISOString()}`;
    case 'idle_friends':
      return `user ${userId}: ${count} of ${of} invited users never calculated`;
    case 'back_dated':
      return `user ${userId}: all ${count} records arrived on a later day than they claim`;
  }
}
