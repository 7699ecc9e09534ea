/** What a user wants to be told, and whether the bot may write to them. Rows of the user's own database. */
import * as v from 'valibot';
import { DEFAULT_SETTINGS, isZone, Settings } from '#core/contract/settings.ts';
import type { Sql } from '../sqlite/port.ts';

export function readSettings(sql: Sql, userId: number): Settings {
  const row = sql.get<{
    notifications: string;
    quiet_from: number | null;
    quiet_to: number | null;
    zone: string | null;
  }>('SELECT notifications, quiet_from, quiet_to, zone FROM settings WHERE user_id = ?', userId);
  if (row === undefined) return DEFAULT_SETTINGS;
  const { quiet_from: from, quiet_to: to } = row;
  const read = v.safeParse(Settings, {
    // A switch that is newer than the row is as it is for everybody.
    notifications: { ...DEFAULT_SETTINGS.notifications, ...JSON.parse(row.notifications) },
    quiet: from === null || to === null ? null : { from, to },
    // It may be of another runtime, which knows more of them.
    zone: row.zone !== null && isZone(row.zone) ? row.zone : null,
  });
  return read.success ? read.output : DEFAULT_SETTINGS;
}

/** As it is kept. */
export interface SettingsRow {
  readonly notifications: string;
  readonly quiet_from: number | null;
  readonly quiet_to: number | null;
  readonly zone: string | null;
  readonly chosen_at: number;
  readonly updated_at: number;
}

/** Of two choices the later stays. */
export function writeSettings(sql: Sql, userId: number, row: SettingsRow): void {
  sql.run(
    `INSERT INTO settings (user_id, notifications, quiet_from, quiet_to, zone, chosen_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET
       notifications = excluded.notifications, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
       zone = excluded.zone, chosen_at = excluded.chosen_at, updated_at = excluded.updated_at
     WHERE settings.chosen_at <= excluded.chosen_at`,
    userId,
    row.notifications,
    row.quiet_from,
    row.quiet_to,
    row.zone,
    row.chosen_at,
    row.updated_at,
  );
}

/**
 * Keeps what was chosen, unless a later choice is known already; the zone only where this runtime knows it. Answers what stays.
 * @param chosenAt milliseconds, not in the future.
 */
export function saveSettings(
  sql: Sql,
  userId: number,
  settings: Settings,
  chosenAt: number,
  now: number,
): Settings {
  const { zone } = settings;
  writeSettings(sql, userId, {
    notifications: JSON.stringify(settings.notifications),
    quiet_from: settings.quiet?.from ?? null,
    quiet_to: settings.quiet?.to ?? null,
    zone: zone === null || isZone(zone) ? zone : readSettings(sql, userId).zone,
    chosen_at: chosenAt,
    updated_at: now,
  });
  return readSettings(sql, userId);
}

export interface Reach {
  readonly mayWrite: boolean;
  /** When the user last let the bot write, milliseconds; null where they never did. */
  readonly returnedAt: number | null;
}

export function readReach(sql: Sql, userId: number): Reach {
  const row = sql.get<{ returned_at: number | null; refused_at: number | null }>(
    'SELECT returned_at, refused_at FROM reach WHERE user_id = ?',
    userId,
  );
  const returnedAt = row?.returned_at ?? null;
  const refusedAt = row?.refused_at ?? Number.NEGATIVE_INFINITY;
  return { mayWrite: returnedAt !== null && returnedAt > refusedAt, returnedAt };
}

/** The user has shown at `at` that the bot may write. */
export function saveReturn(sql: Sql, userId: number, at: number): void {
  saveMoment(sql, 'returned_at', userId, at);
}

/** The bot was refused at `at`. */
export function saveRefusal(sql: Sql, userId: number, at: number): void {
  saveMoment(sql, 'refused_at', userId, at);
}

/**
 * What the bot has just learnt, of the moment `at`. Where the other moment is still to come it was saved by a clock that was
 * ahead, and what is learnt now is the later of the two.
 */
export function saveLearnt(sql: Sql, userId: number, mayWrite: boolean, at: number, now: number): void {
  if (!mayWrite) {
    sql.run('UPDATE reach SET returned_at = ? WHERE user_id = ? AND returned_at > ?', at, userId, now);
    saveRefusal(sql, userId, at);
    return;
  }
  const ahead = sql.get<{ at: number }>(
    'SELECT refused_at AS at FROM reach WHERE user_id = ? AND refused_at >= ?',
    userId,
    now,
  );
  // The sender knows that moment, too.
  saveReturn(sql, userId, ahead === undefined ? at : ahead.at + 1);
}

function saveMoment(sql: Sql, column: 'returned_at' | 'refused_at', userId: number, at: number): void {
  sql.run(
    `INSERT INTO reach (user_id, ${column}) VALUES (?, ?)
     ON CONFLICT (user_id) DO UPDATE SET ${column} = max(coalesce(reach.${column}, excluded.${column}), excluded.${column})`,
    userId,
    at,
  );
}

/** All that is kept of a user for telling them. */
export function eraseNotifications(sql: Sql, userId: number): void {
  sql.run('DELETE FROM settings WHERE user_id = ?', userId);
  sql.run('DELETE FROM reach WHERE user_id = ?', userId);
  sql.run('DELETE FROM reminders WHERE user_id = ?', userId);
}
