/**
 * `npm run simulate -- [--seeds N] [--from S] [--jobs J]` runs N seeds from S on, `-- --seed S [--trace]` one and tells it;
 * `--home objects` with every ledger in an object of its own, instead of all in one database (`machine`).
 * `-- --notifications USERS [--home objects] [--seed S]` is one day of notifications for so many users, see `telling.ts`.
 * Prints each seed that fails with what was violated; the same seed fails the same way again. Prints how many branches of
 * the code under simulation were taken, and how often each rare path was reached; with many seeds, one that is never reached fails.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { addCoverage, type Coverage, coverageLines, reachedIn, startCounting } from './coverage.ts';
import { addReached, pathsOf, type Reached } from './paths.ts';
// Only its types: the code itself is loaded once its branches are counted.
import type { HomeName, SeedResult } from './run-seed.ts';

/** Seeds `first`, `first + step` and so on, below `end`. */
interface Share {
  readonly home: HomeName;
  readonly first: number;
  readonly step: number;
  readonly end: number;
  /** Whether its branches are counted, which makes it half as fast. */
  readonly isCounted: boolean;
}

type Ran = Pick<SeedResult, 'seed' | 'violations' | 'records' | 'steps' | 'reached'>;

/** With so many seeds every rare path has to be reached. */
const ENOUGH = 1_000;
/** Branches are counted in the first seeds alone: more of them take hardly any branch that these do not. */
const COUNTED = ENOUGH;
/** After how many seeds progress is printed. */
const PROGRESS = 5_000;
const HOMES = ['machine', 'objects'] as const;

if (isMainThread) {
  const { values } = parseArgs({
    options: {
      home: { type: 'string', default: 'machine' },
      seeds: { type: 'string', default: '2000' },
      from: { type: 'string', default: '1' },
      jobs: { type: 'string', default: String(Math.min(4, availableParallelism())) },
      seed: { type: 'string' },
      trace: { type: 'boolean', default: false },
      notifications: { type: 'string' },
    },
  });
  const { home } = values;
  if (!isHome(home)) throw new Error(`There is no home ${home}`);
  if (values.notifications !== undefined) {
    process.exit(await runTelling(home, Number(values.notifications), Number(values.seed ?? '1')));
  }
  process.exitCode =
    values.seed === undefined
      ? await runMany(home, Number(values.from), Number(values.seeds), Number(values.jobs))
      : await runOne(home, Number(values.seed), values.trace);
} else {
  await runShare(workerData as Share);
}

function isHome(name: string): name is HomeName {
  return (HOMES as readonly string[]).includes(name);
}

async function runOne(home: HomeName, seed: number, keepTrace: boolean): Promise<number> {
  const { runSeed } = await import('./run-seed.ts');
  const result = await runSeed(seed, { home, keepTrace });
  for (const line of result.trace) process.stdout.write(`${line}\n`);
  report(home, result);
  const verdict = result.violations.length === 0 ? 'ok' : 'FAILED';
  const { records, steps, fingerprint } = result;
  process.stdout.write(
    `seed ${seed}: ${records} records, ${steps} steps, fingerprint ${fingerprint}, ${verdict}\n`,
  );
  return result.violations.length === 0 ? 0 : 1;
}

async function runTelling(home: HomeName, users: number, seed: number): Promise<number> {
  const { simulateTelling } = await import('./telling.ts');
  const started = performance.now();
  const { violations, shown, calls, crashes, missing, dropped, restartsInPauses, longPauses } =
    await simulateTelling(home, {
      users,
      seed,
    });
  for (const violation of violations.slice(0, 20)) process.stdout.write(`seed ${seed}: ${violation}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${users} users, ${shown} messages by ${calls} calls, ${crashes} crashes, ${missing} missing, ${dropped} too late, ${longPauses} long pauses, ${restartsInPauses} restarts within a pause, ${violations.length} violations in ${seconds} s\n`,
  );
  return violations.length === 0 ? 0 : 1;
}

async function runMany(home: HomeName, from: number, count: number, jobs: number): Promise<number> {
  const started = performance.now();
  const sum = { done: 0, records: 0, steps: 0, failed: 0 };
  const reached: Reached = {};
  const coverage: Coverage = {};
  const take = (said: Ran | { readonly coverage: Coverage }) => {
    if ('coverage' in said) {
      addCoverage(coverage, said.coverage);
      return;
    }
    const ran = said;
    addReached(reached, ran.reached);
    sum.done += 1;
    sum.records += ran.records;
    sum.steps += ran.steps;
    sum.failed += ran.violations.length > 0 ? 1 : 0;
    report(home, ran);
    // A run of hours that is cut short has shown how far it came.
    if (sum.done % PROGRESS === 0) process.stderr.write(`${sum.done} of ${count}, ${sum.failed} failed\n`);
  };
  const counted = Math.min(count, COUNTED);
  const run = (first: number, end: number, isCounted: boolean) =>
    Promise.all(
      Array.from({ length: jobs }, (_, index) =>
        inWorker({ home, first: first + index, step: jobs, end, isCounted }, take),
      ),
    );
  await run(from, from + counted, true);
  if (count > counted) await run(from + counted, from + count, false);
  const seconds = (performance.now() - started) / 1000;
  addReached(reached, reachedIn(coverage));
  for (const line of coverageLines(coverage)) process.stdout.write(`${line}\n`);
  const missed = pathsOf(home).filter((path) => !reached[path]);
  const rarest = Math.min(...pathsOf(home).map((path) => reached[path] ?? 0));
  for (const path of pathsOf(home)) {
    process.stdout.write(`reached   ${String(reached[path] ?? 0).padStart(7)} x  ${path}\n`);
  }
  if (count >= ENOUGH && missed.length > 0) {
    process.stdout.write(`never reached: ${missed.join(', ')}\n`);
    sum.failed += 1;
  }
  process.stdout.write(
    `${sum.done} seeds from ${from}, ${sum.records} records, ${sum.steps} steps in ${seconds.toFixed(1)} s, rarest path ${rarest} x, ${sum.failed} failed\n`,
  );
  return sum.failed === 0 && sum.done === count ? 0 : 1;
}

function inWorker(share: Share, take: (said: Ran | { readonly coverage: Coverage }) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    worker.on('message', take);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}

async function runShare({ home, first, step, end, isCounted }: Share): Promise<void> {
  const counting = isCounted ? await startCounting() : null;
  const { runSeed } = await import('./run-seed.ts');
  for (let seed = first; seed < end; seed += step) {
    const { violations, records, steps, reached } = await runSeed(seed, { home });
    parentPort?.postMessage({ seed, violations, records, steps, reached } satisfies Ran);
  }
  if (counting !== null) parentPort?.postMessage({ coverage: await counting.take() });
}

function report(home: HomeName, { seed, violations }: Pick<Ran, 'seed' | 'violations'>): void {
  for (const violation of violations.slice(0, 20)) process.stdout.write(`seed ${seed}: ${violation}\n`);
  if (violations.length > 0) {
    process.stdout.write(`again: npm run simulate -- --home ${home} --seed ${seed} --trace\n`);
  }
}
