/** A user's notification settings, and whether the bot may write to them. Rows of the user's own database. */
import * as v from 'valibot';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { DEFAULT_SETTINGS, Settings } from '#core/contract/settings.ts';
import { canonicalZone } from '#core/time-zone.ts';
import { noteAlerts } from '../price-alerts/notes.ts';
import type { SetAlerts } from '../price-alerts/peers.ts';
import { type AlertColumns, chooseAlerts, joinAlerts, readAlerts, writtenAlerts } from './own-alerts.ts';

export function readSettings(sql: Sql, userId: number): Required<Settings> {
  const row = sql.get<{
    notifications: string;
    quiet_from: number | null;
    quiet_to: number | null;
    zone: string | null;
  }>('SELECT notifications, quiet_from, quiet_to, zone FROM settings WHERE user_id = ?', userId);
  if (row === undefined) return DEFAULT_SETTINGS;
  const { quiet_from: from, quiet_to: to } = row;
  const read = v.safeParse(Settings, {
    // A switch that is newer than the row has its default.
    notifications: { ...DEFAULT_SETTINGS.notifications, ...JSON.parse(row.notifications) },
    quiet: from === null || to === null ? null : { from, to },
    // Another runtime may have stored a zone that this one does not know.
    zone: row.zone === null ? null : canonicalZone(row.zone),
  });
  return { ...(read.success ? read.output : DEFAULT_SETTINGS), ...writtenAlerts(sql, userId) };
}

/** A row as stored. */
export interface SettingsRow extends AlertColumns {
  readonly notifications: string;
  readonly quiet_from: number | null;
  readonly quiet_to: number | null;
  readonly zone: string | null;
  readonly chosen_at: number;
  readonly updated_at: number;
}

/** Keeps the later of two choices. Call inside a transaction. */
function writeSettings(sql: Sql, userId: number, row: SettingsRow): void {
  sql.run(
    `INSERT INTO settings (user_id, notifications, quiet_from, quiet_to, zone, alerts, since, directions, fired, chosen_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET
       notifications = excluded.notifications, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
       zone = excluded.zone, alerts = coalesce(excluded.alerts, settings.alerts),
       since = coalesce(excluded.since, settings.since),
       directions = coalesce(excluded.directions, settings.directions),
       fired = coalesce(excluded.fired, settings.fired),
       chosen_at = excluded.chosen_at, updated_at = excluded.updated_at
     WHERE settings.chosen_at <= excluded.chosen_at`,
    userId,
    row.notifications,
    row.quiet_from,
    row.quiet_to,
    row.zone,
    row.alerts,
    row.since,
    row.directions,
    row.fired,
    row.chosen_at,
    row.updated_at,
  );
}

/** Imports settings from another deployment. The price store does not know their alerts, so they are sent to it again. */
export function acceptSettings(sql: Sql, userId: number, row: SettingsRow): void {
  const before = readAlerts(sql, userId);
  const zone = row.zone === null ? null : (canonicalZone(row.zone) ?? row.zone);
  writeSettings(sql, userId, { ...row, zone, ...joinAlerts(before, row) });
  if (hasAlerts(before) || hasAlerts(readAlerts(sql, userId))) noteAlerts(sql, userId, true);
}

export function hasAlerts({ alerts }: SetAlerts): boolean {
  return Object.values(alerts).some((threshold) => threshold !== null);
}

function areSame({ alerts: one }: SetAlerts, { alerts: other }: SetAlerts): boolean {
  const coins = Object.keys({ ...one, ...other });
  return coins.every((coin) => (one[coin] ?? null) === (other[coin] ?? null));
}

/**
 * Stores a choice unless a later one is stored, and the zone only if this runtime knows it. Changed alerts are sent to the
 * price store. Returns the resulting settings.
 * @param chosenAt milliseconds, not in the future.
 */
export function saveSettings(
  sql: Sql,
  userId: number,
  settings: Settings,
  chosenAt: number,
  now: number,
): Required<Settings> {
  const zone = settings.zone === null ? null : canonicalZone(settings.zone);
  const before = readAlerts(sql, userId);
  writeSettings(sql, userId, {
    notifications: JSON.stringify(settings.notifications),
    quiet_from: settings.quiet?.from ?? null,
    quiet_to: settings.quiet?.to ?? null,
    zone: settings.zone === null ? null : (zone ?? readSettings(sql, userId).zone),
    ...chooseAlerts(sql, userId, settings, chosenAt),
    chosen_at: chosenAt,
    updated_at: now,
  });
  // The zone is not a choice of the user: the first known one counts, however old the choice is.
  if (zone !== null && readSettings(sql, userId).zone === null) {
    sql.run('UPDATE settings SET zone = ? WHERE user_id = ?', zone, userId);
  }
  if (!areSame(before, readAlerts(sql, userId))) noteAlerts(sql, userId);
  return readSettings(sql, userId);
}

export interface Reach {
  readonly mayWrite: boolean;
  /** When the user last allowed the bot to write, milliseconds; null if never. */
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

/** Records that the user allowed the bot to write at `at`. */
export function saveReturn(sql: Sql, userId: number, at: number): void {
  saveMoment(sql, 'returned_at', userId, at);
}

/** Records that the bot was refused at `at`. */
export function saveRefusal(sql: Sql, userId: number, at: number): void {
  saveMoment(sql, 'refused_at', userId, at);
}

/**
 * Records whether the bot may write, as learnt for the moment `at`. If the stored opposite moment lies in the future, a fast
 * clock wrote it, and the new information is the later one.
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
  // The sender also knows the moment of the refusal, so the return must be later.
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
