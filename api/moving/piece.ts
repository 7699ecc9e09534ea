/**
 * Ledgers on their way from one home to another: JSON Lines, every line ended by a line feed.
 *
 * 1. A `Header`: format, version, the secret behind the ids of credits, when it was written, the changes of the schema that
 *    the rows are of, and how many users are listed.
 * 2. `Piece`s, users by id, lowest first, each user's in order: up to 200 events, the credits that they caused, what was
 *    typed in for them, and their notices that wait to be told, as stored. The user's last piece has who they are and when they were last here.
 * 3. An `End` with counts, by which a file that was cut is noticed.
 *
 * What can be rebuilt is left out, see `tables.ts`. The file holds a secret and names: it is kept like a backup.
 */
import * as v from 'valibot';
import type { Head, StoredEvent } from '#core/points/events.ts';
import { EVENT_COLUMNS, newestHead } from '../ledger/event-rows.ts';
import type { Sql } from '../sqlite/port.ts';
import {
  CalculationRow,
  CreditRow,
  EventFields,
  NoticeRow,
  PersonRow,
  ReachRow,
  ReminderRow,
  SeenRow,
  SettingsRow,
} from './tables.ts';

export const MOVING_FORMAT = 'irich-ledgers';
export const MOVING_VERSION = 1;

export const Header = v.strictObject({
  format: v.literal(MOVING_FORMAT),
  version: v.literal(MOVING_VERSION),
  creditSecret: v.string(),
  /** UTC milliseconds. */
  exportedAt: v.number(),
  migrations: v.array(v.string()),
  /** As the home lists them: some may never have come to have a ledger. */
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
});
export type Piece = v.InferOutput<typeof Piece>;

export const End = v.strictObject({ end: v.literal(true), users: v.number(), events: v.number() });
export type End = v.InferOutput<typeof End>;

/** A piece of so many is under a megabyte, whatever was typed in: inputs are at most 2 KB each. */
const MOST_EVENTS = 200;

/** The piece of a ledger after event `after`; null where there is none. */
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
  };
}

/** How far a home has a ledger. */
export interface Standing extends Head {
  /** The hash of the event that was asked for; null where the ledger ends before it. */
  readonly hashAt: string | null;
  /** Stands for everything that moves beside the events. */
  readonly rest: string;
}

/** @param at a sequence number, from 1. */
export function standingOf(
  sql: Sql,
  userId: number,
  at: number,
  sha256: (text: string) => string,
): Standing | null {
  const head = newestHead(sql, userId);
  if (head === null) return null;
  const event = sql.get<{ hash: string }>(
    'SELECT hash FROM events WHERE user_id = ? AND seq = ?',
    userId,
    at,
  );
  return { ...head, hashAt: event?.hash ?? null, rest: restOf(sql, userId, sha256) };
}

/** A hash over every row that moves beside the events; of a credit, over whether it has been delivered. */
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

/** Page by page: there may be as many as events. */
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
] as const;
