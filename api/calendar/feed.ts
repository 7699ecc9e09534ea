/**
 * The economic events of a week from a service with the format of ForexFactory's weekly list: title, currency, moment,
 * impact, forecast and previous figure, as text. It never has the actual figure. Each event is checked on its own; a faulty
 * one is left out.
 */
import * as v from 'valibot';
import type { CalendarEvent, Volatility } from '#core/contract/calendar.ts';
import { type Asking, fetchJson, unreadable } from '../runtime/upstream/fetch-json.ts';
import { plainText } from '../runtime/upstream/plain-text.ts';
import type { Answer } from '../runtime/upstream/service.ts';
import { subjectOf } from './feed-titles.ts';
import { exists, type ImportedEvent } from './import-file.ts';

/** A week has about a hundred events. */
const MOST_EVENTS = 1000;
const MOST_BYTES = 512 * 1024;
/** A list with a larger share of faulty events is rejected as a whole. */
const MOST_LOST = 0.5;
/** All events of a weekly list lie within this distance. */
const NEAR_MS = 14 * 24 * 60 * 60_000;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;

const text = (most: number) =>
  v.pipe(v.string(), v.transform(plainText), v.regex(/^[^<>]+$/), v.maxLength(most));

const Row = v.object({
  // Limited so that it fits into the id of an event.
  title: text(50),
  country: v.pipe(v.string(), v.regex(/^[A-Za-z]{2,3}$/)),
  // Without an offset the moment would depend on the zone.
  date: v.pipe(
    v.string(),
    v.regex(MOMENT),
    v.check((text) => exists(text.slice(0, 10))),
    v.transform((text) => Date.parse(text)),
    v.number(),
  ),
  impact: text(30),
  forecast: v.nullish(v.string(), ''),
  previous: v.nullish(v.string(), ''),
});
type Row = v.InferOutput<typeof Row>;

export async function askFeed(asking: Asking, url: string): Promise<Answer<readonly ImportedEvent[]>> {
  const fetched = await fetchJson(asking, url, { mostBytes: MOST_BYTES });
  return fetched.ok ? cleanFeed(fetched.value, asking.clock.now()) : fetched;
}

/** The events that this calendar covers. @param now when the list was requested, milliseconds. */
export function cleanFeed(answer: unknown, now: number): Answer<readonly ImportedEvent[]> {
  if (!Array.isArray(answer)) return unreadable('not a list of events');
  if (answer.length > MOST_EVENTS) return unreadable('too many events');
  const events = new Map<string, ImportedEvent>();
  const oddities = new Set<string>();
  let lost = 0;
  for (const one of answer as readonly unknown[]) {
    const read = v.safeParse(Row, one);
    if (!read.success || Math.abs(read.output.date - now) > NEAR_MS) {
      lost += 1;
      oddities.add(`event with an odd ${read.success ? 'week' : (v.getDotPath(read.issues[0]) ?? 'form')}`);
      continue;
    }
    const event = eventOf(read.output, oddities);
    // Some figures have two titles; keep one event per moment.
    const subject = `${event?.zone} ${event?.name} ${event?.at}`;
    if (event !== null && !events.has(subject)) events.set(subject, event);
  }
  if (lost > answer.length * MOST_LOST) return unreadable([...oddities][0] ?? 'events');
  // Every week has known events, so an empty list means that the titles have changed.
  if (events.size === 0) return unreadable('no event that is known here');
  return { ok: true, value: [...events.values()], oddities: [...oddities] };
}

function eventOf(row: Row, oddities: Set<string>): ImportedEvent | null {
  const subject = subjectOf(row.country, row.title);
  if (subject === null) return null;
  const at = new Date(row.date).toISOString().replace('.000Z', 'Z');
  const [forecast, previous] = (['forecast', 'previous'] as const).map((name) => {
    const figure = readFigure(row[name]);
    if (figure === 'odd') oddities.add(`event with an odd ${name}`);
    return figure === 'odd' ? null : figure;
  });
  const unit = (forecast ?? previous)?.unit ?? null;
  return {
    ...subject,
    id: `feed/${row.country}/${row.title}/${at}`,
    at,
    period: null,
    unit,
    actual: null,
    forecast: forecast?.value ?? null,
    // Drop the previous figure if its unit differs: shown in the forecast's unit it would be wrong by a factor.
    previous: previous?.unit === unit ? previous.value : null,
    volatility: IMPACTS.get(row.impact) ?? null,
  };
}

const IMPACTS: ReadonlyMap<string, Volatility> = new Map([
  ['Low', 'low'],
  ['Medium', 'medium'],
  ['High', 'high'],
]);

const UNITS: ReadonlyMap<string, CalendarEvent['unit']> = new Map([
  ['', null],
  ['%', 'percent'],
  ['K', 'thousand'],
  ['M', 'million'],
  ['B', 'billion'],
  ['T', 'trillion'],
]);

/** Reads "0.3%", "226K", "-1.2B", "101.2"; null if empty. */
function readFigure(
  text: string,
): { readonly value: string; readonly unit: CalendarEvent['unit'] } | 'odd' | null {
  if (text.trim() === '') return null;
  const match = /^(-?\d{1,12}(?:\.\d{1,8})?)([%KMBT]?)$/.exec(text.trim());
  if (match?.[1] === undefined) return 'odd';
  return { value: match[1], unit: UNITS.get(match[2] ?? '') ?? null };
}
