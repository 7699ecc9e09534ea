/** The receiver's side: stores a friend's message in one commit. Repeating the same message changes nothing. */
import type { Ledger } from '../ledger/types.ts';
import { keepCard } from '../referrals/friends.ts';
import { OF_NEWER_CODE, type Receipt, type ReferralMessage } from './message.ts';

/** Null if nothing was stored, because the disk is full or this ledger is read-only; the sender sends it again. */
export async function receiveMessage(
  ledger: Ledger,
  userId: number,
  message: ReferralMessage,
): Promise<Receipt | null> {
  const committed = await ledger.transact((writer): Receipt => {
    const isOfNewerCode = writer.isOfNewerCode(userId);
    const refused = message.credits.flatMap(({ sourceSeq, command }) => {
      if (isOfNewerCode) return [{ sourceSeq, error: OF_NEWER_CODE }];
      const executed = writer.execute(userId, command);
      return executed.ok ? [] : [{ sourceSeq, error: executed.error.type }];
    });
    if (writer.account(userId)?.registered) keepCard(writer.sql, message);
    return { refused };
  });
  return committed.ok ? committed.value : null;
}
