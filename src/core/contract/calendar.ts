/** The economic calendar, a call without a user. Figures are decimal strings; unknown values are null. */
import * as v from 'valibot';
import { Time } from './primitives.ts';

/** Topics of events; each has a text in every language. */
export const EVENT_KINDS = [
  'conference_board',
  'cpi',
  'cpi_yoy',
  'core_cpi',
  'ppi',
  'inflation_expectations',
  'non_farm_payrolls',
  'unemployment_rate',
  'jobless_claims',
  'consumer_confidence',
  'retail_sales',
  'gdp_yoy',
  'gdp_qoq',
  'gdp_growth_rate',
  'm2',
  'fomc',
  'sec',
  'cftc',
  'china_crypto_policy',
  'ecb',
  'cbdc',
  'trade_policy',
  'stablecoin',
  'boj',
  'boe',
  'pboc',
  'sanctions',
  'etf',
  'housing_starts',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const ZONES = ['united_states', 'eurozone', 'china', 'japan', 'united_kingdom'] as const;
export type Zone = (typeof ZONES)[number];

/** Expected or actual effect on prices. */
export const VOLATILITIES = ['low', 'medium', 'high'] as const;
export type Volatility = (typeof VOLATILITIES)[number];

/** Unit of a figure; null for a plain number, such as an index. */
export const UNITS = ['percent', 'thousand', 'million', 'billion', 'trillion'] as const;

/** A day without a time, '2026-11-24'. */
const Day = v.pipe(v.string(), v.isoDate());
const Figure = v.nullable(v.pipe(v.string(), v.regex(/^-?\d{1,15}(\.\d{1,8})?$/)));
/** Signed percent, such as '+1.25': the price change one hour after the event. */
const Reaction = v.nullable(v.pipe(v.string(), v.regex(/^[+-]\d{1,4}(\.\d{1,4})?$/)));

export const CalendarEvent = v.object({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(80)),
  name: v.picklist(EVENT_KINDS),
  zone: v.picklist(ZONES),
  /** The moment, or only the day if the time is unknown. */
  at: v.union([Time, Day]),
  /** Period of the figure: a month '2026-10' or a quarter '2026-Q3'; null for neither. */
  period: v.nullable(v.pipe(v.string(), v.regex(/^\d{4}-(?:0[1-9]|1[0-2]|Q[1-4])$/))),
  unit: v.nullable(v.picklist(UNITS)),
  actual: Figure,
  forecast: Figure,
  previous: Figure,
  volatility: v.nullable(v.picklist(VOLATILITIES)),
  ethVolatility: v.nullable(v.picklist(VOLATILITIES)),
  btcReaction: Reaction,
  ethReaction: Reaction,
});
export type CalendarEvent = v.InferOutput<typeof CalendarEvent>;

export const Calendar = v.object({
  /** When the events were read from their source. */
  date: Time,
  /** True for a demo's bundled events: the screen must say so. */
  sample: v.boolean(),
  /** True if the source fails and these are the last good events. */
  stale: v.boolean(),
  /** In no particular order. */
  events: v.pipe(v.array(CalendarEvent), v.maxLength(1000)),
});
export type Calendar = v.InferOutput<typeof Calendar>;
