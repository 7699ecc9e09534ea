/**
 * `npm test [-- types|lint|core|engines|PATH …]`: every check of the project stage by stage, or the chosen stages and test
 * files. Each stage says what it proved and how long it took; the last line is the sum. A stage that crashes or proves
 * nothing counts as failed.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { isBuildOutdated } from '#api/ops/outdated-build.ts';
import { ensureChromium } from '#tests/support/chromium.ts';
import { ENGINES_VARIABLE, ensureEngines } from '#tests/support/engines.ts';
import { BUILD_VARIABLES } from '#tests/support/operator.ts';
import { ensureOperatorTools } from '#tests/support/operator-tools.ts';
import {
  failForMissing,
  readEnginesReport,
  readPlaywrightReport,
  readVitestReport,
  type StageResult,
} from '#tests/support/reports.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { planTests, type Scope, type StageName, USAGE } from '#tests/support/test-plan.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PLACES = ['src/core', 'src', 'worker', 'api', 'tests'];
const LINTERS = [
  ['biome', 'check', '--error-on-warnings', '--max-diagnostics=50', '.'],
  // Finds files, exports and packages that nothing uses, and then those that only tests use.
  ['knip', '--no-progress', '--exclude', 'binaries,duplicates'],
  ['knip', '--production', '--no-progress', '--exclude', 'binaries,duplicates'],
];
const SIMULATIONS = { machine: '400', objects: '120', proof: '150' };
const WORKERS = '2';
/** One more than there are processors: some of these tests wait for real time. */
const UNIT_WORKERS = '3';
const LONGEST_CHECK_MS = 600_000;
/** What the platform takes without a paid plan, compressed, bytes; with one it takes 10 MB. */
const BUNDLE_LIMIT = 3_000_000;

const planned = planTests(process.argv.slice(2), ROOT);
if (!planned.ok) {
  process.stderr.write(`${planned.error}\n${USAGE}`);
  process.exit(2);
}
const { plan } = planned;

const RUN: Readonly<Record<StageName, (scope: Scope) => Promise<StageResult>>> = {
  types: () => checkAll(PLACES.map((place) => ['tsc', '-p', place, '--pretty', 'false'])),
  lint: () => checkAll(LINTERS),
  'unit and api': (scope) => {
    ensureOperatorTools();
    return vitest('tests/vitest.config.ts', scope, { workers: UNIT_WORKERS });
  },
  components: (scope) =>
    vitest('tests/components.config.ts', scope, { env: { CHROMIUM_PATH: ensureChromium('shell') } }),
  workerd: (scope) => vitest('tests/workerd.config.ts', scope),
  simulation: simulate,
  build: () => check(['node', 'api/ops/build.ts'], BUILD_VARIABLES),
  bundle: (scope) => {
    ensureOperatorTools();
    return vitest('tests/bundle.config.ts', scope);
  },
  cloudflare: deployDry,
  browser: journeys,
  engines,
};

const scratch = mkdtempSync(join(tmpdir(), 'irich-test-'));
const started = performance.now();
let passed = 0;
let failed = 0;
let skipped = 0;

try {
  for (const [name, scope] of plan) {
    if (scope === 'outdated' && !mustBuild()) continue;
    await stage(name, () => RUN[name](scope));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.stdout.write(`in ${seconds(started)}\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** `IRICH_DIST` names another built app, which this run leaves as it is. */
function mustBuild(): boolean {
  return (
    process.env['IRICH_DIST'] === undefined &&
    isBuildOutdated(ROOT, join(ROOT, 'dist'), { ...process.env, ...BUILD_VARIABLES })
  );
}

async function stage(name: string, run: () => Promise<StageResult>): Promise<void> {
  const from = performance.now();
  let result: StageResult;
  try {
    result = await run();
    if (result.passed + result.failed === 0) {
      result = { ...result, failed: 1, report: `nothing was tested\n${result.report}` };
    }
  } catch (error) {
    result = {
      passed: 0,
      failed: 1,
      report: error instanceof Error ? (error.stack ?? error.message) : `${error}`,
    };
  }
  passed += result.passed;
  failed += result.failed;
  skipped += result.skipped ?? 0;
  if (result.failed > 0) process.stdout.write(`${result.report.trimEnd()}\n`);
  for (const row of result.rows ?? []) process.stdout.write(`${row}\n`);
  const verdict = result.failed === 0 ? 'ok' : 'FAILED';
  const detail = result.failed === 0 && result.detail ? ` (${result.detail})` : '';
  const counts = [`passed ${result.passed}`, `failed ${result.failed}`];
  if (result.skipped) counts.push(`skipped ${result.skipped}`);
  process.stdout.write(
    `${name.padEnd(13)} ${verdict.padEnd(6)} ${counts.join(', ')}, ${seconds(from)}${detail}\n`,
  );
}

async function checkAll(commands: readonly (readonly string[])[]): Promise<StageResult> {
  const results = [];
  for (const command of commands) results.push(await check(command));
  return {
    passed: results.filter((result) => result.failed === 0).length,
    failed: results.filter((result) => result.failed > 0).length,
    report: results.map((result) => result.report).join(''),
  };
}

/** One command, one check: its exit code is the verdict. */
async function check(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<StageResult> {
  const { code, output } = await runProcess(command, { cwd: ROOT, limitMs: LONGEST_CHECK_MS, env });
  return code === 0
    ? { passed: 1, failed: 0, report: output }
    : { passed: 0, failed: 1, report: `${output}\n${command.join(' ')} ended with ${code}\n` };
}

/** All that a deployment does but the upload: `wrangler.toml` is sound, and the code is one that the platform takes. */
async function deployDry(): Promise<StageResult> {
  const out = join(scratch, 'cloudflare');
  const deploy = ['wrangler', 'deploy', '--dry-run', '--outdir', out];
  const env = { WRANGLER_SEND_METRICS: 'false', WRANGLER_WRITE_LOGS: 'false' };
  for (const environment of ['staging', '']) {
    const result = await check([...deploy, `--env=${environment}`], env);
    if (result.failed > 0) return result;
  }
  const code = readdirSync(out).filter((name) => name.endsWith('.js'));
  const bytes = code.reduce((sum, name) => sum + gzipSync(readFileSync(join(out, name))).length, 0);
  const size = `${(bytes / 1000).toFixed(1)} kB of ${BUNDLE_LIMIT / 1000} kB, compressed`;
  return bytes > 0 && bytes <= BUNDLE_LIMIT
    ? { passed: 2, failed: 0, report: '', detail: size }
    : { passed: 0, failed: 1, report: `The code is ${size}.\n` };
}

/** One for each deployment and one of published totals; the last thing each prints is how much it went through. */
async function simulate(): Promise<StageResult> {
  const results: StageResult[] = [];
  const from = String(await firstSeed());
  for (const [deployment, seeds] of Object.entries(SIMULATIONS)) {
    const command = [
      'node',
      'tests/simulation/simulate.ts',
      '--home',
      deployment,
      '--seeds',
      seeds,
      '--from',
      from,
    ];
    const result = await check(command);
    results.push({ ...result, detail: `${deployment}: ${result.report.trimEnd().split('\n').at(-1) ?? ''}` });
  }
  return {
    passed: results.filter((result) => result.failed === 0).length,
    failed: results.filter((result) => result.failed > 0).length,
    report: results.map((result) => result.report).join(''),
    detail: results.map((result) => result.detail).join('; '),
  };
}

/** Each commit tries other seeds, the same ones whenever it is tested; without a commit they follow the time. */
async function firstSeed(): Promise<number> {
  const { code, output } = await runProcess(['git', 'rev-parse', 'HEAD'], { cwd: ROOT, limitMs: 10_000 });
  const hash = /[0-9a-f]{40}/.exec(output)?.[0];
  return code === 0 && hash !== undefined
    ? Number.parseInt(hash.slice(0, 8), 16)
    : Math.floor(Date.now() / 1000);
}

async function vitest(
  config: string,
  scope: Scope,
  { workers = WORKERS, env = {} }: { readonly workers?: string; readonly env?: Record<string, string> } = {},
): Promise<StageResult> {
  const report = join(scratch, `${config.replaceAll('/', '-')}.json`);
  const files = filesOf(scope);
  const { code, output } = await runProcess(
    [
      'vitest',
      'run',
      '--config',
      config,
      `--maxWorkers=${workers}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...files,
    ],
    { cwd: ROOT, limitMs: 1_800_000, env },
  );
  return failForMissing(readVitestReport(report, code, output), files);
}

async function journeys(scope: Scope): Promise<StageResult> {
  return playwright('tests/journeys/playwright.config.ts', scope, readPlaywrightReport, {
    CHROMIUM_PATH: ensureChromium('shell'),
  });
}

/** What must hold in every engine that is promised; an engine that this machine cannot have is skipped, and says why. */
async function engines(scope: Scope): Promise<StageResult> {
  return playwright('tests/engines/playwright.config.ts', scope, readEnginesReport, {
    [ENGINES_VARIABLE]: JSON.stringify(await ensureEngines()),
  });
}

async function playwright(
  config: string,
  scope: Scope,
  read: typeof readPlaywrightReport,
  env: Readonly<Record<string, string>>,
): Promise<StageResult> {
  const report = join(scratch, `${config.replaceAll('/', '-')}.json`);
  const files = filesOf(scope);
  const { code, output } = await runProcess(
    [
      'playwright',
      'test',
      '--config',
      config,
      '--workers',
      WORKERS,
      '--reporter=json',
      // Playwright reads its arguments as patterns of absolute paths.
      ...files.map((file) => `^${file.replace(/[^\w/]/g, '\\$&')}$`),
    ],
    { cwd: ROOT, limitMs: 2_400_000, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env } },
  );
  return failForMissing(read(report, code, output), files);
}

/** Empty where the whole stage runs. Absolute, so that a runner takes none of them for a part of another path. */
function filesOf(scope: Scope): readonly string[] {
  return typeof scope === 'string' ? [] : scope.map((file) => join(ROOT, file));
}

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`;
}
