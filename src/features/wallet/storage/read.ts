/** Reads a kept value, which other code or an older version may have written. */
import * as v from 'valibot';
import type { KeptText } from './user-storage.ts';

/** Null if there is no value, or if it does not fit the schema. */
export function readKept<T>(storage: KeptText, key: string, schema: v.GenericSchema<unknown, T>): T | null {
  const text = storage.getItem(key);
  if (text === null) return null;
  const read = v.safeParse(schema, parsed(text));
  if (read.success) return read.output;
  console.warn(`The wallet value kept under ${key} is not readable`);
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No schema accepts this.
    return undefined;
  }
}
