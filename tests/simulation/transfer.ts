/** Moves a machine's ledgers to another database through the operators' file, with faults on the way. */

import type { NodeSqlite } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { databaseDeployment } from '#api/transfer/deployment.ts';
import { readHeader } from '#api/transfer/file.ts';
import type { Piece } from '#api/transfer/piece.ts';
import { readLedgers } from '#api/transfer/read.ts';
import { writeLedgers } from '#api/transfer/write.ts';
import type { Chance } from './chance.ts';
import { fragileSql, ProcessDied } from './fragile-sql.ts';
import type { Reach } from './paths.ts';
import { hmacHex, sha256 } from './server.ts';

/** The lines of a file. */
export type LedgersFile = readonly string[];

export async function exportLedgers(sql: Sql, now: number): Promise<LedgersFile> {
  const lines: string[] = [];
  await writeLedgers(deploymentOf(sql), now, (line) => lines.push(line));
  return lines;
}

export interface ImportOptions {
  readonly chance: Chance;
  readonly reach: Reach;
  readonly open: () => NodeSqlite;
  readonly onFault: (fault: string) => void;
}

/**
 * Imports files into `target` in order. An import may die half-way and is then repeated. A file may still hold
 * inputs that its ledger has erased, as if edited by hand.
 */
export async function importLedgers(
  target: Sql,
  files: readonly LedgersFile[],
  options: ImportOptions,
): Promise<void> {
  const { chance, reach } = options;
  for (const [index, file] of files.entries()) {
    if (index > 0) reach('a transfer found an earlier copy');
    const lines = chance.happens(0.8) ? withErasedInputs(file, reach) : file;
    const mortal = fragileSql(target, () => {}, reach);
    if (chance.happens(0.4)) mortal.dieAfter(chance.between(1, 200));
    try {
      await importFile(mortal, lines, options);
    } catch (cause) {
      if (!(cause instanceof ProcessDied)) throw cause;
      reach('a transfer was interrupted and repeated');
      await importFile(target, lines, options);
    }
  }
}

/**
 * A wallet that went to another user since an earlier copy is free once the file has been read, so the file is
 * read again.
 */
async function importFile(target: Sql, lines: LedgersFile, options: ImportOptions): Promise<void> {
  const refused = await readFile(target, lines, options);
  if (refused.length === 0) return;
  const left = refused.every((text) => text.includes('wallet_taken'))
    ? await readFile(target, lines, options)
    : refused;
  left.forEach(options.onFault);
}

async function readFile(target: Sql, lines: LedgersFile, { open }: ImportOptions): Promise<string[]> {
  const refused: string[] = [];
  const [first = '', ...rest] = lines;
  const scratch = () => {
    const sql = open();
    return { sql, close: () => sql.close() };
  };
  await readLedgers(
    {
      deployment: deploymentOf(target),
      scratch,
      sha256,
      hmac: hmacHex,
      onRefused: (userId, reason, seq) =>
        void refused.push(`user ${userId} was refused at ${seq}: ${reason}`),
    },
    readHeader(first),
    rest,
  );
  return refused;
}

function deploymentOf(sql: Sql) {
  return databaseDeployment({ sql, sha256, hmac: hmacHex });
}

/** The inputs of calculations before the last deletion, put back into the file. */
function withErasedInputs(file: LedgersFile, reach: Reach): LedgersFile {
  const deletions = new Map<number, number>();
  for (const { userId, events } of piecesOf(file)) {
    for (const { seq, type } of events) if (type === 'DataDeleted.v1') deletions.set(userId, seq);
  }
  return file.map((line) => {
    const piece = pieceOf(line);
    const erasedUpTo = piece === null ? undefined : deletions.get(piece.userId);
    if (piece === null || erasedUpTo === undefined) return line;
    const recorded = piece.events.filter(
      ({ seq, type }) => type === 'CalculationRecorded.v1' && seq < erasedUpTo,
    );
    if (recorded.length === 0) return line;
    reach('erased inputs came with a transferred ledger');
    const erased = new Set(recorded.map(({ seq }) => seq));
    const calculations = [
      ...piece.calculations.filter(({ seq }) => !erased.has(seq)),
      ...recorded.map(({ seq }) => ({
        user_id: piece.userId,
        seq,
        revision: 99,
        shown: 1,
        inputs: '{"entryPrice":"1"}',
      })),
    ];
    return `${JSON.stringify({ ...piece, calculations })}\n`;
  });
}

function piecesOf(file: LedgersFile): Piece[] {
  return file.flatMap((line) => pieceOf(line) ?? []);
}

function pieceOf(line: string): Piece | null {
  const value = JSON.parse(line) as Partial<Piece>;
  return value.calculations === undefined ? null : (value as Piece);
}
