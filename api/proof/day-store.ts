/** The days that are being built, and the leaves and trees of the last ones. */
import { joined } from '#core/proof/bytes.ts';
import type { Groups } from '#core/proof/grouped-tree.ts';
import type { GrownGroup } from '#core/proof/sum-builder.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';
import { blank } from '../runtime/sqlite/blank.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { entryOf } from './log-store.ts';
import { forgetSeals } from './seal-tree.ts';

/** See README.md. */
export type Phase = 'begun' | 'walking' | 'growing' | 'sealed' | 'published' | 'dropped';

export interface DayRow {
  readonly day: number;
  readonly phase: Phase;
  /** Names this attempt at the day. */
  readonly build: string;
  /** 32 bytes. */
  readonly secret: Uint8Array;
  /** Where the next page of users begins. */
  readonly walked: string | null;
  /** The first shard whose leaves are not in the tree. */
  readonly shard: number;
  /** Leaves in the tree. */
  readonly users: number;
  /** The last day that all ledgers have in common with the log; null unless one was restored. */
  readonly common: number | null;
  readonly entry: string | null;
}

/** By the first byte of the blind. */
export const SHARDS = 256;

const DAY = 'SELECT day, phase, build, secret, walked, shard, users, common, entry FROM days';

/** The day that is being built; null if there is none. */
export function unfinishedDay(sql: Sql): DayRow | null {
  return sql.get<DayRow>(`${DAY} WHERE phase NOT IN ('published', 'dropped') LIMIT 1`) ?? null;
}

/**
 * Throws unless the day is where this work left it: a work that was taken for lost may run beside the next one, for example when
 * the clock was set. Call it after every wait, before the first write that follows.
 */
export function refuseElsewhere(
  sql: Sql,
  { day, build, phase, walked, shard }: Pick<DayRow, 'day' | 'build' | 'phase' | 'walked' | 'shard'>,
): void {
  const found = sql.get(
    'SELECT 1 AS found FROM days WHERE day = ? AND build = ? AND phase = ? AND walked IS ? AND shard = ?',
    day,
    build,
    phase,
    walked,
    shard,
  );
  if (found === undefined) throw new Error('Another work has gone on with the day');
}

/** Published days whose leaves are kept, newest first. */
export function keptDays(sql: Sql): DayRow[] {
  return sql.all<DayRow>(`${DAY} WHERE phase = 'published' ORDER BY day DESC`);
}

export function beginDay(sql: Sql, day: number, build: string, secret: Uint8Array): void {
  sql.run(
    "INSERT INTO days (day, phase, build, secret, shard, users) VALUES (?, 'begun', ?, ?, 0, 0)",
    day,
    build,
    secret,
  );
}

export function setPhase(sql: Sql, day: number, phase: Phase): void {
  sql.run('UPDATE days SET phase = ? WHERE day = ?', phase, day);
}

/** Keeps the leaves of some users, and where the walk goes on. Inside a transaction. */
export function keepWalked(
  sql: Sql,
  day: number,
  shards: readonly (readonly [shard: number, records: Uint8Array])[],
  { walked, common }: { readonly walked: string | null; readonly common: number | null },
): void {
  for (const [shard, records] of shards)
    sql.run('INSERT INTO shards (day, shard, records) VALUES (?, ?, ?)', day, shard, records);
  sql.run(
    'UPDATE days SET phase = ?, walked = ?, common = min(ifnull(common, ?), ifnull(?, common)) WHERE day = ?',
    walked === null ? 'growing' : 'walking',
    walked,
    common,
    common,
    day,
  );
}

/** Whole shards from `from` on with `enough` leaves, or up to the last one: the shard after them, and their leaves. */
export function nextShards(
  sql: Sql,
  day: number,
  from: number,
  enough: number,
): { readonly end: number; readonly records: Uint8Array } {
  const taken: Uint8Array[] = [];
  let [leaves, end] = [0, from];
  // One shard at first: with many users it is enough.
  for (let width = 1; end < SHARDS && leaves < enough; width *= 2) {
    const rows = sql.all<{ shard: number; records: Uint8Array }>(
      'SELECT shard, records FROM shards WHERE day = ? AND shard >= ? AND shard < ? ORDER BY shard',
      day,
      end,
      end + width,
    );
    end = Math.min(end + width, SHARDS);
    for (const [place, { shard, records }] of rows.entries()) {
      if (leaves >= enough && shard !== rows[place - 1]?.shard)
        return { end: shard, records: joined(...taken) };
      taken.push(records);
      leaves += records.length / RECORD_BYTES;
    }
  }
  return { end, records: joined(...taken) };
}

/** Keeps what the tree has grown by, and drops the shards that it holds now. Inside a transaction. */
export function keepGrown(
  sql: Sql,
  { day, shard }: Pick<DayRow, 'day' | 'shard'>,
  groups: readonly GrownGroup[],
  { end, users }: { readonly end: number; readonly users: number },
): void {
  // First, so that the groups take their pages.
  overwrite(sql, 'shards', 'records', 'day = ? AND shard >= ? AND shard < ?', day, shard, end);
  for (const { level, group, bytes } of groups)
    sql.run(
      `INSERT INTO groups (day, level, place, bytes) VALUES (?, ?, ?, ?)
       ON CONFLICT (day, level, place) DO UPDATE SET bytes = excluded.bytes`,
      day,
      level,
      group,
      bytes,
    );
  sql.run('UPDATE days SET shard = ?, users = ? WHERE day = ?', end, users, day);
}

export function groupsOfDay(sql: Sql, day: number): Groups {
  return (level, group) =>
    sql.get<{ bytes: Uint8Array }>(
      'SELECT bytes FROM groups WHERE day = ? AND level = ? AND place = ?',
      day,
      level,
      group,
    )?.bytes ?? new Uint8Array();
}

/** From here on the day's secret is gone; `dropSome` takes the rest. Sealed plans stay only of a day that the log has. */
export function dropDay(sql: Sql, day: number): void {
  sql.transaction(() => {
    sql.run("UPDATE days SET secret = zeroblob(32), phase = 'dropped' WHERE day = ?", day);
    if (entryOf(sql, day) === null) forgetSeals(sql, day);
  });
}

/** Rows of up to 16 KB that are overwritten in one commit. */
const ROWS_AT_ONCE = 64;

/** Overwrites a part of what is kept of a dropped day. False if no day is dropped. */
export function dropSome(sql: Sql): boolean {
  return sql.transaction(() => {
    const [dropped] = sql.all<{ day: number }>("SELECT day FROM days WHERE phase = 'dropped' LIMIT 1");
    if (dropped === undefined) return false;
    let left = ROWS_AT_ONCE;
    for (const [table, column] of [
      ['shards', 'records'],
      ['groups', 'bytes'],
    ] as const) {
      const rows = sql.all<{ id: number }>(
        `SELECT id FROM ${table} WHERE day = ? LIMIT ?`,
        dropped.day,
        left,
      );
      for (const { id } of rows) overwrite(sql, table, column, 'id = ?', id);
      left -= rows.length;
    }
    if (left > 0) sql.run('DELETE FROM days WHERE day = ?', dropped.day);
    return true;
  });
}

/** Deletes rows and their bytes. */
function overwrite(
  sql: Sql,
  table: 'shards' | 'groups',
  column: 'records' | 'bytes',
  where: string,
  ...values: readonly number[]
): void {
  if (!sql.overwritesDeleted) blank(sql, table, [column], where, ...values);
  sql.run(`DELETE FROM ${table} WHERE ${where}`, ...values);
}
