/**
 * Validates a market service's answers. Each coin is checked on its own: a faulty coin is left out, and a faulty detail such
 * as its picture is dropped. An answer of another shape is rejected as a whole.
 */
import * as v from 'valibot';
import { unreadable } from '../runtime/upstream/fetch-json.ts';
import { plainText } from '../runtime/upstream/plain-text.ts';
import type { Answer } from '../runtime/upstream/service.ts';

/** The hosts of the service's pictures. */
const ICON_HOST = /^(assets|coin-images)\.coingecko\.com$/;
/** The service's placeholder for a missing picture. */
const NO_ICON = /^missing_\w+\.png$/;
/** A list with a larger share of faulty coins is rejected as a whole. */
const MOST_LOST = 0.5;

/** USD. A larger amount must be an error of the service, and would not fit into a line. */
const Amount = v.pipe(v.number(), v.minValue(0), v.maxValue(1e16));
/** USD. As many decimals as the tokens of most chains have. */
const Price = v.pipe(Amount, v.minValue(1e-18));
/** A larger change must be an error of the service, percent. */
const Change = v.pipe(v.number(), v.minValue(-100), v.maxValue(100_000));
const Id = v.pipe(v.string(), v.regex(/^[^\s<>"'&\p{C}]{1,120}$/u));

/** Text shown to users: without markup, invisible characters, or characters that reverse the line. */
const text = (most: number) =>
  v.pipe(v.string(), v.transform(plainText), v.regex(/^[^<>]+$/), v.maxLength(most));

const Coin = v.pipe(
  v.object({
    id: Id,
    symbol: text(20),
    name: text(80),
    image: v.unknown(),
    current_price: Price,
    market_cap: v.nullable(Amount),
    total_volume: v.nullable(Amount),
    market_cap_rank: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
    price_change_percentage_24h: v.nullable(Change),
  }),
  v.transform((coin) => ({
    /** The service's own id. */
    id: coin.id,
    symbol: coin.symbol.toUpperCase(),
    name: coin.name,
    /** An https address on one of the service's own hosts; empty without one, null for any other picture. */
    icon: iconOf(coin.image),
    /** USD. */
    price: coin.current_price,
    /** USD; 0 if unknown. */
    marketCap: coin.market_cap ?? 0,
    /** Over 24 hours, USD; 0 if unknown. */
    volume: coin.total_volume ?? 0,
    /** Rank by market cap, from 1; null if it has none. */
    rank: coin.market_cap_rank,
    /** Change over 24 hours, percent; null if unknown. */
    change: coin.price_change_percentage_24h,
  })),
);
/** Without a picture from elsewhere. */
export type MarketCoin = Readonly<v.InferOutput<typeof Coin> & { icon: string }>;

const Global = v.pipe(
  v.object({
    data: v.object({
      total_market_cap: v.object({ usd: v.pipe(Amount, v.gtValue(0)) }),
      total_volume: v.object({ usd: Amount }),
      market_cap_percentage: v.pipe(
        v.record(
          v.pipe(v.string(), v.regex(/^[^\s<>\p{C}\p{Default_Ignorable_Code_Point}]{1,20}$/u)),
          v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
        ),
        v.minEntries(1),
      ),
      market_cap_change_percentage_24h_usd: Change,
    }),
  }),
  v.transform(({ data }) => ({
    /** USD. */
    marketCap: data.total_market_cap.usd,
    /** Change over 24 hours, percent. */
    change: data.market_cap_change_percentage_24h_usd,
    /** Over 24 hours, USD. */
    volume: data.total_volume.usd,
    /** Share of the market cap by symbol, percent. */
    shares: data.market_cap_percentage,
  })),
);
export type GlobalMarket = Readonly<v.InferOutput<typeof Global>>;

const SHARES = 'data.market_cap_percentage';

/** Reads one page of `/coins/markets`. */
export function cleanCoins(answer: unknown): Answer<readonly MarketCoin[]> {
  if (!Array.isArray(answer)) return unreadable('not a list of coins');
  const coins: MarketCoin[] = [];
  const oddities = new Set<string>();
  for (const one of answer as readonly unknown[]) {
    const read = v.safeParse(Coin, one);
    if (!read.success) {
      oddities.add(`coin with an odd ${v.getDotPath(read.issues[0]) ?? 'form'}`);
      continue;
    }
    const { icon, ...coin } = read.output;
    if (icon === null) oddities.add('picture from elsewhere');
    coins.push({ ...coin, icon: icon ?? '' });
  }
  if (coins.length < answer.length * (1 - MOST_LOST)) return unreadable([...oddities][0] ?? 'coins');
  return { ok: true, value: coins, oddities: [...oddities] };
}

/** Reads only the ids in one page of `/coins/markets`. */
export function cleanIds(answer: unknown): Answer<readonly string[]> {
  const read = v.safeParse(v.array(v.object({ id: Id })), answer);
  if (!read.success) return unreadable('not a list of ids');
  return { ok: true, value: read.output.map(({ id }) => id), oddities: [] };
}

/** Reads `/global`. */
export function cleanGlobal(answer: unknown): Answer<GlobalMarket> {
  const read = v.safeParse(Global, answer);
  if (!read.success) {
    const field = v.getDotPath(read.issues[0]) ?? 'form';
    // Drop the rest of the path: it is the service's own name of a coin.
    return unreadable(field.startsWith(SHARES) ? SHARES : field);
  }
  return { ok: true, value: read.output, oddities: [] };
}

/** Empty if there is none; null if it points to another host or is not the address of a picture. */
function iconOf(image: unknown): string | null {
  if (image === null || image === undefined || image === '') return '';
  if (typeof image !== 'string' || image.length > 300) return null;
  if (NO_ICON.test(image)) return '';
  const url = URL.canParse(image) ? new URL(image) : null;
  const isOwn =
    url?.protocol === 'https:' &&
    url.port === '' &&
    `${url.username}${url.password}` === '' &&
    ICON_HOST.test(url.hostname);
  return isOwn ? url.href : null;
}
