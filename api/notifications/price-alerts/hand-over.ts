/** Hands crossings to the users' ledger hosts until they are taken: at least once. */
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { type CrossedTurn, crossingsTaken, takeCrossings } from './crossings.ts';
import type { CrossedPeer } from './peers.ts';

export interface HandOverDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  /** The user's ledger host. Its call always settles. */
  readonly user: (userId: number) => CrossedPeer;
  readonly onFault: (message: string, cause: unknown) => void;
}

/**
 * Hands over the crossings of some users; false if none was due, or not all of them were taken. Throws only database errors.
 * @param isOver once true, the database is no longer used.
 */
export async function handOver(deps: HandOverDeps, isOver: () => boolean = () => false): Promise<boolean> {
  const { sql, clock } = deps;
  const due = takeCrossings(sql, clock.now());
  const tries = await Promise.all(due.map(async (one) => ({ one, isTaken: await hand(deps, one) })));
  if (isOver()) return false;
  const taken = tries.filter(({ isTaken }) => isTaken);
  sql.transaction(() => {
    for (const { one } of taken) crossingsTaken(sql, one);
  });
  return due.length > 0 && taken.length === due.length;
}

async function hand({ user, onFault }: HandOverDeps, { crossings, turn }: CrossedTurn): Promise<boolean> {
  try {
    for (const crossing of crossings) await user(turn.userId).crossed(crossing);
    return true;
  } catch (cause) {
    onFault(`The ledger host of user ${turn.userId} did not take a price crossing`, cause);
    return false;
  }
}
