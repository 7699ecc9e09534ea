/** When the bot may write to a user. Pure: moments are UTC milliseconds, hours follow the user's own clock. */
import type { QuietHours } from '#core/contract/settings.ts';
import { DAY_MS } from '#core/points/days.ts';
import { createRecent } from '#core/recent.ts';

export interface Hours {
  readonly quiet: QuietHours | null;
  /** An IANA name; null counts as UTC. */
  readonly zone: string | null;
}

/** Every local hour begins at one of these steps: all UTC offsets and clock changes in use are multiples of 15 minutes. */
const STEP_MS = 15 * 60_000;
/** Quiet hours last less than a day; nearly two if the clock change skips the only hour that is not quiet. */
const MOST_STEPS = (50 * 60 * 60_000) / STEP_MS;
/** How long before the end of the day the reminder is due. */
const BEFORE_MS = 4 * 60 * 60_000;

export function isQuiet(at: number, { quiet, zone }: Hours): boolean {
  if (quiet === null) return false;
  const hour = hourIn(zone, at);
  const { from, to } = quiet;
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}

/** The first moment from `at` on that is not quiet. */
export function nextAllowed(at: number, hours: Hours): number {
  if (!isQuiet(at, hours)) return at;
  let next = Math.floor(at / STEP_MS) * STEP_MS;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    next += STEP_MS;
    if (!isQuiet(next, hours)) return next;
  }
  return next;
}

/** The margin before quiet hours: many reminders are due at that moment, and they are sent one after the other. */
const MARGIN_MS = 60 * 60_000;

/**
 * When a user is reminded of a day (whole days since 1970, UTC): four hours before it ends. If that is quiet: an hour before
 * the quiet hours begin, or less if the day leaves less. If the whole day until then is quiet: right after. Null if the
 * whole day is quiet.
 */
export function reminderAt(day: number, hours: Hours): number | null {
  const begin = day * DAY_MS;
  const wanted = begin + DAY_MS - BEFORE_MS;
  if (!isQuiet(wanted, hours)) return wanted;
  for (let at = wanted - STEP_MS; at >= begin; at -= STEP_MS) {
    if (!isQuiet(at, hours)) return beforeQuiet(at + STEP_MS, begin, hours);
  }
  const after = nextAllowed(wanted, hours);
  return after < begin + DAY_MS ? after : null;
}

/** @param quietAt when the quiet hours begin. */
function beforeQuiet(quietAt: number, begin: number, hours: Hours): number {
  let at = quietAt - STEP_MS;
  while (quietAt - at < MARGIN_MS && at - STEP_MS >= begin && !isQuiet(at - STEP_MS, hours)) at -= STEP_MS;
  return at;
}

/** Each formatter takes 32 KB. */
const formats = createRecent<string, Intl.DateTimeFormat>(50);

function hourIn(zone: string | null, at: number): number {
  if (zone === null) return new Date(at).getUTCHours();
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
    formats.set(zone, format);
  }
  return Number(format.format(at));
}
