/**
 * `npm run simulate -- [--seeds N] [--from S] [--jobs J]` runs the fixed seeds and N seeds from S on;
 * `-- --seed S [--trace]` runs one and prints its trace.
 * `--home objects` puts every ledger into its own object instead of one database (`machine`).
 * `-- --notifications USERS [--home objects] [--seed S]` runs one day of notifications for this many users, see
 * `telling.ts`.
 * `--home proof` publishes totals, and phones check them, see `proof/`.
 * Prints each failing seed with its violations; the same seed fails again in the same way. Prints how many
 * branches of the simulated code were taken and how often each rare path was reached; a path that is never reached
 * is a failure.
 */
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { exitWithUsage, scriptArguments } from '#api/ops/arguments.ts';
import { countArgument } from '#tests/support/count-argument.ts';
import { addCoverage, type Coverage, coverageLines, reachedIn, startCounting } from './coverage.ts';
import { FIXED_SEEDS } from './fixed-seeds.ts';
import { addReached, pathsOf, type Reached } from './paths.ts';
// Types only: the code is loaded once counting has started.
import type { DeploymentName, SeedResult } from './run-seed.ts';

/** The seeds of one worker. */
interface Share {
  readonly deployment: DeploymentName;
  readonly seeds: readonly number[];
  /** Whether its branches are counted, which halves the speed. */
  readonly isCounted: boolean;
}

type Ran = Pick<SeedResult, 'seed' | 'violations' | 'records' | 'steps' | 'reached'>;

/** A run of at least this many seeds counts branches in so many of them; later ones add hardly any. */
const COUNTED = 1_000;
/** Seeds between two lines of progress. */
const PROGRESS = 5_000;
const DEPLOYMENTS = ['machine', 'objects'] as const;
const USAGE =
  'npm run simulate [-- --home machine|objects|proof] [--seeds N] [--from N] [--jobs N] [--seed N [--trace]] [--notifications USERS]';

if (isMainThread) {
  const { values } = scriptArguments(USAGE, {
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
  const count = (text: string) => countArgument(USAGE, text);
  const { home: deployment } = values;
  if (deployment === 'proof') process.exit(await runProof(values));
  if (!isDeployment(deployment)) exitWithUsage(USAGE, `There is no deployment '${deployment}'`);
  if (values.notifications !== undefined) {
    process.exit(await runTelling(deployment, count(values.notifications), count(values.seed ?? '1')));
  }
  process.exitCode =
    values.seed === undefined
      ? await runMany(deployment, count(values.from), count(values.seeds), count(values.jobs))
      : await runOne(deployment, count(values.seed), values.trace);
} else {
  await runShare(workerData as Share);
}

function isDeployment(name: string): name is DeploymentName {
  return (DEPLOYMENTS as readonly string[]).includes(name);
}

async function runProof(values: {
  readonly from: string;
  readonly seeds: string;
  readonly jobs: string;
  readonly seed?: string | undefined;
  readonly trace: boolean;
}): Promise<number> {
  const { runProofs, tellProof } = await import('./proof/run-many.ts');
  const count = (text: string) => countArgument(USAGE, text);
  return values.seed === undefined
    ? runProofs(count(values.from), count(values.seeds), count(values.jobs))
    : tellProof(count(values.seed), values.trace);
}

async function runOne(deployment: DeploymentName, seed: number, keepTrace: boolean): Promise<number> {
  const { runSeed } = await import('./run-seed.ts');
  const result = await runSeed(seed, { deployment, keepTrace });
  for (const line of result.trace) process.stdout.write(`${line}\n`);
  report(deployment, result);
  const verdict = result.violations.length === 0 ? 'ok' : 'FAILED';
  const { records, steps, fingerprint } = result;
  process.stdout.write(
    `seed ${seed}: ${records} records, ${steps} steps, fingerprint ${fingerprint}, ${verdict}\n`,
  );
  return result.violations.length === 0 ? 0 : 1;
}

async function runTelling(deployment: DeploymentName, users: number, seed: number): Promise<number> {
  const { simulateTelling } = await import('./telling.ts');
  const started = performance.now();
  const { violations, shown, calls, crashes, missing, dropped, restartsInPauses, longPauses } =
    await simulateTelling(deployment, {
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

async function runMany(
  deployment: DeploymentName,
  from: number,
  count: number,
  jobs: number,
): Promise<number> {
  const started = performance.now();
  const sum = { done: 0, records: 0, steps: 0, failed: 0 };
  const fixed = FIXED_SEEDS[deployment];
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
    report(deployment, ran);
    // An interrupted long run has printed its progress.
    if (sum.done % PROGRESS === 0)
      process.stderr.write(`${sum.done} of ${fixed.length + count}, ${sum.failed} failed\n`);
  };
  const run = (seeds: readonly number[], isCounted: boolean) =>
    Promise.all(
      Array.from({ length: Math.min(jobs, seeds.length) }, (_, job) =>
        inWorker({ deployment, seeds: seeds.filter((_, index) => index % jobs === job), isCounted }, take),
      ),
    );
  const window = Array.from({ length: count }, (_, index) => from + index);
  const counted = count < COUNTED ? 0 : COUNTED;
  await run([...fixed, ...window.slice(0, counted)], true);
  await run(window.slice(counted), false);
  const seconds = (performance.now() - started) / 1000;
  addReached(reached, reachedIn(coverage));
  for (const line of coverageLines(coverage)) process.stdout.write(`${line}\n`);
  const missed = pathsOf(deployment).filter((path) => !reached[path]);
  const rarest = Math.min(...pathsOf(deployment).map((path) => reached[path] ?? 0));
  for (const path of pathsOf(deployment)) {
    process.stdout.write(`reached   ${String(reached[path] ?? 0).padStart(7)} x  ${path}\n`);
  }
  if (missed.length > 0) {
    process.stdout.write(`never reached: ${missed.join(', ')}\n`);
    sum.failed += 1;
  }
  process.stdout.write(
    `${fixed.length} fixed seeds and ${count} from ${from}, ${sum.records} records, ${sum.steps} steps in ${seconds.toFixed(1)} s, rarest path ${rarest} x, ${sum.failed} failed\n`,
  );
  return sum.failed === 0 && sum.done === fixed.length + count ? 0 : 1;
}

function inWorker(share: Share, take: (said: Ran | { readonly coverage: Coverage }) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    worker.on('message', take);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}

async function runShare({ deployment, seeds, isCounted }: Share): Promise<void> {
  const counting = isCounted ? await startCounting() : null;
  const { runSeed } = await import('./run-seed.ts');
  for (const seed of seeds) {
    const { violations, records, steps, reached } = await runSeed(seed, { deployment });
    parentPort?.postMessage({ seed, violations, records, steps, reached } satisfies Ran);
  }
  if (counting !== null) parentPort?.postMessage({ coverage: await counting.take() });
}

function report(deployment: DeploymentName, { seed, violations }: Pick<Ran, 'seed' | 'violations'>): void {
  for (const violation of violations.slice(0, 20)) process.stdout.write(`seed ${seed}: ${violation}\n`);
  if (violations.length > 0) {
    process.stdout.write(`again: npm run simulate -- --home ${deployment} --seed ${seed} --trace\n`);
  }
}
