/** Sends users' alerts to the price store until it takes them. */
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { type AlertNote, noteBehind, noteTaken, takeNotes } from './notes.ts';
import type { AlertsChange, AlertsPeer, Directions, SetAlerts } from './peers.ts';

export interface TellAlertsDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly store: AlertStore;
  readonly prices: AlertsPeer;
  readonly onFault: (message: string, cause: unknown) => void;
}

/** The alerts in the users' ledger host. */
export interface AlertStore {
  alertsOf(userId: number): SetAlerts;
  /** Stores the directions that the price store answered for these alerts. */
  keepDirections(told: AlertsChange, directions: Directions): void;
}

/** Sends the due alerts. Throws only database errors. @param isOver once true, the database is no longer used. */
export async function tellAlerts(deps: TellAlertsDeps, isOver: () => boolean = () => false): Promise<void> {
  for (const note of takeNotes(deps.sql, deps.clock.now())) {
    if (isOver()) return;
    await tell(deps, note, isOver);
  }
}

async function tell(deps: TellAlertsDeps, note: AlertNote, isOver: () => boolean): Promise<void> {
  const { sql, store, prices, onFault } = deps;
  const { userId, toldAt, anew } = note;
  try {
    const change = { userId, ...store.alertsOf(userId), anew, toldAt };
    const kept = await prices.keepAlerts(change);
    if (isOver()) return;
    sql.transaction(() => {
      if (!kept.taken) return noteBehind(sql, note, kept.newestAt);
      store.keepDirections(change, kept.directions);
      noteTaken(sql, note);
    });
  } catch (cause) {
    onFault(`The alerts of user ${userId} did not reach the price store`, cause);
  }
}
