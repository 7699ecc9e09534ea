/** Hands waiting notices over, one batch after the other, until none is due. */
import type { Sql } from '../sqlite/port.ts';
import type { Notifier } from './notifier.ts';
import { type NoticeBatch, removeBatch, takeBatch } from './waiting.ts';

export interface TellDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly notifier: Notifier;
  readonly onFault: (message: string, cause: unknown) => void;
}

/** Throws only what the database throws. @param isOver from then on the database is left alone. */
export async function tellDue(deps: TellDeps, isOver: () => boolean = () => false): Promise<void> {
  const { sql, clock } = deps;
  while (!isOver()) {
    const batch = takeBatch(sql, clock.now());
    if (batch === null) return;
    const isTaken = await hand(deps, batch);
    if (isTaken && !isOver()) removeBatch(sql, batch);
  }
}

async function hand({ notifier, onFault }: TellDeps, { userId, notices }: NoticeBatch): Promise<boolean> {
  try {
    return (await notifier.tell(userId, notices)) === 'taken';
  } catch (cause) {
    onFault(`Notices of user ${userId} could not be told`, cause);
    return false;
  }
}
