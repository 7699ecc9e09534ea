/** Market and calendar in each deployment, against stand-ins of the services; the test controls clock and alarm. */
import type { PublicConfig, PublicData } from '#api/market/data.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { CONFIG } from '#tests/api/support.ts';
import { type Services, startServices } from '#tests/upstream/services.ts';
import { openMachineDeployment } from './machine-deployment.ts';
import { noLimits } from './no-limits.ts';
import { openObjectsDeployment } from './objects-deployment.ts';

export const PUBLIC_DEPLOYMENTS = ['machine', 'cloudflare'] as const;
export type PublicDeploymentName = (typeof PUBLIC_DEPLOYMENTS)[number];

/** The feed is called if the configuration names it. */
export interface PublicDeployment extends Omit<Services, 'stop'> {
  readonly clock: { at: number; now(): number };
  readonly sql: Sql;
  /** Logged faults. */
  readonly faults: string[];
  /** Number of calls to the market service, without those for the ids of stablecoins. */
  marketCalls(): number;
  readonly data: Pick<PublicData, 'overview' | 'coins' | 'calendar'>;
  /** Advances the time and runs all due work on the way. */
  until(at: number): Promise<void>;
  /** Drops everything in memory, as after a crash or a new version. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openPublicDeployment(
  name: PublicDeploymentName,
  change: Partial<PublicConfig> & { readonly hasFeed?: boolean } = {},
  start = Date.UTC(2026, 6, 1, 12),
): Promise<PublicDeployment> {
  const { market, fearGreed, feed, stop } = await startServices();
  const { hasFeed = false, ...changed } = change;
  const clock = { at: start, now: () => clock.at };
  const faults: string[] = [];
  const open = name === 'machine' ? openMachineDeployment : openObjectsDeployment;
  const { until, inPrices, publicData, restart } = await open({
    config: CONFIG,
    clock,
    limiter: noLimits,
    services: {
      marketApiUrl: market.url,
      fearGreedUrl: fearGreed.url,
      calendarFeedUrl: hasFeed ? feed.url : null,
      ...changed,
    },
    onFault: (message, cause) => void faults.push(`${message}: ${cause}`),
    onRequest: () => {},
  });
  if (until === undefined || inPrices === undefined || publicData === undefined) {
    throw new Error('not of this process');
  }
  // An object begins to work when it is first asked.
  await publicData.overview();
  return {
    clock,
    sql: inPrices((sql) => sql),
    market,
    fearGreed,
    feed,
    faults,
    marketCalls: () => market.asked.filter(({ url }) => url.searchParams.get('category') === null).length,
    data: publicData,
    until,
    async restart() {
      await restart();
      await publicData.overview();
    },
    close: stop,
  };
}
