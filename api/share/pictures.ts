/** Pictures that users share: each is kept for a day, under the hash of a token that only its message knows. */
import { blank } from '../sqlite/blank.ts';
import type { Sql, SqlValue } from '../sqlite/port.ts';

/** How long a picture is shown, milliseconds. */
export const PICTURE_LIFE_MS = 24 * 60 * 60 * 1000;
/** One that is to be shown for longer was kept by a clock that was ahead. */
const LONGEST_LIFE_MS = 2 * PICTURE_LIFE_MS;
/** Pictures of one user; with another one the oldest goes. */
export const PICTURES_KEPT = 10;

export interface SharedPicture {
  readonly picture: Uint8Array;
  /** Milliseconds. */
  readonly expiresAt: number;
}

/** Null where there is no such picture, or its time is over. */
export type FindPicture = (userId: number, tokenHash: string) => Promise<SharedPicture | null>;

export interface NewPicture {
  readonly userId: number;
  readonly tokenHash: string;
  /** A JPEG. */
  readonly picture: Uint8Array;
}

/** @returns until when it is shown. */
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

/** The moment from which there is one to drop, milliseconds; null where there is none at all. */
export function picturesDueAt(sql: Sql): number | null {
  return sql.get<{ at: number | null }>('SELECT min(expires_at) AS at FROM pictures')?.at ?? null;
}

export function dropExpired(sql: Sql, now: number): void {
  drop(sql, 'expires_at <= ? OR expires_at > ?', now, now + LONGEST_LIFE_MS);
}

function drop(sql: Sql, where: string, ...values: readonly SqlValue[]): void {
  blank(sql, 'pictures', ['picture'], where, ...values);
  sql.run(`DELETE FROM pictures WHERE ${where}`, ...values);
}
