/** Lighthouse as published, for a phone: slow network, slow processor, empty cache. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { hintReturning, launchAddress, onboard, withServed } from '#tests/bench/browser.ts';
import { withFront } from '#tests/bench/front.ts';
import { withScratch } from '#tests/bench/scratch.ts';
import { type BenchOptions, type Figure, median, type Report } from '#tests/bench/table.ts';
import { CHROMIUM_ARGS, ensureChromium } from '#tests/support/chromium.ts';
import { installHost } from '#tests/support/host.ts';
import { LIGHT_THEME } from '#tests/support/launch.ts';
import type { TestServer } from '#tests/support/server.ts';

const GOAL_LCP_S = 1.6;
const GOAL_TBT_MS = 50;
const GOAL_SCORE = 98;

interface Run {
  readonly lcpS: number;
  readonly tbtMs: number;
  readonly score: number;
  /** Lighthouse's rating of this machine; 1500 and up is a current desktop. */
  readonly machine: number;
}

export function benchLighthouse({ small }: BenchOptions): Promise<Report> {
  const rounds = small ? 1 : 5;
  return withServed(({ server }) =>
    withFront(server.origin, async (front) => {
      const figures: Figure[] = [];
      const machines: number[] = [];
      // A new user's registration would make them a returning one.
      for (const visit of ['new user', 'returning user'] as const) {
        if (visit === 'returning user') await onboard(server);
        const runs: Run[] = [];
        const bare: Run[] = [];
        for (let round = 0; round < rounds; round += 1) {
          runs.push(await runOnce({ ...server, origin: front }, visit === 'returning user'));
          bare.push(await runOnce(server, visit === 'returning user'));
        }
        figures.push(...describe(visit, runs, bare));
        machines.push(...runs.map((run) => run.machine));
      }
      return {
        figures,
        notes: [
          `lighthouse: mobile preset with simulated throttling, nothing cached; median of ${rounds} runs; it rates this machine ${Math.round(median(machines))}.`,
          'lighthouse: by HTTP/2 over TLS, as the messaging app opens it; against: the server without its front, by HTTP/1.1.',
        ],
      };
    }),
  );
}

function describe(visit: string, runs: readonly Run[], bare: readonly Run[]): Figure[] {
  const of = (all: readonly Run[], figure: 'score' | 'lcpS' | 'tbtMs') =>
    median(all.map((run) => run[figure]));
  return [
    {
      what: `Lighthouse score, ${visit}`,
      measured: `${of(runs, 'score')}`,
      against: `${of(bare, 'score')}`,
      goal: `≥ ${GOAL_SCORE}`,
      met: of(runs, 'score') >= GOAL_SCORE,
    },
    {
      what: 'largest contentful paint',
      measured: `${of(runs, 'lcpS').toFixed(2)} s`,
      against: `${of(bare, 'lcpS').toFixed(2)} s`,
      goal: `≤ ${GOAL_LCP_S} s`,
      met: of(runs, 'lcpS') <= GOAL_LCP_S,
    },
    {
      what: 'total blocking time',
      measured: `${of(runs, 'tbtMs').toFixed(0)} ms`,
      against: `${of(bare, 'tbtMs').toFixed(0)} ms`,
      goal: `≤ ${GOAL_TBT_MS} ms`,
      met: of(runs, 'tbtMs') <= GOAL_TBT_MS,
    },
  ];
}

/** A separate browser each time: Lighthouse opens its tab in the profile itself, where the stand-in has to be. */
function runOnce(server: TestServer, isReturning: boolean): Promise<Run> {
  return withScratch(1, async (profile) => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: ensureChromium(),
      args: [...CHROMIUM_ARGS, '--remote-debugging-port=0', '--ignore-certificate-errors'],
      viewport: null,
    });
    try {
      await installHost(context, LIGHT_THEME);
      if (isReturning) await hintReturning(context);
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
