/** Reads and validates environment variables by a table. */
import * as v from 'valibot';

export type ConfigResult<C> =
  | { readonly ok: true; readonly config: C }
  /** One line per fault, each beginning with the variable's name, without the value of a secret. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** For each variable: its schema, its default (null if it must be set), and its meaning. */
export type Table = Readonly<Record<string, readonly [v.GenericSchema, string | null, string]>>;
export type Values<T extends Table> = { readonly [Name in keyof T]: v.InferOutput<T[Name][0]> };

/** Variables by name; other types count as their text. */
export type Environment = Readonly<Record<string, unknown>>;

/** Null if any variable is faulty. */
export function readTable<T extends Table>(table: T, env: Environment, faults: string[]): Values<T> | null {
  const before = faults.length;
  const values = Object.entries(table).map(([name, [schema, fallback]]) => {
    const text = isSet(env, name) ? String(env[name]).trim() : fallback;
    if (text === null) {
      faults.push(`${name}: is not set`);
      return [name, undefined];
    }
    const result = v.safeParse(schema, text === '' && schema.type === 'optional' ? undefined : text);
    if (!result.success) faults.push(`${name}: ${result.issues[0].message}`);
    return [name, result.output];
  });
  return faults.length > before ? null : (Object.fromEntries(values) as Values<T>);
}

export function isSet(env: Environment, name: string): boolean {
  return String(env[name] ?? '').trim() !== '';
}
