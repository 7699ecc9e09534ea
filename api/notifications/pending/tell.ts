/** Hands pending notices to the notifier. */
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { Notifier } from './notifier.ts';
import { type NoticeBatch, removeBatch, takeBatch } from './waiting.ts';

export interface TellDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly notifier: Notifier;
  readonly onFault: (message: string, cause: unknown) => void;
}

/**
 * Hands over one batch; false if none is due. Throws only database errors.
 * @param isOver once true, the database is no longer used.
 */
export async function tellNext(deps: TellDeps, isOver: () => boolean = () => false): Promise<boolean> {
  const { sql, clock } = deps;
  const batch = takeBatch(sql, clock.now());
  if (batch === null) return false;
  const isTaken = await hand(deps, batch);
  if (isTaken && !isOver()) removeBatch(sql, batch, clock.now());
  return true;
}

async function hand({ notifier, onFault }: TellDeps, { userId, notices }: NoticeBatch): Promise<boolean> {
  try {
    return (await notifier.tell(userId, notices)) === 'taken';
  } catch (cause) {
    onFault(`Notices of user ${userId} could not be handed over`, cause);
    return false;
  }
}
