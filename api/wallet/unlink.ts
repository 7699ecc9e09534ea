/** An operator lets go of a user's wallet: an event with a reason, and the address is erased with it, and what was claimed to it. */
import type { CommitError, ExecuteError, Ledger } from '../ledger/types.ts';
import { eraseWalletAddress } from '../people/people.ts';
import { eraseTokens } from '../sbt/tokens.ts';
import { eraseVouchers } from '../sbt/vouchers.ts';

export type Unlinked =
  | {
      readonly ok: true;
      /** Of the event. */
      readonly seq: number;
    }
  | { readonly ok: false; readonly error: ExecuteError['type'] | CommitError['type'] };

export async function unlinkWallet(ledger: Ledger, userId: number, reason: string): Promise<Unlinked> {
  const committed = await ledger.transact((writer): Unlinked => {
    const executed = writer.execute(userId, { type: 'unlink_wallet', reason });
    if (!executed.ok) return { ok: false, error: executed.error.type };
    eraseWalletAddress(writer.sql, userId, writer.now);
    eraseVouchers(writer.sql, userId);
    eraseTokens(writer.sql, userId);
    return { ok: true, seq: executed.state.head.seq };
  });
  return committed.ok ? committed.value : { ok: false, error: committed.error.type };
}
