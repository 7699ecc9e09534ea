/** Reads the JSON reports of the test runners into counts and the text of what failed. */
import { existsSync, readFileSync } from 'node:fs';

export interface StageResult {
  readonly passed: number;
  readonly failed: number;
  /** Printed where something failed. */
  readonly report: string;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** A file that could not be loaded, and a run that ended badly for no test's fault, count as one failure each. */
export function readVitestReport(path: string, code: number, output: string): StageResult {
  if (!existsSync(path)) return { passed: 0, failed: 1, report: output };
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  const failures: string[] = [];
  let passed = 0;
  for (const file of report.testResults) {
    const failedHere = file.assertionResults.filter((test) => test.status === 'failed');
    passed += file.assertionResults.filter((test) => test.status === 'passed').length;
    for (const test of failedHere) {
      failures.push(`${file.name}: ${test.fullName}\n${(test.failureMessages ?? []).join('\n')}`);
    }
    if (file.status === 'failed' && failedHere.length === 0)
      failures.push(`${file.name}\n${file.message ?? ''}`);
  }
  if (code !== 0 && failures.length === 0) failures.push(output);
  return { passed, failed: failures.length, report: failures.join('\n\n') };
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
