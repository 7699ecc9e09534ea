/** Many seeds of published totals, shared among workers; see `npm run simulate -- --home proof`. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { ProofResult } from './world.ts';

/** Seeds between two lines of progress. */
const PROGRESS = 1_000;
/** A run of so many seeds must reach all that is rare. */
const LONG = 1_000;

type Ran = Pick<ProofResult, 'seed' | 'act' | 'violations' | 'checks' | 'reached'>;

if (!isMainThread) await runShare(workerData as readonly number[]);

/** @returns the exit code: 1 if a seed failed. */
export async function runProofs(from: number, count: number, jobs: number): Promise<number> {
  const { RARE } = await import('./world.ts');
  const started = performance.now();
  const sum = { done: 0, honest: 0, checks: 0, failed: 0 };
  const reached = new Map<string, number>();
  const take = ({ seed, act, violations, checks, reached: rare }: Ran) => {
    sum.done += 1;
    sum.honest += act === null ? 1 : 0;
    sum.checks += checks;
    sum.failed += violations.length > 0 ? 1 : 0;
    for (const [what, times] of Object.entries(rare)) reached.set(what, (reached.get(what) ?? 0) + times);
    for (const violation of violations.slice(0, 20)) process.stdout.write(`seed ${seed}: ${violation}\n`);
    if (violations.length > 0)
      process.stdout.write(`again: npm run simulate -- --home proof --seed ${seed} --trace\n`);
    if (sum.done % PROGRESS === 0) process.stderr.write(`${sum.done} of ${count}, ${sum.failed} failed\n`);
  };
  const seeds = Array.from({ length: count }, (_, index) => from + index);
  await Promise.all(
    Array.from({ length: Math.min(jobs, count) }, (_, job) =>
      inWorker(
        seeds.filter((_, index) => index % jobs === job),
        take,
      ),
    ),
  );
  for (const what of RARE)
    process.stdout.write(`reached   ${String(reached.get(what) ?? 0).padStart(7)} x  ${what}\n`);
  const missed = count < LONG ? [] : RARE.filter((what) => !reached.has(what));
  if (missed.length > 0) process.stdout.write(`never reached: ${missed.join(', ')}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${count} seeds from ${from}, ${sum.honest} of them with an honest operator, ${sum.checks} checks in ${seconds} s, ${sum.failed} failed\n`,
  );
  return sum.failed === 0 && missed.length === 0 && sum.done === count ? 0 : 1;
}

/** Runs one seed, and prints all that happened in it if asked to. */
export async function tellProof(seed: number, isTraced: boolean): Promise<number> {
  const { runProofSeed } = await import('./world.ts');
  const { act, story, violations, checks } = await runProofSeed(seed);
  for (const line of [...(isTraced ? story : []), ...violations]) process.stdout.write(`${line}\n`);
  const verdict = violations.length === 0 ? 'ok' : 'FAILED';
  process.stdout.write(`seed ${seed}: ${act ?? 'an honest operator'}, ${checks} checks, ${verdict}\n`);
  return violations.length === 0 ? 0 : 1;
}

function inWorker(seeds: readonly number[], take: (ran: Ran) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: seeds });
    worker.on('message', take);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}

async function runShare(seeds: readonly number[]): Promise<void> {
  const { runProofSeed } = await import('./world.ts');
  // Calls of dead servers fail all the time.
  Error.stackTraceLimit = 0;
  for (const seed of seeds) {
    const { act, violations, checks, reached } = await runProofSeed(seed);
    parentPort?.postMessage({ seed, act, violations, checks, reached } satisfies Ran);
  }
}
