/** The arguments of `npm test`: which stages and test files they choose, and what is refused. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failForMissing, readPlaywrightReport, readVitestReport } from '#tests/support/reports.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { planTests, STAGES, USAGE } from '#tests/support/test-plan.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const UNIT = ['tests/core/points.test.ts', 'tests/ui/button.test.tsx'];
const ROUTES = 'tests/api/routes/users.test.ts';
const COMPONENT = 'tests/features/market/screen.browser.tsx';
const BUNDLE = 'tests/bundle/bundle.bundle.ts';
const WORKERD = 'tests/api/ledger/ledger.workerd.ts';
const JOURNEYS = ['tests/journeys/home.e2e.ts', 'tests/journeys/offline.e2e.ts'];
const ENGINES = 'tests/engines/journeys.engine.ts';
const OTHERS = [
  'tests/api/support.ts',
  'tests/journeys/home.browser.tsx',
  'tests/journeys/app.ts',
  'src/core/points.ts',
];
let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'irich-plan-'));
  for (const file of [...UNIT, ROUTES, COMPONENT, WORKERD, BUNDLE, ...JOURNEYS, ENGINES, ...OTHERS]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function stagesFor(...args: string[]) {
  const planned = planTests(args, root);
  if (!planned.ok) throw new Error(planned.error);
  return [...planned.plan];
}

describe('the plan', () => {
  it('has every stage in full without arguments', () => {
    expect(stagesFor()).toEqual(STAGES.map((name) => [name, 'all']));
    expect(STAGES).toEqual([
      ...['types', 'lint', 'unit and api', 'components', 'workerd', 'simulation'],
      ...['build', 'bundle', 'cloudflare', 'browser', 'engines'],
    ]);
  });

  it('has the stages of each word, in the order of stages', () => {
    expect(stagesFor('lint', 'types')).toEqual([
      ['types', 'all'],
      ['lint', 'all'],
    ]);
    const core = ['types', 'lint', 'unit and api', 'workerd', 'simulation'];
    expect(stagesFor('core')).toEqual(core.map((name) => [name, 'all']));
    expect(stagesFor('engines')).toEqual([
      ['build', 'all'],
      ['engines', 'all'],
    ]);
  });

  it('gives each file to the stage of its runner', () => {
    expect(stagesFor(UNIT[0] ?? '')).toEqual([['unit and api', [UNIT[0]]]]);
    expect(stagesFor(COMPONENT)).toEqual([['components', [COMPONENT]]]);
    expect(stagesFor(`./${WORKERD}`)).toEqual([['workerd', [WORKERD]]]);
    expect(stagesFor(join(root, JOURNEYS[0] ?? ''))).toEqual([
      ['build', 'outdated'],
      ['browser', [JOURNEYS[0]]],
    ]);
    expect(stagesFor(BUNDLE)).toEqual([
      ['build', 'outdated'],
      ['bundle', [BUNDLE]],
    ]);
    expect(stagesFor(ENGINES)).toEqual([
      ['build', 'outdated'],
      ['engines', [ENGINES]],
    ]);
  });

  it('takes all tests of a folder, each once', () => {
    expect(stagesFor('tests/api/', ROUTES)).toEqual([
      ['unit and api', [ROUTES]],
      ['workerd', [WORKERD]],
    ]);
    expect(stagesFor('tests')).toEqual([
      ['unit and api', [ROUTES, ...UNIT]],
      ['components', [COMPONENT]],
      ['workerd', [WORKERD]],
      ['build', 'outdated'],
      ['bundle', [BUNDLE]],
      ['browser', JOURNEYS],
      ['engines', [ENGINES]],
    ]);
    expect(stagesFor('.')).toEqual(stagesFor('tests'));
  });

  it('runs a stage in full where a word asks for it, whatever paths say', () => {
    const plan = new Map(stagesFor(...UNIT, 'core', ROUTES, ENGINES, 'engines'));
    expect(plan.get('unit and api')).toBe('all');
    expect(plan.get('build')).toBe('all');
    expect(plan.get('engines')).toBe('all');
    expect(plan.has('browser')).toBe(false);
  });

  it.each([
    ['a word that is no stage', ['units'], 'There are no tests at units'],
    ['a name that every object has', ['constructor'], 'There are no tests at constructor'],
    [
      'a component test in a folder without them',
      ['tests/journeys/home.browser.tsx'],
      'There are no tests at tests/journeys/home.browser.tsx',
    ],
    ['a file that is no test', ['tests/journeys/app.ts'], 'There are no tests at tests/journeys/app.ts'],
    ['a part of a file name', ['tests/core/poin'], 'There are no tests at tests/core/poin'],
    ['a folder outside', ['../'], 'There are no tests at ../'],
    ['one wrong word among good ones', ['types', ROUTES, 'links'], 'There are no tests at links'],
    ['an option', ['--types'], "Unknown option '--types'"],
  ])('refuses %s', (_name, args, error) => {
    expect(planTests(args, root)).toEqual({ ok: false, error });
  });
});

describe('npm test', () => {
  it('says how to call it and ends with 2 before any stage has run', async () => {
    const command = [process.execPath, 'tests/run.ts', 'types', 'nonsense'];
    const ended = await runProcess(command, { cwd: ROOT, limitMs: 30_000 });
    expect(ended).toEqual({ code: 2, output: `There are no tests at nonsense\n${USAGE}` });
  });

  it('fails for each chosen file that its runner leaves out', () => {
    const vitest = join(root, 'vitest.json');
    const passing = [{ status: 'passed' }];
    writeFileSync(
      vitest,
      JSON.stringify({ testResults: [{ name: '/here/one.test.ts', assertionResults: passing }] }),
    );
    const ran = readVitestReport(vitest, 0, '');
    expect(failForMissing(ran, ['/here/one.test.ts'])).toMatchObject({ passed: 1, failed: 0 });
    const short = failForMissing(ran, ['/here/one.test.ts', '/here/two.test.ts']);
    expect(short).toMatchObject({ passed: 1, failed: 1 });
    expect(short.report).toContain('/here/two.test.ts did not run');

    const playwright = join(root, 'playwright.json');
    const tests = [{ projectName: '', status: 'expected', annotations: [], results: [] }];
    const specs = [{ title: 'one', file: 'one.e2e.ts', tests }];
    const report = { config: { rootDir: '/here' }, suites: [{ title: '', specs }], errors: [] };
    writeFileSync(playwright, JSON.stringify(report));
    const walked = readPlaywrightReport(playwright, 0, '');
    expect(failForMissing(walked, ['/here/one.e2e.ts'])).toMatchObject({ passed: 1, failed: 0 });
    expect(failForMissing(walked, ['/here/two.e2e.ts'])).toMatchObject({ passed: 1, failed: 1 });
  });
});
