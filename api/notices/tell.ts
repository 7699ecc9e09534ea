/** Hands waiting notices over. */
import type { Sql } from '../sqlite/port.ts';
import type { Notifier } from './notifier.ts';
import { type NoticeBatch, removeBatch, takeBatch } from './waiting.ts';

export interface TellDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly notifier: Notifier;
  readonly onFault: (message: string, cause: unknown) => void;
}

/**
 * Hands over one batch; false where none is due. Throws only what the database throws.
 * @param isOver from then on the database is left alone.
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
    onFault(`Notices of user ${userId} could not be told`, cause);
    return false;
  }
}
