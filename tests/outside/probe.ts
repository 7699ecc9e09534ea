/**
 * `npm run probe`: asks the real services, as they are configured, and says whether they still have the shape that is kept in
 * `shapes/` and that the stand-ins of the tests speak. Needs a network. Exits 1 where one does not fit, or does not answer.
 */
import { readFileSync } from 'node:fs';
import { VARIABLE_TABLE } from '#api/config.ts';
import { cleanCoins, cleanGlobal, cleanIds } from '#api/market/clean.ts';
import { readIndex } from '#api/market/fear-greed.ts';
import { failureText, fetchJson } from '#api/outside/fetch-json.ts';
import { differences } from './shape.ts';

interface Judged {
  readonly ok: boolean;
  readonly oddities?: readonly string[];
}

interface Probe {
  readonly name: string;
  readonly url: string;
  readonly shape: string;
  /** What the product itself says of the answer. */
  readonly judge: (answer: unknown) => Judged;
}

const market = setting('MARKET_API_URL').replace(/\/$/, '');
const coins = `${market}/coins/markets?vs_currency=usd&order=market_cap_desc&per_page=250&page=1&sparkline=false`;
const PROBES: readonly Probe[] = [
  { name: 'market', url: `${market}/global`, shape: 'coingecko-global.json', judge: cleanGlobal },
  { name: 'coins', url: coins, shape: 'coingecko-markets.json', judge: cleanCoins },
  {
    name: 'stablecoins',
    url: `${coins}&category=stablecoins`,
    shape: 'coingecko-markets.json',
    judge: cleanIds,
  },
  {
    name: 'fear and greed',
    url: `${setting('FEAR_GREED_URL')}?limit=1`,
    shape: 'fear-greed.json',
    judge: readIndex,
  },
];

const key = setting('MARKET_API_KEY');
const asking = {
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  clock: { now: () => Date.now() },
  userAgent: 'iRICH/probe',
};
for (const probe of PROBES) {
  const faults = await faultsOf(probe);
  process.stdout.write(
    `${probe.name}: ${faults.length === 0 ? 'fits' : 'DOES NOT FIT'} (${new URL(probe.url).host})\n`,
  );
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

async function faultsOf({ url, shape, judge }: Probe): Promise<readonly string[]> {
  const headers: Record<string, string> =
    url.startsWith(market) && key !== '' ? { 'x-cg-demo-api-key': key } : {};
  const fetched = await fetchJson(asking, url, { headers });
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

/** As the configuration has it. */
function setting(name: string): string {
  const fallback = VARIABLE_TABLE.find((variable) => variable.name === name)?.fallback ?? '';
  return process.env[name]?.trim() || fallback;
}
