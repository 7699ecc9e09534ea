/** Shared pictures: each is kept for a day, under the hash of a token that only its message contains. */
import { PICTURE_LIFE_MS } from '#core/privacy/retention.ts';
import type { Duty } from '../runtime/scheduler.ts';
import { blank } from '../runtime/sqlite/blank.ts';
import type { Sql, SqlValue } from '../runtime/sqlite/port.ts';

/** A longer remaining life was written by a fast clock. */
const LONGEST_LIFE_MS = 2 * PICTURE_LIFE_MS;
/** Pictures per user; a further one replaces the oldest. */
export const PICTURES_KEPT = 10;

export interface SharedPicture {
  readonly picture: Uint8Array;
  /** Milliseconds. */
  readonly expiresAt: number;
}

/** Null if the picture is unknown or has expired. */
export type FindPicture = (userId: number, tokenHash: string) => Promise<SharedPicture | null>;

export interface NewPicture {
  readonly userId: number;
  readonly tokenHash: string;
  /** A JPEG. */
  readonly picture: Uint8Array;
}

/** @returns the end of its life, milliseconds. */
export function savePicture(sql: Sql, { userId, tokenHash, picture }: NewPicture, now: number): number {
  const expiresAt = now + PICTURE_LIFE_MS;
  dropExpired(sql, now);
  drop(
    sql,
    `user_id = ? AND token_hash IN (
       SELECT token_hash FROM pictures WHERE user_id = ? ORDER BY expires_at DESC LIMIT -1 OFFSET ?)`,
    userId,
    userId,
    PICTURES_KEPT - 1,
  );
  sql.run(
    'INSERT INTO pictures (user_id, token_hash, expires_at, picture) VALUES (?, ?, ?, ?)',
    userId,
    tokenHash,
    expiresAt,
    picture,
  );
  return expiresAt;
}

export function findPicture(sql: Sql, userId: number, tokenHash: string, now: number): SharedPicture | null {
  const row = sql.get<{ picture: Uint8Array; expires_at: number }>(
    'SELECT picture, expires_at FROM pictures WHERE user_id = ? AND token_hash = ? AND expires_at > ? AND expires_at <= ?',
    userId,
    tokenHash,
    now,
    now + LONGEST_LIFE_MS,
  );
  return row === undefined ? null : { picture: row.picture, expiresAt: row.expires_at };
}

/** When the next picture expires, milliseconds; null if there is none. */
function picturesDueAt(sql: Sql): number | null {
  return sql.get<{ at: number | null }>('SELECT min(expires_at) AS at FROM pictures')?.at ?? null;
}

function dropExpired(sql: Sql, now: number): void {
  drop(sql, 'expires_at <= ? OR expires_at > ?', now, now + LONGEST_LIFE_MS);
}

/** The duty that drops pictures whose day is over. */
export function dropImages(sql: Sql, clock: { now(): number }): Duty {
  return {
    name: 'expired images',
    dueAt: () => picturesDueAt(sql),
    async work() {
      dropExpired(sql, clock.now());
    },
  };
}

function drop(sql: Sql, where: string, ...values: readonly SqlValue[]): void {
  blank(sql, 'pictures', ['picture'], where, ...values);
  sql.run(`DELETE FROM pictures WHERE ${where}`, ...values);
}
