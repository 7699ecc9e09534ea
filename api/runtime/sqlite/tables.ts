/**
 * The manifest of a subject's tables: how they were made, what "Delete my data" erases, what moves to another deployment, and
 * what a user is told and given of them.
 */
import * as v from 'valibot';
import type { PrivacySubject } from '#core/privacy/subjects.ts';
import type { Migration } from './migrations.ts';

export interface Tables<Name extends string = string> {
  /** In the order in which they are applied. */
  readonly migrations: readonly Migration[];
  /** True if all rows of the user go, by `user_id`; otherwise why something stays. */
  readonly erase: Readonly<Record<Name, true | string>>;
  /** The columns of a row that moves, as stored; for a table that stays behind, why this loses nothing. */
  readonly transfer: Readonly<Record<Name, RowSchema | string>>;
  /** The heading of the privacy page that it stands under; null where nothing is about a user. */
  readonly privacy: Readonly<Record<Name, PrivacySubject | null>>;
  /** The rows that a user's personal export has; otherwise why it has none. */
  readonly personal: Readonly<Record<Name, PersonalRows | string>>;
}

export interface PersonalRows {
  /** The column that names the user, `user_id` by default; null in a database of one user. */
  readonly user?: string | null;
  /** Columns that number the rows of a user, as in SQL; absent where a user has one row at most. */
  readonly key?: string;
  /** Columns that are shown, as in SQL. */
  readonly shows: string;
  /** Those of them that hold JSON. */
  readonly json?: readonly string[];
  /** All other columns, and why they are left out. */
  readonly hides?: Readonly<Record<string, string>>;
}

export type RowSchema = v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** The tables that migrations create. */
type Created<Text> = Text extends `CREATE TABLE ${infer Name} (${string}` ? Name : never;

/** Does not compile while a table that the migrations create is missing in one of the other fields. */
export function defineTables<const All extends readonly Migration[]>(
  tables: { readonly migrations: All } & Tables<Created<All[number]['statements'][number]>>,
): Tables {
  return tables;
}

/** The table that `migrate` itself makes. */
export const migrationTables: Tables = {
  migrations: [],
  erase: { migrations: 'nothing of users' },
  transfer: { migrations: 'in the first line of the file' },
  privacy: { migrations: null },
  personal: { migrations: 'nothing of users' },
};

/** Columns of rows that move. */
export const whole = v.pipe(v.number(), v.safeInteger());
export const count = v.pipe(whole, v.minValue(0));
export const flag = v.picklist([0, 1]);
export const text = v.nullable(v.string());
