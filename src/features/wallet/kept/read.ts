/** Reads what is kept on the phone, where anything may stand. */
import * as v from 'valibot';
import type { KeptText } from './user-storage.ts';

/** Null where there is nothing, or what is there is something else. */
export function readKept<T>(storage: KeptText, key: string, schema: v.GenericSchema<unknown, T>): T | null {
  const text = storage.getItem(key);
  if (text === null) return null;
  const read = v.safeParse(schema, parsed(text));
  if (read.success) return read.output;
  console.warn(`what is kept of a wallet under ${key} is not readable`);
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No schema takes this.
    return undefined;
  }
}
