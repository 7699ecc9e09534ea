/** The manifest of a subject's tables: how they were made, what "Delete my data" erases, and what moves to another deployment. */
import * as v from 'valibot';
import type { Migration } from './migrations.ts';

export interface Tables<Name extends string = string> {
  /** In the order in which they are applied. */
  readonly migrations: readonly Migration[];
  /** True if all rows of the user go, by `user_id`; otherwise why something stays. */
  readonly erase: Readonly<Record<Name, true | string>>;
  /** The columns of a row that moves, as stored; for a table that stays behind, why this loses nothing. */
  readonly transfer: Readonly<Record<Name, RowSchema | string>>;
}

export type RowSchema = v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** The tables that migrations create. */
type Created<Text> = Text extends `CREATE TABLE ${infer Name} (${string}` ? Name : never;

/** Does not compile while a table that the migrations create is missing in `erase` or `transfer`. */
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
};

/** Columns of rows that move. */
export const whole = v.pipe(v.number(), v.safeInteger());
export const count = v.pipe(whole, v.minValue(0));
export const flag = v.picklist([0, 1]);
export const text = v.nullable(v.string());
