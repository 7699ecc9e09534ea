/**
 * The file that economic events are imported from:
 *
 *   { "version": 1, "events": [{
 *     "id": "us-cpi-yoy-2026-10",          unique for ever: an event with a known id takes the place of that one
 *     "name": "cpi_yoy",                   one of EVENT_KINDS in src/core/contract/calendar.ts
 *     "zone": "united_states",             one of ZONES
 *     "at": "2026-11-12T13:30:00Z",        the moment in UTC, or the day alone where no hour is known
 *     "period": "2026-10",                 a month, a quarter such as "2026-Q3", or null
 *     "unit": "percent",                   percent, thousand, million, billion, trillion, or null
 *     "actual": "2.9", "forecast": "3.0", "previous": "3.1",     decimal text, or null
 *     "volatility": "high"                 low, medium, high, or null
 *   }] }
 *
 * What may be null may be left out. Reactions are not imported: they are computed from the prices that were kept.
 */
import * as v from 'valibot';
import { CalendarEvent } from '#core/contract/calendar.ts';

const { id, name, zone, at, period, unit, actual, forecast, previous, volatility } = CalendarEvent.entries;

const NO_MOMENT = 'must be a moment in UTC, such as 2026-11-12T13:30:00Z, or a day, such as 2026-11-12';

export const ImportedEvent = v.strictObject({
  id: v.pipe(id, v.regex(/^(?!\s)[^\p{C}\p{Zl}\p{Zp}]+(?<!\s)$/u, 'has letters that cannot be seen')),
  name,
  zone,
  at: v.pipe(
    v.string(NO_MOMENT),
    v.check((text) => v.is(at, text) && exists(text), NO_MOMENT),
  ),
  period: v.optional(period, null),
  unit: v.optional(unit, null),
  actual: v.optional(actual, null),
  forecast: v.optional(forecast, null),
  previous: v.optional(previous, null),
  volatility: v.optional(volatility, null),
});
export type ImportedEvent = v.InferOutput<typeof ImportedEvent>;

const MOST_EVENTS = 1000;
const ImportFile = v.strictObject({
  version: v.literal(1),
  events: v.pipe(v.array(v.unknown()), v.maxLength(MOST_EVENTS)),
});

export type ReadFile =
  | { readonly ok: true; readonly events: readonly ImportedEvent[] }
  /** One line for each fault, with where it is. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** Every fault at once; with a single one nothing is imported. */
export function readImportFile(text: string): ReadFile {
  let content: unknown;
  try {
    // Some editors begin a file with a mark of its byte order.
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
      faults.push(`events.${place}.id: is there twice`);
    else events.push(read.output);
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, events };
}

/** Whether a day, or a moment in UTC, is one: whoever reads dates takes the 30th of February for one in March. */
export function exists(text: string): boolean {
  const moment = Date.parse(text);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text.slice(0, 10));
}

/** In one line, whatever the file has there. @param event where it is; absent for the file itself. */
function faultText(issue: v.BaseIssue<unknown>, event?: string): string {
  const path = v.getDotPath(issue);
  if (path === null) return event === undefined ? 'the file: must be an object' : `${event}: is no event`;
  const where = event === undefined ? path : `${event}.${path}`;
  if (issue.received === 'undefined') return `${where}: is missing`;
  if (issue.expected === 'never') return `${where}: is not known`;
  return `${where}: ${issue.message.replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, MOST_LETTERS)}`;
}
const MOST_LETTERS = 800;
