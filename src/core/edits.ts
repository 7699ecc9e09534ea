/**
 * Edits: values that several devices of a user may change without a network. The server and each device keep one edit a
 * field, and of two edits the newer one stays (a last-writer-wins register), so that all devices end with the same values.
 */

export interface Edit {
  /** Empty if the field was cleared. */
  readonly value: string;
  /** When it was made: milliseconds by the server's clock, as far as the device knows it. */
  readonly at: number;
  /** Names the device, and decides between two edits of the same millisecond. */
  readonly device: string;
}

/** By the name of the field. */
export type Edits = Readonly<Record<string, Edit>>;

/** The subject of edits that belong to no record: what the user trades with. */
export const ACCOUNT_SUBJECT = 'account';

export function isSameEdit(one: Edit, other: Edit): boolean {
  return one.at === other.at && one.device === other.device;
}

export function isNewerEdit(one: Edit, other: Edit): boolean {
  return one.at === other.at ? one.device > other.device : one.at > other.at;
}

/** The value of each field. */
export function valuesOf<Field extends string>(
  edits: Edits | undefined,
  fields: readonly Field[],
): Record<Field, string> {
  return Object.fromEntries(fields.map((field) => [field, edits?.[field]?.value ?? ''])) as Record<
    Field,
    string
  >;
}

/**
 * The edits after a user's change. A field that keeps its value keeps its edit, so that nothing is sent for it. A new edit is
 * newer than the one it replaces, even if the clock went back.
 * @param at milliseconds by the server's clock, as far as the device knows it.
 */
export function editFields(
  edits: Edits,
  change: Readonly<Record<string, string>>,
  at: number,
  device: string,
): Edits {
  const changed = Object.entries(change).filter(([field, value]) => value !== (edits[field]?.value ?? ''));
  const made = changed.map(([field, value]): [string, Edit] => [
    field,
    { value, at: Math.max(at, (edits[field]?.at ?? 0) + 1), device },
  ]);
  return made.length === 0 ? edits : { ...edits, ...Object.fromEntries(made) };
}
