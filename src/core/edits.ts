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
  /** Absent once the server has judged the edit: its time is right then. */
  readonly claim?: Claim;
}

/** What the time of an edit rests on while only the device that made it has seen it. */
export interface Claim {
  /** How far the device took the server's clock to be ahead of its own, milliseconds. */
  readonly offset: number;
  /** The time of the judged edit that this one replaces, 0 without one. */
  readonly over: number;
}

/** When and where an edit is made: `at` is the device's clock with `offset`. */
export interface EditStamp {
  readonly at: number;
  readonly offset: number;
  readonly device: string;
}

/** Where clocks are further apart than this, one of them is wrong. */
const CLOCK_TOLERANCE_MS = 2 * 60_000;

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

/** The edits after a user's change. A field that keeps its value keeps its edit, so that nothing is sent for it. */
export function editFields(edits: Edits, change: Readonly<Record<string, string>>, stamp: EditStamp): Edits {
  const changed = Object.entries(change).filter(([field, value]) => value !== (edits[field]?.value ?? ''));
  const made = changed.map(([field, value]) => [field, editOver(edits[field], value, stamp)] as const);
  return made.length === 0 ? edits : { ...edits, ...Object.fromEntries(made) };
}

/**
 * Newer than the edit it replaces, even if the clock went back. A clock that is far behind a judged edit stays as it is: only
 * the server can tell how wrong it is.
 */
function editOver(before: Edit | undefined, value: string, { at, offset, device }: EditStamp): Edit {
  if (before === undefined) return { value, at, device, claim: { offset, over: 0 } };
  const claim = { offset, over: before.claim?.over ?? before.at };
  const isFarBehind = before.claim === undefined && before.at - at > CLOCK_TOLERANCE_MS;
  return { value, at: isFarBehind ? at : Math.max(at, withOffset(before, offset).at + 1), device, claim };
}

/** The edit with its time by what the device now knows of the server's clock. The same edit if that agrees with it. */
export function withOffset(edit: Edit, offset: number): Edit {
  const { at, claim } = edit;
  if (claim === undefined || Math.abs(offset - claim.offset) <= CLOCK_TOLERANCE_MS) return edit;
  return { ...edit, at: at + offset - claim.offset, claim: { ...claim, offset } };
}

/**
 * When an edit counts as made, never in the future. As with records, a device's clock is believed only against its own
 * `sentAt`. An edit that then seems older than the one it replaces was made by a clock that has been set since: it counts as
 * made now.
 * @param over null for an edit that a server has judged: its time is right.
 * @param sentAt null if the device did not tell.
 */
export function judgedTime(
  { at, over }: { readonly at: number; readonly over: number | null },
  sentAt: number | null,
  now: number,
): number {
  if (over === null) return Math.min(at, now);
  const off = sentAt === null ? 0 : now - sentAt;
  const made = Math.abs(off) > CLOCK_TOLERANCE_MS ? at + off : at;
  return Math.max(over + 1, made > over ? Math.min(made, now) : now);
}
