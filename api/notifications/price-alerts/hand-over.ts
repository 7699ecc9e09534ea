/** Hands crossings to the users' ledger hosts until they are taken: at least once. */
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { crossingTaken, takeCrossings } from './crossings.ts';
import type { CrossedPeer, Crossing } from './peers.ts';

export interface HandOverDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  /** The user's ledger host. Its call always settles. */
  readonly home: (userId: number) => CrossedPeer;
  readonly onFault: (message: string, cause: unknown) => void;
}

/**
 * Hands over some of the due crossings; false if there were none, or not all of them were taken. Throws only database errors.
 * @param isOver once true, the database is no longer used.
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
    onFault(`The ledger host of user ${crossing.userId} did not take a price crossing`, cause);
    return false;
  }
}
