/** Lighthouse as it is published, for a phone: slow network, slow processor, nothing kept from before. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { hintReturning, launchAddress, onboard, type Served, withServed } from '#tests/bench/browser.ts';
import { withScratch } from '#tests/bench/scratch.ts';
import { type BenchOptions, type Figure, median, type Report } from '#tests/bench/table.ts';
import { CHROMIUM_ARGS, ensureChromium } from '#tests/support/chromium.ts';
import { installHost } from '#tests/support/host.ts';
import { LIGHT_THEME } from '#tests/support/launch.ts';

const GOAL_LCP_S = 1.6;
const GOAL_TBT_MS = 50;
const GOAL_SCORE = 98;

interface Run {
  readonly lcpS: number;
  readonly tbtMs: number;
  readonly score: number;
  /** What Lighthouse makes of this machine; 1500 and up is a desktop of today. */
  readonly machine: number;
}

export function benchLighthouse({ small }: BenchOptions): Promise<Report> {
  const rounds = small ? 1 : 5;
  return withServed(async (served) => {
    const figures: Figure[] = [];
    const machines: number[] = [];
    // A new user's registration would make them a returning one.
    for (const visit of ['new user', 'returning user'] as const) {
      const runs: Run[] = [];
      for (let round = 0; round < rounds; round += 1)
        runs.push(await runOnce(served, visit === 'returning user'));
      figures.push(...describe(visit, runs));
      machines.push(...runs.map((run) => run.machine));
    }
    return {
      figures,
      notes: [
        `lighthouse: mobile preset with simulated throttling, nothing cached; median of ${rounds} runs; it rates this machine ${Math.round(median(machines))}.`,
      ],
    };
  });
}

function describe(visit: string, runs: readonly Run[]): Figure[] {
  const lcp = median(runs.map((run) => run.lcpS));
  const tbt = median(runs.map((run) => run.tbtMs));
  const score = median(runs.map((run) => run.score));
  return [
    {
      what: `Lighthouse score, ${visit}`,
      measured: `${score}`,
      goal: `≥ ${GOAL_SCORE}`,
      met: score >= GOAL_SCORE,
    },
    {
      what: 'largest contentful paint',
      measured: `${lcp.toFixed(2)} s`,
      goal: `≤ ${GOAL_LCP_S} s`,
      met: lcp <= GOAL_LCP_S,
    },
    {
      what: 'total blocking time',
      measured: `${tbt.toFixed(0)} ms`,
      goal: `≤ ${GOAL_TBT_MS} ms`,
      met: tbt <= GOAL_TBT_MS,
    },
  ];
}

/** A browser of its own each time: Lighthouse opens its tab in the profile itself, where the stand-in has to be. */
function runOnce({ server }: Served, isReturning: boolean): Promise<Run> {
  return withScratch(1, async (profile) => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: ensureChromium(),
      args: [...CHROMIUM_ARGS, '--remote-debugging-port=0'],
      viewport: null,
    });
    try {
      await installHost(context, LIGHT_THEME);
      if (isReturning) {
        await onboard(server);
        await hintReturning(context);
      }
      const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
      const result = await lighthouse(launchAddress(server, '/'), {
        port: Number(port),
        onlyCategories: ['performance'],
        logLevel: 'error',
      });
      if (result === undefined) throw new Error('Lighthouse answered nothing');
      const { audits, categories, environment, runtimeError } = result.lhr;
      if (runtimeError !== undefined) throw new Error(`Lighthouse: ${runtimeError.message}`);
      return {
        lcpS: (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1000,
        tbtMs: audits['total-blocking-time']?.numericValue ?? Number.NaN,
        score: Math.round((categories['performance']?.score ?? Number.NaN) * 100),
        machine: environment.benchmarkIndex,
      };
    } finally {
      await context.close();
    }
  });
}
