/** How far the server's clock is from this device's, from the time that each answer carries. */

/** What an answer tells of the server's clock. */
export interface ServerTime {
  /** The `Date` header, whole seconds; null where there is none. */
  readonly date: string | null;
  /** When the call was sent and answered, by this device's clock, milliseconds. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** `Date` has no fractions. */
const SECOND_MS = 1_000;

/**
 * Milliseconds to add to this device's clock for the server's; null while unknown. The offset that is known stays as long as
 * an answer agrees with it, and is never ahead of the server by a fresh answer: a new day begins on the screen no sooner
 * than on the server.
 */
export function serverOffset(known: number | null, { date, sentAt, receivedAt }: ServerTime): number | null {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at) || receivedAt < sentAt) return known;
  const least = at - receivedAt;
  const most = at + SECOND_MS - sentAt;
  return known !== null && known >= least && known <= most ? known : least;
}
