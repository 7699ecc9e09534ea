/** A checked copy of the database, made while it is in use. */
import { compareHeads, type SavedHead } from '#api/ledger/heads.ts';
import { markAsCopy } from '#api/proof/marks.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';

/** Why a copy cannot be trusted. */
export class CopyFault extends Error {
  override readonly name = 'CopyFault';
}

/**
 * Writes a copy to a new or empty file, and marks it as one. Throws `CopyFault` where it is damaged or lacks one of the heads.
 * @param heads as they were before the copy is made.
 */
export function writeCopy(sql: NodeSqlite, path: string, heads: Iterable<SavedHead>): void {
  sql.backup(path);
  const copy = openBetterSqlite3(path, { mustExist: true });
  try {
    markAsCopy(copy);
    const verdict = copy.pragma('quick_check');
    if (verdict !== 'ok') throw new CopyFault(`The copy is damaged: ${verdict}`);
    const { behind, rewritten } = compareHeads(copy, heads);
    if (behind > 0 || rewritten !== null)
      throw new CopyFault('The copy does not hold all heads of the ledgers.');
    if (!copy.truncateLog()) throw new CopyFault(`Another process reads ${path}.`);
  } finally {
    copy.close();
  }
}
