/** Tells where the prices are which alerts users have set, until it is taken. */
import type { Sql } from '../sqlite/port.ts';
import { type AlertNote, noteBehind, noteTaken, takeNotes } from './notes.ts';
import type { AlertsChange, AlertsPeer, Directions, SetAlerts } from './peers.ts';

export interface TellAlertsDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly home: AlertsHome;
  readonly prices: AlertsPeer;
  readonly onFault: (message: string, cause: unknown) => void;
}

/** What users have set, in their own home. */
export interface AlertsHome {
  alertsOf(userId: number): SetAlerts;
  /** What was told is crossed that way. */
  keepDirections(told: AlertsChange, directions: Directions): void;
}

/** Tells those that are due. Throws only what the database throws. @param isOver from then on the database is left alone. */
export async function tellAlerts(deps: TellAlertsDeps, isOver: () => boolean = () => false): Promise<void> {
  for (const note of takeNotes(deps.sql, deps.clock.now())) {
    if (isOver()) return;
    await tell(deps, note, isOver);
  }
}

async function tell(deps: TellAlertsDeps, note: AlertNote, isOver: () => boolean): Promise<void> {
  const { sql, home, prices, onFault } = deps;
  const { userId, toldAt, anew } = note;
  try {
    const change = { userId, ...home.alertsOf(userId), anew, toldAt };
    const kept = await prices.keepAlerts(change);
    if (isOver()) return;
    sql.transaction(() => {
      if (!kept.taken) return noteBehind(sql, note, kept.newestAt);
      home.keepDirections(change, kept.directions);
      noteTaken(sql, note);
    });
  } catch (cause) {
    onFault(`The alerts of user ${userId} could not be told`, cause);
  }
}
