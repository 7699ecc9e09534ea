/** The receiver's side: a message of a friend, taken in one commit. The same message again changes nothing. */
import type { Ledger } from '../ledger/types.ts';
import { keepCard } from './friends.ts';
import type { Message, Receipt } from './message.ts';

/** Null where nothing of it was kept, for want of room or because this ledger is read only: it is to be sent again. */
export async function receiveMessage(
  ledger: Ledger,
  userId: number,
  message: Message,
): Promise<Receipt | null> {
  const committed = await ledger.transact((writer): Receipt => {
    const refused = message.credits.flatMap(({ sourceSeq, command }) => {
      const executed = writer.execute(userId, command);
      return executed.ok ? [] : [{ sourceSeq, error: executed.error.type }];
    });
    if (writer.account(userId)?.registered) keepCard(writer.sql, message);
    return { refused };
  });
  return committed.ok ? committed.value : null;
}
