/**
 * The format of a file with economic events:
 *
 *   { "version": 1, "events": [{
 *     "id": "us-cpi-yoy-2026-10",          unique for ever: an event with a known id replaces that event
 *     "name": "cpi_yoy",                   one of EVENT_KINDS in src/core/contract/calendar.ts
 *     "zone": "united_states",             one of ZONES
 *     "at": "2026-11-12T13:30:00Z",        the moment in UTC, or only the day if the hour is unknown
 *     "period": "2026-10",                 a month, a quarter such as "2026-Q3", or null
 *     "unit": "percent",                   percent, thousand, million, billion, trillion, or null
 *     "actual": "2.9", "forecast": "3.0", "previous": "3.1",     decimal text, or null
 *     "volatility": "high"                 low, medium, high, or null
 *   }],
 *   "removed": ["us-cpi-yoy-2026-09"] }    ids of events from earlier files that do not take place
 *
 * Fields that may be null are optional, and so is `removed`. Reactions are not imported: they are computed from stored prices.
 */
import * as v from 'valibot';
import { CalendarEvent } from '#core/contract/calendar.ts';

const { id, name, zone, at, period, unit, actual, volatility } = CalendarEvent.entries;

const NO_ID = 'must be visible characters, at most 80, without spaces around them';
const NO_PERIOD = 'must be a month, such as 2026-10, or a quarter, such as 2026-Q3';
const NO_FIGURE = 'must be a decimal as text, such as "2.9"';
const NO_MOMENT = 'must be a moment in UTC, such as 2026-11-12T13:30:00Z, or a day, such as 2026-11-12';

const SHOWN = /^(?!\s)[^\p{C}\p{Zl}\p{Zp}]+(?<!\s)$/u;
export const EventId = v.pipe(
  v.string(NO_ID),
  v.check((text) => v.is(id, text) && SHOWN.test(text), NO_ID),
);
const Period = v.message(period, NO_PERIOD);
const Figure = v.message(actual, NO_FIGURE);

export const ImportedEvent = v.strictObject({
  id: EventId,
  name,
  zone,
  at: v.pipe(
    v.string(NO_MOMENT),
    v.check((text) => v.is(at, text) && exists(text), NO_MOMENT),
  ),
  period: v.optional(Period, null),
  unit: v.optional(unit, null),
  actual: v.optional(Figure, null),
  forecast: v.optional(Figure, null),
  previous: v.optional(Figure, null),
  volatility: v.optional(volatility, null),
});
export type ImportedEvent = v.InferOutput<typeof ImportedEvent>;

const MOST_EVENTS = 1000;
const ImportFile = v.strictObject({
  version: v.literal(1),
  events: v.pipe(v.array(v.unknown()), v.maxLength(MOST_EVENTS)),
  removed: v.optional(v.pipe(v.array(EventId), v.maxLength(MOST_EVENTS)), []),
});

export type ReadFile =
  | { readonly ok: true; readonly events: readonly ImportedEvent[]; readonly removed: readonly string[] }
  /** One line per fault, with its location. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** Reports every fault at once; a file with any fault is rejected. */
export function readImportFile(text: string): ReadFile {
  let content: unknown;
  try {
    // Some editors write a byte order mark.
    content = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const place = /\(line \d+ column \d+\)/.exec(String(error))?.[0];
    return { ok: false, faults: [['The file is not JSON', place ?? []].flat().join(' ')] };
  }
  const file = v.safeParse(ImportFile, content);
  if (!file.success) return { ok: false, faults: file.issues.map((issue) => faultText(issue)) };
  const events: ImportedEvent[] = [];
  const faults: string[] = [];
  for (const [place, one] of file.output.events.entries()) {
    const read = v.safeParse(ImportedEvent, one);
    if (!read.success) faults.push(...read.issues.map((issue) => faultText(issue, `events.${place}`)));
    else if (events.some((other) => other.id === read.output.id))
      faults.push(`events.${place}.id: occurs twice`);
    else events.push(read.output);
  }
  const { removed } = file.output;
  for (const [place, gone] of removed.entries()) {
    if (events.some((event) => event.id === gone))
      faults.push(`removed.${place}: is imported by the same file`);
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, events, removed };
}

/** Whether a day or a moment exists in the calendar: `Date` reads 30 February as a day in March. */
export function exists(text: string): boolean {
  const moment = Date.parse(text);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text.slice(0, 10));
}

/** One line of text, whatever the file contains. @param event its location; absent for the file itself. */
function faultText(issue: v.BaseIssue<unknown>, event?: string): string {
  const path = v.getDotPath(issue);
  if (path === null) return event === undefined ? 'the file: must be an object' : `${event}: is not an event`;
  const where = event === undefined ? path : `${event}.${path}`;
  if (issue.received === 'undefined') return `${where}: is missing`;
  if (issue.expected === 'never') return `${where}: is unknown`;
  return `${where}: ${issue.message.replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, MOST_LETTERS)}`;
}
const MOST_LETTERS = 800;
