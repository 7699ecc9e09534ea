/**
 * `npm run probe`: calls the real services as configured, and reports whether they still have the shape in
 * `shapes/` that the stand-ins of the tests use. Needs a network. Exits 1 if one does not fit or does not
 * answer.
 */
import { readFileSync } from 'node:fs';
import { cleanFeed } from '#api/calendar/feed.ts';
import { readConfig } from '#api/config.ts';
import { cleanCoins, cleanGlobal, cleanIds } from '#api/market/clean.ts';
import { keyHeaders } from '#api/market/coingecko.ts';
import { readIndex } from '#api/market/fear-greed.ts';
import { scriptArguments } from '#api/ops/arguments.ts';
import { failureText, fetchJson } from '#api/runtime/upstream/fetch-json.ts';
import { readAddress } from '#api/sbt/address.ts';
import { accountUrl, readAccountAnswer } from '#api/sbt/chain.ts';
import { differences } from './shape.ts';

interface Judged {
  readonly ok: boolean;
  readonly oddities?: readonly string[];
}

interface Probe {
  readonly name: string;
  /** Null if it is not configured. */
  readonly url: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly shape: string;
  /** The product's own validation of the answer. */
  readonly judge: (answer: unknown) => Judged;
}

/** Placeholders for settings that only the server needs. */
const OF_SERVER = {
  DATABASE_PATH: '-',
  BOT_TOKEN: '0:none',
  BOT_USERNAME: 'none',
  APP_SHORT_NAME: 'none',
  PUBLIC_URL: 'https://localhost',
  MARKET_PROVIDER: 'live',
};
scriptArguments('npm run probe', {});
const { MARKET_API_URL, MARKET_API_KEY, FEAR_GREED_URL, CALENDAR_FEED_URL } = process.env;
const { TON_NETWORK, TON_API_URL, TON_API_KEY, SBT_COLLECTION, SBT_SIGNING_KEY } = process.env;
const read = readConfig({
  ...OF_SERVER,
  MARKET_API_URL,
  MARKET_API_KEY,
  FEAR_GREED_URL,
  CALENDAR_FEED_URL: CALENDAR_FEED_URL || undefined,
  TON_NETWORK,
  TON_API_URL,
  TON_API_KEY,
  SBT_COLLECTION,
  SBT_SIGNING_KEY,
});
if (!read.ok) {
  process.stderr.write(`${read.faults.join('\n')}\n`);
  process.exit(1);
}
const { marketApiUrl: market, marketApiKey: apiKey, fearGreedUrl, calendarFeedUrl } = read.config;
const { sbt } = read.config;
const collection = readAddress(sbt.collection ?? '');
const headers = keyHeaders({ apiUrl: market, apiKey });
const coins = `${market}/coins/markets?vs_currency=usd&order=market_cap_desc&per_page=250&page=1&sparkline=false`;
const PROBES: readonly Probe[] = [
  { name: 'market', url: `${market}/global`, headers, shape: 'coingecko-global.json', judge: cleanGlobal },
  { name: 'coins', url: coins, headers, shape: 'coingecko-markets.json', judge: cleanCoins },
  {
    name: 'stablecoins',
    url: `${coins}&category=stablecoins`,
    headers,
    shape: 'coingecko-markets.json',
    judge: cleanIds,
  },
  {
    name: 'fear and greed',
    url: `${fearGreedUrl}?limit=1`,
    shape: 'fear-greed.json',
    judge: readIndex,
  },
  {
    name: 'calendar feed',
    url: calendarFeedUrl,
    shape: 'calendar-feed.json',
    judge: (answer) => cleanFeed(answer, Date.now()),
  },
  {
    name: 'chain',
    url: sbt.apiUrl === null || collection === null ? null : accountUrl(sbt.apiUrl, collection),
    ...(sbt.apiKey === null ? {} : { headers: { 'x-api-key': sbt.apiKey } }),
    shape: 'ton-center-account.json',
    judge: readAccountAnswer,
  },
];

const asking = {
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  clock: { now: () => Date.now() },
  userAgent: 'iRICH/probe',
};
for (const probe of PROBES) {
  const { url } = probe;
  if (url === null) {
    process.stdout.write(`${probe.name}: not configured\n`);
    continue;
  }
  const faults = await faultsOf(url, probe);
  process.stdout.write(
    `${probe.name}: ${faults.length === 0 ? 'fits' : 'DOES NOT FIT'} (${new URL(url).host})\n`,
  );
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

async function faultsOf(url: string, { headers, shape, judge }: Probe): Promise<readonly string[]> {
  const fetched = await fetchJson(asking, url, headers === undefined ? {} : { headers });
  if (!fetched.ok) {
    const { failure } = fetched;
    return [failure.type === 'network' ? 'no answer: is there a network?' : failureText(failure)];
  }
  const kept = JSON.parse(readFileSync(new URL(`shapes/${shape}`, import.meta.url), 'utf8')) as unknown;
  const judged = judge(fetched.value);
  return [
    ...differences(kept, fetched.value),
    ...(judged.ok ? [] : ['the product refuses it']),
    ...(judged.oddities ?? []).map((oddity) => `left out: ${oddity}`),
  ];
}
