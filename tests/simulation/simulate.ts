/**
 * `npm run simulate -- [--seeds N] [--seed S] [--trace]`: runs N seeds from 1 on, or the one named. Prints each seed that
 * fails with what was violated; the same seed fails the same way again.
 */
import { parseArgs } from 'node:util';
import { runSeed, type SeedResult } from './run-seed.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
  },
});

process.exitCode = await (values.seed === undefined ? runMany() : runOne(Number(values.seed)));

async function runOne(seed: number): Promise<number> {
  const result = await runSeed(seed, { keepTrace: values.trace });
  for (const line of result.trace) process.stdout.write(`${line}\n`);
  report(result);
  process.stdout.write(
    `seed ${seed}: ${result.records} records, ${result.steps} steps, fingerprint ${result.fingerprint}, ${
      result.violations.length === 0 ? 'ok' : 'FAILED'
    }\n`,
  );
  return result.violations.length === 0 ? 0 : 1;
}

async function runMany(): Promise<number> {
  const from = Number(values.from);
  const count = Number(values.seeds);
  const started = performance.now();
  const failed: number[] = [];
  let records = 0;
  let steps = 0;
  for (let seed = from; seed < from + count; seed++) {
    const result = await runSeed(seed);
    records += result.records;
    steps += result.steps;
    if (result.violations.length > 0) {
      failed.push(seed);
      report(result);
    }
    const done = seed - from + 1;
    if (process.stderr.isTTY && done % 100 === 0) process.stderr.write(`${done} of ${count} seeds\r`);
  }
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    `${count} seeds, ${records} records, ${steps} steps in ${seconds.toFixed(1)} s, ${failed.length} failed\n`,
  );
  return failed.length === 0 ? 0 : 1;
}

function report({ seed, violations }: SeedResult): void {
  for (const violation of violations.slice(0, 20)) process.stdout.write(`seed ${seed}: ${violation}\n`);
  if (violations.length > 0) process.stdout.write(`again: npm run simulate -- --seed ${seed} --trace\n`);
}
