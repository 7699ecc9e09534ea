/** Tables that can be edited and erased: profiles, inputs, last-seen times, open exports. */
import * as v from 'valibot';
import { count, defineTables, flag, text, whole } from '../runtime/sqlite/tables.ts';

export const PersonRow = v.strictObject({
  user_id: whole,
  first_name: text,
  last_name: text,
  username: text,
  photo_url: text,
  premium: flag,
  language: text,
  wallet_address: text,
  utm_source: text,
  utm_medium: text,
  utm_content: text,
  updated_at: whole,
  language_chosen_at: v.nullable(whole),
});
export type PersonRow = v.InferOutput<typeof PersonRow>;

export const SeenRow = v.strictObject({ user_id: whole, at: whole });
export type SeenRow = v.InferOutput<typeof SeenRow>;

export const CalculationRow = v.strictObject({
  user_id: whole,
  seq: count,
  revision: count,
  shown: flag,
  inputs: text,
});
export type CalculationRow = v.InferOutput<typeof CalculationRow>;

export const peopleTables = defineTables({
  migrations: [
    {
      name: 'people-001',
      statements: [
        `CREATE TABLE people (
         user_id INTEGER PRIMARY KEY,
         first_name TEXT,
         last_name TEXT,
         username TEXT,
         photo_url TEXT,
         premium INTEGER NOT NULL,
         language TEXT,
         wallet_address TEXT,
         utm_source TEXT,
         utm_medium TEXT,
         utm_content TEXT,
         updated_at INTEGER NOT NULL
       ) STRICT`,
        `CREATE TABLE last_seen (
         user_id INTEGER PRIMARY KEY,
         at INTEGER NOT NULL
       ) STRICT`,
        // One row per recorded calculation, with the sequence number of its event.
        `CREATE TABLE calculations (
         user_id INTEGER NOT NULL,
         seq INTEGER NOT NULL,
         revision INTEGER NOT NULL,
         shown INTEGER NOT NULL,
         inputs TEXT,
         PRIMARY KEY (user_id, seq)
       ) STRICT, WITHOUT ROWID`,
        `CREATE TABLE exports (
         token_hash TEXT PRIMARY KEY,
         user_id INTEGER NOT NULL,
         kind TEXT NOT NULL,
         expires_at INTEGER NOT NULL
       ) STRICT, WITHOUT ROWID`,
        'CREATE INDEX exports_by_expiry ON exports (expires_at)',
        'CREATE INDEX exports_by_user ON exports (user_id)',
      ],
    },
    {
      name: 'people-002',
      // When the user chose the language; null if it is only the messaging app's.
      statements: ['ALTER TABLE people ADD COLUMN language_chosen_at INTEGER'],
    },
  ],
  erase: {
    people: true,
    last_seen: true,
    calculations: true,
    exports: true,
  },
  transfer: {
    people: PersonRow,
    last_seen: SeenRow,
    calculations: CalculationRow,
    exports: 'download tokens, valid for five minutes: the user asks for the download again',
  },
  privacy: {
    people: 'profile',
    last_seen: 'profile',
    calculations: 'calculations',
    exports: 'downloads',
  },
  personal: {
    people: {
      shows:
        'first_name, last_name, username, photo_url, premium, language, wallet_address, utm_source, utm_medium, utm_content, updated_at, language_chosen_at',
    },
    last_seen: { shows: 'at' },
    calculations: { key: 'seq', shows: 'seq, revision, shown, inputs', json: ['inputs'] },
    exports: {
      key: 'token_hash',
      shows: 'kind, expires_at',
      hides: { token_hash: 'the token opens a download' },
    },
  },
});
