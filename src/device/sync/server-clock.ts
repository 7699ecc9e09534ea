/** Computes the server's clock offset from the time in each answer. */

/** The clock information of one answer. */
export interface ServerTime {
  /** The `Date` header, whole seconds; null if there is none. */
  readonly date: string | null;
  /** When the call was sent and answered, by this device's clock, milliseconds. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** `Date` has no fractions. */
const SECOND_MS = 1_000;

/**
 * Milliseconds to add to this device's clock for the server's; null while unknown. A known offset stays as long as
 * answers agree with it. After an answer it is never ahead of the server: a new day begins on the screen no sooner than
 * on the server.
 */
export function serverOffset(known: number | null, { date, sentAt, receivedAt }: ServerTime): number | null {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at) || receivedAt < sentAt) return known;
  const least = at - receivedAt;
  const most = at + SECOND_MS - sentAt;
  return known !== null && known >= least && known <= most ? known : least;
}
