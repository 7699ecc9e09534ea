/** Hands crossings to the homes of their users, until they are taken: at least once on the wire. */
import type { Sql } from '../sqlite/port.ts';
import { crossingTaken, takeCrossings } from './crossings.ts';
import type { CrossedPeer, Crossing } from './peers.ts';

export interface HandOverDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  /** Whose call settles in any case. */
  readonly home: (userId: number) => CrossedPeer;
  readonly onFault: (message: string, cause: unknown) => void;
}

/**
 * Hands over some of those that are due; false where there were none, or not all of them were taken. Throws only what the database throws.
 * @param isOver from then on the database is left alone.
 */
export async function handOver(deps: HandOverDeps, isOver: () => boolean = () => false): Promise<boolean> {
  const { sql, clock } = deps;
  const due = takeCrossings(sql, clock.now());
  if (due.length === 0) return false;
  const tries = await Promise.all(
    due.map(async (crossing) => ({ crossing, isTaken: await hand(deps, crossing) })),
  );
  if (isOver()) return false;
  const taken = tries.filter(({ isTaken }) => isTaken);
  sql.transaction(() => {
    for (const { crossing } of taken) crossingTaken(sql, crossing);
  });
  return taken.length === due.length;
}

async function hand({ home, onFault }: HandOverDeps, crossing: Crossing): Promise<boolean> {
  try {
    await home(crossing.userId).crossed(crossing);
    return true;
  } catch (cause) {
    onFault(`User ${crossing.userId} could not be told of a price`, cause);
    return false;
  }
}
