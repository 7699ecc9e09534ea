/** Users' profiles, as the messaging app signed them, and when they were last seen. All of it can be erased. */
import { type Language, languageOfTag } from '#core/languages.ts';
import type { StartParameter } from '#core/launch/start-parameter.ts';
import type { Sql } from '../runtime/sqlite/port.ts';

/** A user as the messaging app signs them. */
export interface SignedUser {
  readonly id: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly username: string | null;
  readonly languageCode: string | null;
  readonly photoUrl: string | null;
  readonly premium: boolean;
}

export interface Person {
  readonly username: string | null;
  readonly premium: boolean;
  readonly language: Language | null;
  readonly walletAddress: string | null;
}

/** A last-seen time younger than this is not updated, milliseconds. */
const SEEN_EVERY_MS = 30 * 60 * 1000;

export function findPerson(sql: Sql, userId: number): Person | null {
  const row = sql.get<{
    username: string | null;
    premium: number;
    language: string | null;
    wallet_address: string | null;
  }>('SELECT username, premium, language, wallet_address FROM people WHERE user_id = ?', userId);
  if (row === undefined) return null;
  return {
    username: row.username,
    premium: row.premium === 1,
    language: languageOfTag(row.language),
    walletAddress: row.wallet_address,
  };
}

/**
 * Stores the signed profile, where it has changed. Language and campaign are set once, by the first registration that knows them.
 */
export function savePerson(sql: Sql, user: SignedUser, campaign: StartParameter | null, now: number): void {
  const utm = campaign?.type === 'utm' ? campaign : null;
  sql.run(
    `INSERT INTO people (user_id, first_name, last_name, username, photo_url, premium, language,
                         utm_source, utm_medium, utm_content, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET
       first_name = excluded.first_name, last_name = excluded.last_name, username = excluded.username,
       photo_url = excluded.photo_url, premium = excluded.premium, updated_at = excluded.updated_at,
       language = coalesce(language, excluded.language)
     WHERE (people.first_name, people.last_name, people.username, people.photo_url, people.premium, people.language)
       IS NOT (excluded.first_name, excluded.last_name, excluded.username, excluded.photo_url, excluded.premium,
               coalesce(people.language, excluded.language))`,
    user.id,
    user.firstName,
    user.lastName,
    user.username,
    user.photoUrl,
    user.premium ? 1 : 0,
    languageOfTag(user.languageCode),
    utm?.source ?? null,
    utm?.medium ?? null,
    utm?.content ?? null,
    now,
  );
}

/**
 * Stores a chosen language, unless a later choice is stored. Returns the resulting language.
 * @param chosenAt milliseconds, not in the future.
 */
export function saveLanguage(
  sql: Sql,
  user: SignedUser,
  language: Language,
  chosenAt: number,
  now: number,
): Language {
  sql.run(
    `INSERT INTO people (user_id, premium, language, language_chosen_at, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET
       language = excluded.language, language_chosen_at = excluded.language_chosen_at,
       updated_at = excluded.updated_at
     WHERE people.language IS NULL OR people.language_chosen_at IS NULL
        OR people.language_chosen_at <= excluded.language_chosen_at`,
    user.id,
    user.premium ? 1 : 0,
    language,
    chosenAt,
    now,
  );
  return findPerson(sql, user.id)?.language ?? language;
}

/** Stores the address of a proved wallet. */
export function saveWalletAddress(sql: Sql, user: SignedUser, address: string, now: number): void {
  sql.run(
    `INSERT INTO people (user_id, premium, wallet_address, updated_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET
       wallet_address = excluded.wallet_address, updated_at = excluded.updated_at`,
    user.id,
    user.premium ? 1 : 0,
    address,
    now,
  );
}

export function eraseWalletAddress(sql: Sql, userId: number, now: number): void {
  sql.run('UPDATE people SET wallet_address = NULL, updated_at = ? WHERE user_id = ?', now, userId);
}

/** Whether the last-seen time is due for an update: it is old, or lies in the future. */
export function isSeenDue(sql: Sql, userId: number, now: number): boolean {
  const row = sql.get<{ at: number }>('SELECT at FROM last_seen WHERE user_id = ?', userId);
  return row === undefined || now - row.at >= SEEN_EVERY_MS || row.at > now;
}

export function saveSeen(sql: Sql, userId: number, now: number): void {
  sql.run(
    'INSERT INTO last_seen (user_id, at) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET at = excluded.at',
    userId,
    now,
  );
}
