/** Unlinks a user's wallet for an operator: an event with a reason; also erases the address, and the claims made with it. */
import { readFact } from '#core/points/facts.ts';
import type { CommitError, ExecuteError, Ledger, LedgerReader } from '../ledger/types.ts';
import { eraseTokens } from '../sbt/tokens.ts';
import { eraseVouchers } from '../sbt/vouchers.ts';
import { eraseWalletAddress } from '../users/users.ts';

export type Unlinked =
  | {
      readonly ok: true;
      /** Sequence number of the event. */
      readonly seq: number;
      /** The event already existed: the answer to the first request may have been lost. */
      readonly isRepeated: boolean;
    }
  | { readonly ok: false; readonly error: ExecuteError['type'] | CommitError['type'] };

export async function unlinkWallet(ledger: Ledger, userId: number, reason: string): Promise<Unlinked> {
  const committed = await ledger.transact((writer): Unlinked => {
    const executed = writer.execute(userId, { type: 'unlink_wallet', reason });
    if (!executed.ok) {
      const { type } = executed.error;
      const seq = type === 'no_wallet' ? lastUnlinking(writer, userId, reason) : null;
      return seq === null ? { ok: false, error: type } : { ok: true, seq, isRepeated: true };
    }
    eraseWalletAddress(writer.sql, userId, writer.now);
    eraseVouchers(writer.sql, userId);
    eraseTokens(writer.sql, userId);
    return { ok: true, seq: executed.state.head.seq, isRepeated: false };
  });
  return committed.ok ? committed.value : { ok: false, error: committed.error.type };
}

/** The sequence number of the newest event if it is this very unlinking; otherwise null. */
function lastUnlinking(ledger: LedgerReader, userId: number, reason: string): number | null {
  const seq = ledger.account(userId)?.head.seq ?? 0;
  const [last] = ledger.events(userId, seq - 1, 1);
  const fact = last === undefined ? null : readFact(last.type, last.data);
  return fact?.type === 'WalletUnlinked.v1' && fact.data.reason === reason ? seq : null;
}
