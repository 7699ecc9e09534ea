/** Environment variables, read and validated by a table of theirs. */
import * as v from 'valibot';

export type ConfigResult<C> =
  | { readonly ok: true; readonly config: C }
  /** One line per fault, each beginning with the variable's name; no value of a secret is in them. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** Each variable with its schema, its value unless it is set (null where it must be set), and what it means. */
export type Table = Readonly<Record<string, readonly [v.GenericSchema, string | null, string]>>;
export type Values<T extends Table> = { readonly [Name in keyof T]: v.InferOutput<T[Name][0]> };

/** Variables by name; anything but text counts as what it is written as. */
export type Environment = Readonly<Record<string, unknown>>;

/** Null where any of it is at fault. */
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
