/**
 * The inputs of calculations, one row for each recorded calculation. A deleted calculation keeps an empty, hidden row, so
 * that a late copy of the same revision does not restore it.
 */
import type { KeptRecord } from '#core/contract/records.ts';
import { readFact } from '#core/points/facts.ts';
import { pointsToWire } from '#core/points/format.ts';
import { blank } from '../runtime/sqlite/blank.ts';
import { rowInsert } from '../runtime/sqlite/insert-rows.ts';
import type { Sql, SqlValue } from '../runtime/sqlite/port.ts';

/** The inputs of one calculation that a user has recorded. */
export interface KeptInputs {
  readonly seq: number;
  /** JSON text, or null if the record came without inputs. */
  readonly inputs: string | null;
  readonly revision: number;
}

export function keepCalculations(sql: Sql, userId: number, all: readonly KeptInputs[]): void {
  for (let from = 0; from < all.length; from += KEEP.most) {
    const values: SqlValue[] = [];
    for (const { seq, revision, inputs } of all.slice(from, from + KEEP.most)) {
      values.push(userId, seq, revision, 1, inputs);
    }
    KEEP.insert(sql, values);
  }
}

const KEEP = rowInsert('calculations', 'user_id, seq, revision, shown, inputs');

/**
 * Handles inputs that arrive again for a recorded calculation. A higher revision replaces the stored one and shows it again;
 * the same revision only fills missing inputs. A higher revision without inputs, which may be too large to be sent, leaves those
 * that are stored. A calculation erased with the whole history has no row and stays erased.
 * @returns whether anything changed.
 */
export function reviseCalculation(sql: Sql, userId: number, { seq, inputs, revision }: KeptInputs): boolean {
  const { changes } =
    inputs === null
      ? sql.run(
          `UPDATE calculations SET revision = ?, shown = 1
           WHERE user_id = ? AND seq = ? AND revision < ?`,
          revision,
          userId,
          seq,
          revision,
        )
      : sql.run(
          `UPDATE calculations SET inputs = ?, revision = ?, shown = 1
           WHERE user_id = ? AND seq = ?
             AND (revision < ? OR (revision = ? AND shown = 1 AND inputs IS NULL))`,
          inputs,
          revision,
          userId,
          seq,
          revision,
          revision,
        );
  return changes > 0;
}

/** Newest first, with a sequence number below `before`. */
export function listCalculations(sql: Sql, userId: number, before: number, limit: number): KeptRecord[] {
  const rows = sql.all<{
    seq: number;
    revision: number;
    inputs: string | null;
    event_id: string;
    type: string;
    award: number;
    data: string;
  }>(
    `SELECT c.seq, c.revision, c.inputs, e.event_id, e.type, e.award, e.data
     FROM calculations c JOIN events e ON e.user_id = c.user_id AND e.seq = c.seq
     WHERE c.user_id = ? AND c.seq < ? AND c.shown = 1 ORDER BY c.seq DESC LIMIT ?`,
    userId,
    before,
    limit,
  );
  return rows.flatMap((row) => {
    const fact = readFact(row.type, row.data);
    if (fact?.type !== 'CalculationRecorded.v1') return [];
    const { calculationType, occurredAt, reason } = fact.data;
    return {
      id: row.event_id,
      calculationType,
      occurredAt: new Date(occurredAt).toISOString(),
      inputs: row.inputs === null ? null : (JSON.parse(row.inputs) as Record<string, unknown>),
      revision: row.revision,
      awarded: pointsToWire(row.award),
      reason,
      seq: row.seq,
    };
  });
}

/**
 * Empties and hides one calculation.
 * @param upTo the newest revision to hide, which late copies then have to exceed; null hides every one.
 * @returns how many were visible, 0 or 1; and the later revision that stays, null without one.
 */
export function hideCalculation(
  sql: Sql,
  userId: number,
  seq: number,
  upTo: number | null,
): { readonly deleted: number; readonly later: number | null } {
  const own = 'user_id = ? AND seq = ?';
  const row = sql.get<{ revision: number; shown: number }>(
    `SELECT revision, shown FROM calculations WHERE ${own}`,
    userId,
    seq,
  );
  if (row === undefined) return { deleted: 0, later: null };
  if (upTo !== null && row.revision > upTo) return { deleted: 0, later: row.revision };
  if (row.shown === 0 && row.revision >= (upTo ?? 0)) return { deleted: 0, later: null };
  blank(sql, 'calculations', ['inputs'], own, userId, seq);
  sql.run(
    `UPDATE calculations SET inputs = NULL, shown = 0, revision = ? WHERE ${own}`,
    upTo ?? row.revision,
    userId,
    seq,
  );
  return { deleted: row.shown, later: null };
}

/**
 * Removes up to `limit` rows of a user, up to a sequence number.
 * @returns how many of them there were, how many were visible, and whether no more remain.
 */
export function eraseCalculations(
  sql: Sql,
  userId: number,
  upTo: number,
  limit: number,
): { readonly erased: number; readonly shown: number; readonly isDone: boolean } {
  const rows = sql.all<{ seq: number; shown: number }>(
    'SELECT seq, shown FROM calculations WHERE user_id = ? AND seq <= ? ORDER BY seq LIMIT ?',
    userId,
    upTo,
    limit,
  );
  const last = rows.at(-1);
  if (last !== undefined) {
    const upToLast = 'user_id = ? AND seq <= ?';
    blank(sql, 'calculations', ['inputs'], upToLast, userId, last.seq);
    sql.run(`DELETE FROM calculations WHERE ${upToLast}`, userId, last.seq);
  }
  const shown = rows.filter((row) => row.shown === 1).length;
  return { erased: rows.length, shown, isDone: rows.length < limit };
}
