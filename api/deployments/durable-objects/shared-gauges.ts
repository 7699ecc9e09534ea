/** The gauges of what all users share, which the cron trigger measures: readiness, and how old market, messages and log are. */
import type { MarketProvider } from '#api/market/provider.ts';
import { isFailing, type ReadyReport } from '#api/runtime/health/readiness.ts';
import { DAY_MS } from '#core/points/days.ts';
import { type After, within } from './call-timeout.ts';
import type { DataPoints } from './data-points.ts';

export interface SharedGaugesDeps {
  readonly clock: { now(): number };
  readonly after: After;
  readonly ready: () => Promise<ReadyReport>;
  readonly market: Pick<MarketProvider, 'overview'>;
  /** Null where the bot is off. */
  readonly sender: { waitingSince(): Promise<number | null> } | null;
  /** Null where nothing is published. */
  readonly log: { newestDay(): Promise<number | null> } | null;
  readonly points: Pick<DataPoints, 'gauge'>;
}

/** How long an object may take, milliseconds. */
const LIMIT_MS = 3000;

/** A figure that is missing, or whose object does not answer, is not written: its age must not read as zero. Never throws. */
export async function writeSharedGauges(deps: SharedGaugesDeps): Promise<void> {
  const { clock, after, points, ready, market, sender, log } = deps;

  async function age(name: Parameters<DataPoints['gauge']>[0], since: Promise<number | null>): Promise<void> {
    const at = await within(after, since, LIMIT_MS).catch(() => null);
    if (at !== null) points.gauge(name, Math.max(0, clock.now() - at) / 1000);
  }

  async function readiness(): Promise<void> {
    const report = await ready();
    points.gauge('irich_ready', isFailing(report) ? 0 : 1);
    for (const { code } of report.problems) points.gauge('irich_problem', 1, code);
  }

  const marketAt = async () => {
    const overview = await market.overview();
    return overview === null ? null : Date.parse(overview.date);
  };
  const publishedAt = async () => {
    const day = (await log?.newestDay()) ?? null;
    return day === null ? null : (day + 1) * DAY_MS;
  };
  await Promise.all([
    readiness(),
    age('irich_market_age_seconds', marketAt()),
    age('irich_messages_waiting_seconds', sender?.waitingSince() ?? Promise.resolve(null)),
    age('irich_checkpoint_age_seconds', publishedAt()),
  ]);
}
