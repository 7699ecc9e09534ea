/**
 * The file format that carries ledgers from one deployment to another: JSON Lines, every line ended by a line feed.
 *
 * 1. A `Header`: format, version, the secret behind the ids of credits, the time of the export, the schema migrations that
 *    the rows have, and the number of listed users.
 * 2. `Piece`s, by user id, lowest first, and in order for each user: up to 200 events with the credits that they caused, the
 *    inputs and outcomes of their calculations and their pending notices, as stored. The last piece of a user also holds the
 *    profile, when the user was last seen, the settings, the reminders, the revealed plans, the account of the calculators, and
 *    the numbers of changes.
 * 3. An `End` with counts, which reveals a file that was cut.
 *
 * The manifests of the subjects say which tables move. The file holds a secret and names: keep it like a backup.
 */
import * as v from 'valibot';
import type { Head, StoredEvent } from '#core/points/events.ts';
import { EditChangeRow, EditRow } from '../edits/tables.ts';
import { EVENT_COLUMNS, newestHead } from '../ledger/event-rows.ts';
import { CreditRow, EventFields } from '../ledger/tables.ts';
import { EventReminderRow } from '../notifications/event-reminders/tables.ts';
import { NoticeRow, ReachRow, ReminderRow, SettingsRow } from '../notifications/tables.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { RevealedPlanRow } from '../seals/tables.ts';
import { CalculationRow, PersonRow, SeenRow } from '../users/tables.ts';

export const MOVING_FORMAT = 'irich-ledgers';
export const MOVING_VERSION = 1;

export const Header = v.strictObject({
  format: v.literal(MOVING_FORMAT),
  version: v.literal(MOVING_VERSION),
  creditSecret: v.string(),
  /** UTC milliseconds. */
  exportedAt: v.number(),
  migrations: v.array(v.string()),
  /** The users that the deployment lists; some may never have had a ledger. */
  users: v.number(),
});
export type Header = v.InferOutput<typeof Header>;

const HeadOnWire = v.strictObject({ seq: v.number(), hash: v.string() });

export const Piece = v.strictObject({
  userId: v.pipe(v.number(), v.safeInteger()),
  /** The newest event of the whole ledger. */
  head: HeadOnWire,
  events: v.pipe(v.array(EventFields), v.minLength(1)),
  credits: v.array(CreditRow),
  calculations: v.array(CalculationRow),
  people: v.array(PersonRow),
  lastSeen: v.array(SeenRow),
  notices: v.array(NoticeRow),
  settings: v.array(SettingsRow),
  reach: v.array(ReachRow),
  reminders: v.optional(v.array(ReminderRow), []),
  /** Absent without any, as earlier versions wrote it. */
  edits: v.exactOptional(v.array(EditRow)),
  editChanges: v.exactOptional(v.array(EditChangeRow)),
  eventReminders: v.exactOptional(v.array(EventReminderRow)),
  revealedPlans: v.exactOptional(v.array(RevealedPlanRow)),
});
export type Piece = v.InferOutput<typeof Piece>;

export const End = v.strictObject({ end: v.literal(true), users: v.number(), events: v.number() });
export type End = v.InferOutput<typeof End>;

/** Keeps a piece below a megabyte: inputs take at most 2 KB each. */
const MOST_EVENTS = 200;

/** The piece of a ledger that follows event `after`; null if there is none. */
export function takePiece(sql: Sql, userId: number, after: number): Piece | null {
  const head = newestHead(sql, userId);
  if (head === null || head.seq <= after) return null;
  const upTo = Math.min(head.seq, after + MOST_EVENTS);
  const between = <Row extends object>(columns: string, table: string, owner: string, seq: string) =>
    sql.all<Row>(
      `SELECT ${columns} FROM ${table} WHERE ${owner} = ? AND ${seq} > ? AND ${seq} <= ? ORDER BY ${seq}`,
      userId,
      after,
      upTo,
    );
  const ofUser = <Row extends object>(table: string) =>
    upTo === head.seq ? sql.all<Row>(`SELECT * FROM ${table} WHERE user_id = ?`, userId) : [];
  const edits = [
    ...between<EditRow>('*', 'edits', 'user_id', 'seq'),
    ...ofUser<EditRow>('edits').filter(isOfAccount),
  ];
  const editChanges = ofUser<EditChangeRow>('edit_changes');
  const revealedPlans = ofUser<RevealedPlanRow>('revealed_plans');
  const eventReminders = ofUser<EventReminderRow>('event_reminders');
  return {
    userId,
    head,
    events: between<StoredEvent>(EVENT_COLUMNS, 'events', 'user_id', 'seq'),
    credits: between<CreditRow>('*', 'credits', 'source_user', 'source_seq'),
    calculations: between<CalculationRow>('*', 'calculations', 'user_id', 'seq'),
    people: ofUser<PersonRow>('people'),
    lastSeen: ofUser<SeenRow>('last_seen'),
    notices: between<NoticeRow>('*', 'notices', 'user_id', 'seq'),
    settings: ofUser<SettingsRow>('settings'),
    reach: ofUser<ReachRow>('reach'),
    reminders: ofUser<ReminderRow>('reminders'),
    ...(edits.length > 0 && { edits }),
    ...(editChanges.length > 0 && { editChanges }),
    ...(eventReminders.length > 0 && { eventReminders }),
    ...(revealedPlans.length > 0 && { revealedPlans }),
  };
}

/** A deletion in a later piece must not erase it, so it comes with the last one. */
function isOfAccount({ seq }: EditRow): boolean {
  return seq === 0;
}

/** How far a deployment has a ledger, to compare it with another copy. */
export interface TransferHead extends Head {
  /** The hash of the requested event; null if the ledger ends before it. */
  readonly hashAt: string | null;
  /** A hash of everything that moves besides the events. */
  readonly rest: string;
}

/** @param at a sequence number, from 1. */
export function transferHeadOf(
  sql: Sql,
  userId: number,
  at: number,
  sha256: (text: string) => string,
): TransferHead | null {
  const head = newestHead(sql, userId);
  if (head === null) return null;
  const event = sql.get<{ hash: string }>(
    'SELECT hash FROM events WHERE user_id = ? AND seq = ?',
    userId,
    at,
  );
  return { ...head, hashAt: event?.hash ?? null, rest: restOf(sql, userId, sha256) };
}

/** A hash over every row that moves besides the events; a credit counts with its delivery state only. */
function restOf(sql: Sql, userId: number, sha256: (text: string) => string): string {
  let hash = '';
  for (const row of restRows(sql, userId)) hash = sha256(hash + JSON.stringify(row));
  return hash;
}

function* restRows(sql: Sql, userId: number): Generator<object> {
  for (const query of ROWS_BY_EVENT) {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const rows: { readonly seq: number }[] = sql.all(query, userId, after);
      yield* rows;
      after = rows.at(-1)?.seq;
    }
  }
  for (const query of ROWS_OF_USER) yield* sql.all(query, userId);
}

/** Read page by page, because there may be as many rows as events. */
const ROWS_BY_EVENT = [
  `SELECT source_seq AS seq, delivered_at IS NULL AS waits FROM credits
   WHERE source_user = ? AND source_seq > ? ORDER BY source_seq LIMIT 500`,
  'SELECT * FROM calculations WHERE user_id = ? AND seq > ? ORDER BY seq LIMIT 500',
] as const;
const ROWS_OF_USER = [
  'SELECT * FROM people WHERE user_id = ?',
  'SELECT * FROM last_seen WHERE user_id = ?',
  'SELECT seq, kind FROM notices WHERE user_id = ? ORDER BY seq, kind',
  'SELECT * FROM settings WHERE user_id = ?',
  'SELECT * FROM reach WHERE user_id = ?',
  'SELECT * FROM reminders WHERE user_id = ?',
  'SELECT * FROM event_reminders WHERE user_id = ? ORDER BY event_id',
  'SELECT * FROM edits WHERE user_id = ? ORDER BY seq, field',
  'SELECT * FROM edit_changes WHERE user_id = ? ORDER BY change',
  'SELECT * FROM revealed_plans WHERE user_id = ? ORDER BY hash',
] as const;
