/**
 * What is let in of a market service's answers. Each coin is judged by itself: one that is not as it should be is left out,
 * what is beside the point (a picture) is dropped alone. An answer of another shape is refused as a whole.
 */
import * as v from 'valibot';
import type { Failure } from '../outside/fetch-json.ts';
import { plainText } from '../outside/plain-text.ts';

export interface MarketCoin {
  /** The service's own. */
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** An https address on one of the service's own hosts, or empty. */
  readonly icon: string;
  /** USD. */
  readonly price: number;
  /** USD; 0 where it is not known. */
  readonly marketCap: number;
  /** Of 24 hours, USD; 0 where it is not known. */
  readonly volume: number;
  /** By market cap, from 1; null where it has none. */
  readonly rank: number | null;
  /** Of 24 hours, percent; null where it is not known. */
  readonly change: number | null;
}

export interface GlobalMarket {
  /** USD. */
  readonly marketCap: number;
  /** Of 24 hours, percent. */
  readonly change: number;
  /** Of 24 hours, USD. */
  readonly volume: number;
  /** Percent of the market cap by symbol. */
  readonly shares: Readonly<Record<string, number>>;
}

export type Cleaned<T> =
  /** `oddities` names each kind of thing that was left out, once. */
  | { readonly ok: true; readonly value: T; readonly oddities: readonly string[] }
  | { readonly ok: false; readonly failure: Failure };

/** Where the service keeps its pictures. */
const ICON_HOST = /^(assets|coin-images)\.coingecko\.com$/;
/** What it writes where it has no picture. */
const NO_ICON = /^missing_\w+\.png$/;
/** A list that loses more than this share is no list of coins any more. */
const MOST_LOST = 0.5;

/** USD. Nobody has more than this, and shown it would take a line for itself: what is more is a mistake of the service's. */
const Amount = v.pipe(v.number(), v.minValue(0), v.maxValue(1e16));
/** USD. As many decimals as the tokens of most chains have. */
const Price = v.pipe(Amount, v.minValue(1e-18));
/** A change of more than this is a mistake of the service's, percent. */
const Change = v.pipe(v.number(), v.minValue(-100), v.maxValue(100_000));
const Id = v.pipe(v.string(), v.regex(/^[^\s<>"'&\p{C}]{1,120}$/u));

/** Shown to people: nothing that could be markup, nothing that cannot be seen or turns the line around. */
const text = (most: number) =>
  v.pipe(v.string(), v.transform(plainText), v.regex(/^[^<>]+$/), v.maxLength(most));

const Coin = v.object({
  id: Id,
  symbol: text(20),
  name: text(80),
  image: v.unknown(),
  current_price: Price,
  market_cap: v.nullable(Amount),
  total_volume: v.nullable(Amount),
  market_cap_rank: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
  price_change_percentage_24h: v.nullable(Change),
});

const Global = v.object({
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
});

const SHARES = 'data.market_cap_percentage';

/** One page of `/coins/markets`. */
export function cleanCoins(answer: unknown): Cleaned<readonly MarketCoin[]> {
  if (!Array.isArray(answer)) return unreadable('not a list of coins');
  const coins: MarketCoin[] = [];
  const oddities = new Set<string>();
  for (const one of answer as readonly unknown[]) {
    const read = v.safeParse(Coin, one);
    if (!read.success) {
      oddities.add(`coin with an odd ${v.getDotPath(read.issues[0]) ?? 'form'}`);
      continue;
    }
    const coin = read.output;
    const icon = iconOf(coin.image);
    if (icon === null) oddities.add('picture from elsewhere');
    coins.push({
      id: coin.id,
      symbol: coin.symbol.toUpperCase(),
      name: coin.name,
      icon: icon ?? '',
      price: coin.current_price,
      marketCap: coin.market_cap ?? 0,
      volume: coin.total_volume ?? 0,
      rank: coin.market_cap_rank,
      change: coin.price_change_percentage_24h,
    });
  }
  if (coins.length < answer.length * (1 - MOST_LOST)) return unreadable([...oddities][0] ?? 'coins');
  return { ok: true, value: coins, oddities: [...oddities] };
}

/** The ids in one page of `/coins/markets`, whatever else it says of them. */
export function cleanIds(answer: unknown): Cleaned<readonly string[]> {
  const read = v.safeParse(v.array(v.object({ id: Id })), answer);
  if (!read.success) return unreadable('not a list of ids');
  return { ok: true, value: read.output.map(({ id }) => id), oddities: [] };
}

/** `/global`. */
export function cleanGlobal(answer: unknown): Cleaned<GlobalMarket> {
  const read = v.safeParse(Global, answer);
  if (!read.success) {
    const field = v.getDotPath(read.issues[0]) ?? 'form';
    // Behind it stands what the service calls a coin.
    return unreadable(field.startsWith(SHARES) ? SHARES : field);
  }
  const { data } = read.output;
  const value = {
    marketCap: data.total_market_cap.usd,
    change: data.market_cap_change_percentage_24h_usd,
    volume: data.total_volume.usd,
    shares: data.market_cap_percentage,
  };
  return { ok: true, value, oddities: [] };
}

/** Empty where there is none; null where it is of another host or nothing that is a picture's address. */
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

function unreadable(field: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { type: 'unreadable', field } };
}
