/** Tells where the prices are which alerts users have set, until it is taken. */
import type { Sql } from '../sqlite/port.ts';
import { type AlertNote, noteBehind, noteTaken, takeNotes } from './notes.ts';
import type { AlertsChange, AlertsPeer } from './peers.ts';

export interface TellAlertsDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  /** As a user has set them. */
  readonly alertsOf: (userId: number) => Pick<AlertsChange, 'alerts' | 'fired'>;
  readonly prices: AlertsPeer;
  readonly onFault: (message: string, cause: unknown) => void;
}

/** Tells those that are due. Throws only what the database throws. @param isOver from then on the database is left alone. */
export async function tellAlerts(deps: TellAlertsDeps, isOver: () => boolean = () => false): Promise<void> {
  for (const note of takeNotes(deps.sql, deps.clock.now())) {
    if (isOver()) return;
    await tell(deps, note, isOver);
  }
}

async function tell(deps: TellAlertsDeps, note: AlertNote, isOver: () => boolean): Promise<void> {
  const { sql, alertsOf, prices, onFault } = deps;
  const { userId, toldAt } = note;
  try {
    const kept = await prices.keepAlerts({ userId, ...alertsOf(userId), toldAt });
    if (isOver()) return;
    if (kept.taken) noteTaken(sql, note);
    else noteBehind(sql, note, kept.newestAt);
  } catch (cause) {
    onFault(`The alerts of user ${userId} could not be told`, cause);
  }
}
