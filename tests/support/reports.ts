/** Reads the JSON reports of the test runners into counts and the text of failures. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test's annotation with the version of its engine. */
export const VERSION_ANNOTATION = 'engine version';

export interface StageResult {
  readonly passed: number;
  readonly failed: number;
  /** None by default. */
  readonly skipped?: number;
  /** Printed after a failure. */
  readonly report: string;
  /** Always printed, above the stage's own line. */
  readonly rows?: readonly string[];
  /** Printed beside the counts of a success. */
  readonly detail?: string;
  /** Absolute paths of the test files that the report names. */
  readonly files?: readonly string[];
}

/** Each wanted file that the report does not name counts as a failure: its runner has not picked it up. */
export function failForMissing(result: StageResult, wanted: readonly string[]): StageResult {
  const missing = wanted.filter((file) => !result.files?.includes(file));
  if (missing.length === 0) return result;
  const lines = missing.map((file) => `${file} did not run\n`).join('');
  return { ...result, failed: result.failed + missing.length, report: `${result.report}\n${lines}` };
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** A file that could not be loaded, and a run that ended badly without a failed test, count as one failure each. */
export function readVitestReport(path: string, code: number, output: string): StageResult {
  if (!existsSync(path)) return { passed: 0, failed: 1, report: output };
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const file of report.testResults) {
    const count = (status: string) => file.assertionResults.filter((test) => test.status === status).length;
    passed += count('passed');
    failed += count('failed');
    skipped += file.assertionResults.length - count('passed') - count('failed');
    if (file.status === 'failed' && count('failed') === 0) failed += 1;
  }
  if (code !== 0 && failed === 0) failed = 1;
  const passing = /^\s*[✓·]/;
  return {
    passed,
    failed,
    skipped,
    report: output
      .split('\n')
      .filter((line) => !passing.test(line))
      .join('\n'),
    files: report.testResults.map(({ name }) => name),
  };
}

interface PlaywrightTest {
  readonly projectName: string;
  readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  readonly annotations: readonly { readonly type: string; readonly description?: string }[];
  readonly results: readonly {
    readonly duration: number;
    readonly errors?: readonly { readonly message?: string }[];
  }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly PlaywrightTest[];
  }[];
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string };
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly { readonly message?: string }[];
}

/** A test that passed only on a retry counts as failed. */
export function readPlaywrightReport(path: string, code: number, output: string): StageResult {
  if (!existsSync(path)) return { passed: 0, failed: 1, report: output };
  const { tests, errors, rootDir } = readTests(path);
  const failures = [...errors, ...tests.filter(({ hasFailed }) => hasFailed).map(describeFailure)];
  if (code !== 0 && failures.length === 0) failures.push(output);
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: failures.length,
    skipped: tests.filter(({ status }) => status === 'skipped').length,
    report: failures.join('\n\n'),
    files: tests.map(({ file }) => join(rootDir, file)),
  };
}

/** The same with a row for each project: name, engine version, counts and time. */
export function readEnginesReport(path: string, code: number, output: string): StageResult {
  const sum = readPlaywrightReport(path, code, output);
  if (!existsSync(path)) return sum;
  const { tests } = readTests(path);
  const names = [...new Set(tests.map(({ projectName }) => projectName))];
  return { ...sum, rows: names.map((name) => row(tests.filter(({ projectName }) => projectName === name))) };
}

function row(tests: readonly ReportedTest[]): string {
  const count = (status: string) => tests.filter((test) => test.status === status).length;
  const said = (type: string) =>
    tests.flatMap(({ annotations }) => annotations).find((annotation) => annotation.type === type)
      ?.description;
  const [passed, skipped] = [count('expected'), count('skipped')];
  const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
  const counts = [`passed ${passed}`, `failed ${tests.length - passed - skipped}`];
  if (skipped > 0) counts.push(`skipped ${skipped} (${said('skip') ?? 'without a reason'})`);
  const name = tests[0]?.projectName ?? '';
  const version = said(VERSION_ANNOTATION) ?? '–';
  return `  ${name.padEnd(18)} ${version.padEnd(15)} ${counts.join(', ')}, ${(ms / 1000).toFixed(1)} s`;
}

interface ReportedTest extends PlaywrightTest {
  readonly title: string;
  readonly file: string;
  readonly hasFailed: boolean;
}

interface ReadTests {
  readonly tests: readonly ReportedTest[];
  readonly errors: readonly string[];
  /** What the files of tests are relative to. */
  readonly rootDir: string;
}

function readTests(path: string): ReadTests {
  const { config, suites, errors } = JSON.parse(readFileSync(path, 'utf8')) as PlaywrightReport;
  const inSuite = (suite: PlaywrightSuite): ReportedTest[] => [
    ...(suite.suites?.flatMap(inSuite) ?? []),
    ...(suite.specs?.flatMap(({ title, file, tests }) =>
      tests.map((test) => ({
        ...test,
        title,
        file,
        hasFailed: test.status === 'unexpected' || test.status === 'flaky',
      })),
    ) ?? []),
  ];
  return {
    tests: suites.flatMap(inSuite),
    errors: errors.map((error) => error.message ?? 'the run failed'),
    rootDir: config.rootDir,
  };
}

function describeFailure({ projectName, file, title, results }: ReportedTest): string {
  const messages = results.flatMap((result) => result.errors ?? []).map((error) => error.message);
  const where = projectName === '' ? file : `${projectName}, ${file}`;
  return `${where}: ${title}\n${messages.join('\n')}`;
}
