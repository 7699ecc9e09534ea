/** Names of time zones: one canonical spelling for each, however a client spells it. */
import { createRecent } from './recent.ts';

/**
 * Asking the runtime takes a tenth of a millisecond. Clients can spell a name in many ways, so only recent ones are
 * kept.
 */
const canonical = createRecent<string, string>(300);

/**
 * This runtime's canonical name of an IANA zone, such as `America/New_York` for `aMerica/new_york`; null if it knows
 * none. Runtimes disagree about aliases: one answers `Asia/Calcutta` for `Asia/Kolkata`, another keeps it. See
 * `isSameZone`.
 */
export function canonicalZone(text: string): string | null {
  const known = canonical.get(text);
  if (known !== undefined) return known;
  // Intl also accepts offsets such as +03:00, but these have no summer time.
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
 * Whether two names mean the same clock, even if one runtime canonicalises an alias and another does not.
 * @param now milliseconds; clocks are compared once a month over the following year.
 */
export function isSameZone(a: string, b: string, now: number): boolean {
  // The usual case, on each launch: the first question to the engine takes a slow phone a tenth of a second.
  if (a === b) return true;
  const [one, other] = [canonicalZone(a), canonicalZone(b)];
  if (one === null || other === null) return false;
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
