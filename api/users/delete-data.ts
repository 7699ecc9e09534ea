/** "Delete my data", the same step for the user's own device and for an operator whom the user has asked by mail. */
import { isDeleted } from '#core/points/evolve.ts';
import { eraseCalculations } from '../calculations/inputs.ts';
import { LedgerNewer } from '../ledger/accounts.ts';
import type { CommitError, Committed, Ledger, LedgerWriter } from '../ledger/types.ts';
import { type ErasedRows, eraseUser } from './erase-user.ts';

/** Rows erased in one commit, so that other users do not wait long for the write lock. */
const ERASED_AT_ONCE = 2000;

export interface DataDeletion {
  /** How many deletions the ledger counts now. */
  readonly deletions: number;
  /** Sequence number of the event. */
  readonly seq: number;
  readonly erased: ErasedRows;
}

/**
 * Erases inputs first, in batches; the last commit erases the rest and appends the event. An interrupted deletion can
 * be repeated.
 * @param refuse called in every commit: what it returns ends the deletion, null lets it go on for a registered user.
 */
export async function deleteData<Refusal extends object>(
  ledger: Ledger,
  userId: number,
  refuse: (writer: LedgerWriter) => Refusal | null,
): Promise<Committed<{ readonly done: DataDeletion } | { readonly refused: Refusal }>> {
  let calculations = 0;
  for (;;) {
    const result = await ledger.transact((writer) => {
      const refused = refuse(writer);
      if (refused !== null) return { refused };
      // The last commit would fail, after the ones before it have erased inputs.
      if (writer.isOfNewerCode(userId))
        throw new LedgerNewer(`The ledger of user ${userId} is of newer code`);
      const upTo = writer.account(userId)?.head.seq ?? 0;
      const batch = eraseCalculations(writer.sql, userId, upTo, ERASED_AT_ONCE);
      if (!batch.isDone) return { erased: batch.erased };
      const erased = eraseUser(writer.sql, userId);
      const executed = writer.execute(userId, { type: 'delete_data' });
      if (!executed.ok) throw new Error(`Deletion of user ${userId} refused: ${executed.error.type}`);
      const { deletions, head } = executed.state;
      const rows = { ...erased, calculations: calculations + batch.erased };
      return { done: { deletions, seq: head.seq, erased: rows } };
    });
    if (!result.ok) return result;
    const { value } = result;
    if (!('erased' in value)) return { ok: true, value };
    calculations += value.erased;
  }
}

export type Erasure =
  | {
      readonly ok: true;
      /** Null if the data were deleted before, and the user has not come back. */
      readonly done: DataDeletion | null;
    }
  | { readonly ok: false; readonly error: 'not_registered' | CommitError['type'] };

/** The deletion that an operator asks for. Repeated, it changes nothing. */
export async function eraseForOperator(ledger: Ledger, userId: number): Promise<Erasure> {
  const deleted = await deleteData(ledger, userId, (writer): Erasure | null => {
    const state = writer.account(userId);
    if (state === null || state.registered === null) return { ok: false, error: 'not_registered' };
    return isDeleted(state) ? { ok: true, done: null } : null;
  });
  if (!deleted.ok) return { ok: false, error: deleted.error.type };
  return 'refused' in deleted.value ? deleted.value.refused : { ok: true, done: deleted.value.done };
}
