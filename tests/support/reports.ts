/** Reads the JSON reports of the test runners into counts and the text of what failed. */
import { existsSync, readFileSync } from 'node:fs';

export interface StageResult {
  readonly passed: number;
  readonly failed: number;
  /** Printed where something failed. */
  readonly report: string;
  /** Said beside the counts where nothing failed. */
  readonly detail?: string;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** A file that could not be loaded, and a run that ended badly for no test's fault, count as one failure each. */
export function readVitestReport(path: string, code: number, output: string): StageResult {
  if (!existsSync(path)) return { passed: 0, failed: 1, report: output };
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  let passed = 0;
  let failed = 0;
  for (const file of report.testResults) {
    const count = (status: string) => file.assertionResults.filter((test) => test.status === status).length;
    passed += count('passed');
    failed += count('failed');
    if (file.status === 'failed' && count('failed') === 0) failed += 1;
  }
  if (code !== 0 && failed === 0) failed = 1;
  const passing = /^\s*[✓·]/;
  return {
    passed,
    failed,
    report: output
      .split('\n')
      .filter((line) => !passing.test(line))
      .join('\n'),
  };
}

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly errors?: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly { readonly message?: string }[];
}

/** A test that passed only when tried again counts as failed. */
export function readPlaywrightReport(path: string, code: number, output: string): StageResult {
  if (!existsSync(path)) return { passed: 0, failed: 1, report: output };
  const report = JSON.parse(readFileSync(path, 'utf8')) as PlaywrightReport;
  const failures = report.errors.map((error) => error.message ?? 'the run failed');
  let passed = 0;
  const walk = (suite: PlaywrightSuite): void => {
    suite.suites?.forEach(walk);
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status === 'expected') passed += 1;
        if (test.status === 'unexpected' || test.status === 'flaky') {
          const messages = test.results
            .flatMap((result) => result.errors ?? [])
            .map((error) => error.message);
          failures.push(`${spec.file}: ${spec.title}\n${messages.join('\n')}`);
        }
      }
    }
  };
  report.suites.forEach(walk);
  if (code !== 0 && failures.length === 0) failures.push(output);
  return { passed, failed: failures.length, report: failures.join('\n\n') };
}
