/** Names of time zones: one spelling for each, whatever spelling a client sends. */
import { createRecent } from './recent.ts';

/** Asking the runtime takes a tenth of a millisecond. Clients can spell a name in any case, so only recent ones are kept. */
const canonical = createRecent<string, string>(300);

/**
 * The name under which this runtime knows an IANA zone, such as `America/New_York` for `aMerica/new_york`; null where it knows
 * none. Runtimes disagree about aliases: one answers `Asia/Calcutta` for `Asia/Kolkata`, another keeps it. See `isSameZone`.
 */
export function canonicalZone(text: string): string | null {
  const known = canonical.get(text);
  if (known !== undefined) return known;
  // Offsets such as +03:00 are valid for Intl, too, but know no summer time.
  if (!/^[A-Za-z]/.test(text)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    canonical.set(text, timeZone);
    return timeZone;
  } catch {
    return null;
  }
}

/**
 * Whether two names mean the same clock, even where one runtime canonicalises an alias and another does not.
 * @param now milliseconds; clocks are compared once a month over the year from then on.
 */
export function isSameZone(a: string, b: string, now: number): boolean {
  const [one, other] = [canonicalZone(a), canonicalZone(b)];
  if (one === null || other === null) return a === b;
  if (one === other) return true;
  const [clockA, clockB] = [clockIn(one), clockIn(other)];
  return MONTHS.every((month) => {
    const at = now + month * MONTH_MS;
    return clockA.format(at) === clockB.format(at);
  });
}

const MONTHS = Array.from({ length: 12 }, (_, month) => month);
const MONTH_MS = 30.5 * 24 * 60 * 60_000;

function clockIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', { timeZone, day: 'numeric', hour: 'numeric', minute: 'numeric' });
}
