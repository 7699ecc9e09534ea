/** Reads and validates environment variables by a table. */
import * as v from 'valibot';

export type ConfigResult<C> =
  | { readonly ok: true; readonly config: C }
  /** One line per fault, each beginning with the variable's name, without the value of a secret. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** For each variable: its schema, its default (null if it must be set), and its meaning. */
export type Table = Readonly<Record<string, readonly [v.GenericSchema, string | null, string]>>;

/** `PUBLIC_URL` is the field `publicUrl`. */
type Field<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<Field<Rest>>}`
  : Lowercase<Name>;
export type Fields<T extends Table> = {
  readonly [Name in keyof T & string as Field<Name>]: v.InferOutput<T[Name][0]>;
};

/** Variables by name; other types count as their text. */
export type Environment = Readonly<Record<string, unknown>>;

/** The value of each variable; null if any of them is faulty. A variable that may be left out is null then. */
export function readTable<T extends Table>(table: T, env: Environment, faults: string[]): Fields<T> | null {
  const before = faults.length;
  const fields = Object.entries(table).map(([name, [schema, fallback]]) => {
    const text = isSet(env, name) ? String(env[name]).trim() : fallback;
    const result = v.safeParse(schema, text === '' && schema.type === 'nullable' ? null : text);
    if (text === null) faults.push(`${name}: is not set`);
    else if (!result.success) faults.push(`${name}: ${result.issues[0].message}`);
    return [fieldOf(name), result.output];
  });
  return faults.length > before ? null : (Object.fromEntries(fields) as Fields<T>);
}

function fieldOf(name: string): string {
  return name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function isSet(env: Environment, name: string): boolean {
  return String(env[name] ?? '').trim() !== '';
}
