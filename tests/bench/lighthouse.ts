/** Lighthouse as published, for a phone: slow network, slow processor, empty cache; in turn with the lean page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { hintReturning, launchAddress, onboard, withServed } from '#tests/bench/browser.ts';
import { withFront } from '#tests/bench/front.ts';
import { withLean } from '#tests/bench/lean/serve.ts';
import { withScratch } from '#tests/bench/scratch.ts';
import { type BenchOptions, type Figure, median, type Report, spreadOf } from '#tests/bench/table.ts';
import { CHROMIUM_ARGS, ensureChromium } from '#tests/support/chromium.ts';
import { installHost } from '#tests/support/host.ts';
import { LIGHT_THEME } from '#tests/support/launch.ts';
import type { TestServer } from '#tests/support/server.ts';

const GOAL_LCP_S = 1.2;
/** Beside the lean page. */
const GOAL_SCORE_LESS = 2;
const GOAL_TBT_MORE_MS = 60;

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
    withLean((lean) =>
      withFront(server.origin, (front) =>
        withFront(lean.server.origin, async (leanFront) => {
          const figures: Figure[] = [];
          const machines: number[] = [];
          // A new user's registration would make them a returning one.
          for (const visit of ['new user', 'returning user'] as const) {
            if (visit === 'returning user') await onboard(server);
            const runs: Run[] = [];
            const leanRuns: Run[] = [];
            for (let round = 0; round < rounds; round += 1) {
              runs.push(await runOnce({ ...server, origin: front }, visit === 'returning user'));
              leanRuns.push(await runOnce({ ...lean.server, origin: leanFront }, false));
            }
            figures.push(...describe(visit, runs, leanRuns));
            machines.push(...runs.map((run) => run.machine));
          }
          return {
            figures,
            notes: [
              `lighthouse: mobile preset with simulated throttling, nothing cached, by HTTP/2 over TLS, as the messaging app opens it; median of ${rounds} runs, in turn with the lean page; it rates this machine ${Math.round(median(machines))}.`,
            ],
          };
        }),
      ),
    ),
  );
}

function describe(visit: string, runs: readonly Run[], lean: readonly Run[]): Figure[] {
  const of = (figure: 'score' | 'lcpS' | 'tbtMs') => {
    const [own, leans] = [runs, lean].map((all) => all.map((run) => run[figure])) as [number[], number[]];
    return { own, leans, median: median(own), lean: median(leans) };
  };
  const [score, lcp, tbt] = [of('score'), of('lcpS'), of('tbtMs')];
  return [
    {
      what: `Lighthouse score, ${visit}`,
      measured: `${score.median}`,
      against: `${score.lean} lean page`,
      spread: spreadOf(score.own, score.leans),
      goal: `≥ lean − ${GOAL_SCORE_LESS}`,
      met: score.median >= score.lean - GOAL_SCORE_LESS,
    },
    {
      what: 'largest contentful paint',
      measured: `${lcp.median.toFixed(2)} s`,
      against: `${lcp.lean.toFixed(2)} s lean page`,
      spread: spreadOf(lcp.own, lcp.leans, 2),
      goal: `≤ ${GOAL_LCP_S} s`,
      met: lcp.median <= GOAL_LCP_S,
    },
    {
      what: 'total blocking time',
      measured: `${tbt.median.toFixed(0)} ms`,
      against: `${tbt.lean.toFixed(0)} ms lean page`,
      spread: spreadOf(tbt.own, tbt.leans),
      goal: `≤ lean + ${GOAL_TBT_MORE_MS} ms`,
      met: tbt.median <= tbt.lean + GOAL_TBT_MORE_MS,
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
