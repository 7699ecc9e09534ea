/**
 * `npm run mutate -- PATH [PATH …]`: mutation score of source files or folders, and the mutants that survived.
 * One run per file; its results are stored in `.mutation`, so that the next run tries only mutants whose code
 * or tests have changed. `--force` tries all of them.
 */
import { existsSync, globSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LogLevel, MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { exitWithUsage, scriptArguments } from '#api/ops/arguments.ts';
import { formatReport } from './report.ts';
import { hasRelated, testFilesFor } from './test-files.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const USAGE = 'npm run mutate -- PATH [PATH …] [--force]';
const SOURCE = /^(src|worker|api)(\/|$)/;

process.chdir(ROOT);
const { values, positionals } = scriptArguments(USAGE, {
  options: { force: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const paths = positionals.map((path) => relative(ROOT, path));
const wrong = paths.filter((path) => !SOURCE.test(path) || !existsSync(path));
if (paths.length === 0 || wrong.length > 0) {
  for (const path of wrong) process.stderr.write(`${path} is no file or folder of src, worker or api\n`);
  exitWithUsage(USAGE);
}

const started = performance.now();
const mutants: MutantResult[] = [];
for (const file of new Set(paths.flatMap(sourceFiles))) {
  process.stderr.write(`${file}\n`);
  mutants.push(...(await mutate(file)));
}
process.stdout.write(formatReport(mutants, (path) => relative(ROOT, path)));
process.stdout.write(`in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);

function sourceFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return globSync(`${path}/**/*.{ts,tsx}`, { exclude: ['**/*.d.ts', '**/*.gen.ts'] }).sort();
}

function mutate(file: string): Promise<MutantResult[]> {
  const testFiles = testFilesFor(file);
  // Not Stryker's own `testFiles`: it switches mutants of constants on too late, and all of them survive
  // (https://github.com/stryker-mutator/stryker-js/issues/6144).
  process.env['IRICH_MUTATION_TESTS'] = testFiles?.join(',') ?? '';
  const configFile = testFiles === null ? 'tests/vitest.config.ts' : 'tests/mutation/vitest.config.ts';
  return new Stryker({
    mutate: [file],
    ignorePatterns: ['.data', '.mutation', 'coverage', 'dist', 'test-results'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile, related: hasRelated(file) },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: 5_000,
    dryRunTimeoutMinutes: 10,
    incremental: true,
    incrementalFile: `.mutation/results/${file}.json`,
    force: values.force,
    tempDirName: '.mutation/sandbox',
    // Stryker would rewrite tsconfig.json with the JavaScript API that TypeScript 7 no longer has.
    tsconfigFile: 'no-such-tsconfig.json',
    // Types alone hold no mutants.
    allowEmpty: true,
    reporters: [process.stderr.isTTY ? 'progress' : 'dots'],
    logLevel: 'warn' as LogLevel,
    warnings: { slow: false, unknownOptions: true, preprocessorErrors: true, unserializableOptions: true },
  }).runMutationTest();
}
