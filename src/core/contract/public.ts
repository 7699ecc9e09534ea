/** Calls that name no user: market overview and health. Prices and totals are decimal strings in USD. */
import * as v from 'valibot';
import { Time } from './primitives.ts';

const Decimal = v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/));
/** A percentage as text with its sign, such as '+1.25' or '-0.4'. */
const Change = v.pipe(v.string(), v.regex(/^[+-]\d+(\.\d+)?$/));

export const Coin = v.object({
  name: v.string(),
  symbol: v.string(),
  icon: v.string(),
  price: Decimal,
  change: Change,
});
export type Coin = v.InferOutput<typeof Coin>;

/** A data source, named as it asks to be credited. */
export const Source = v.object({
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(40)),
  url: v.pipe(v.string(), v.url(), v.startsWith('https://')),
});

export const MarketOverview = v.object({
  /** When these figures were read from their source. */
  date: Time,
  /** True for a demo's bundled figures: every screen that shows them must say so. */
  sample: v.boolean(),
  /** True if the source fails and this is the last good snapshot. */
  stale: v.boolean(),
  marketCap: v.object({ value: Decimal, change: Change }),
  totalVolume: Decimal,
  fearGreedIndex: v.object({
    value: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
    classification: v.picklist(['Extreme Fear', 'Fear', 'Neutral', 'Greed', 'Extreme Greed', 'No Data']),
  }),
  /** Share of the whole market in percent, by symbol, greatest first. */
  marketCapPercentage: v.record(v.string(), v.number()),
  tonData: v.nullable(
    v.object({
      rank: v.number(),
      symbol: v.string(),
      icon: v.string(),
      price: Decimal,
      change24h: Change,
      marketCap: Decimal,
      volume: Decimal,
    }),
  ),
  topCoins: v.array(Coin),
  topGainers: v.array(Coin),
  topLosers: v.array(Coin),
  /** Empty for a sample, and for overviews older than contract 5. */
  sources: v.optional(v.array(Source), []),
});
export type MarketOverview = v.InferOutput<typeof MarketOverview>;

export const Health = v.object({
  status: v.literal('ok'),
  version: v.string(),
  contract: v.number(),
  /** Result of the last probe; `/api/health/ready` has the details. */
  database: v.picklist(['ok', 'failing']),
  time: Time,
  /** Opens the mini-app from a page outside the messaging app. */
  appLink: v.string(),
});
export type Health = v.InferOutput<typeof Health>;

/** Findings of a probe. With only the last three the server is degraded; with any other it is failing. */
export const PROBLEM_CODES = [
  'database_gone',
  'database_replaced',
  'database_damaged',
  'database_unwritable',
  'disk_nearly_full',
  'market_old',
  'messages_waiting',
  'clock_set',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export const Problem = v.object({ code: v.picklist(PROBLEM_CODES), message: v.string() });
export type Problem = v.InferOutput<typeof Problem>;

/** Answered with 503 if `status` is `failing`. */
export const Ready = v.object({
  status: v.picklist(['ready', 'degraded', 'failing']),
  problems: v.array(Problem),
  /** When the probe ran. */
  checkedAt: Time,
  version: v.string(),
});
export type Ready = v.InferOutput<typeof Ready>;
