/** Which stages the arguments of `npm test` ask for, and which test files of a stage. */
import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** In the order in which they run. */
export const STAGES = [
  'types',
  'lint',
  'unit and api',
  'components',
  'workerd',
  'simulation',
  'build',
  'bundle',
  'cloudflare',
  'browser',
  'engines',
] as const;
export type StageName = (typeof STAGES)[number];

/** `outdated`: only if the built app is older than its sources. Test files are paths from the root of the project. */
export type Scope = 'all' | 'outdated' | readonly string[];

export type Plan = ReadonlyMap<StageName, Scope>;

export const USAGE = 'Usage: npm test [-- types|lint|core|engines|PATH …]\n';

/** Arguments that name stages; every other argument is a path. */
const WORDS: Readonly<Record<string, readonly StageName[]>> = {
  types: ['types'],
  lint: ['lint'],
  core: ['types', 'lint', 'unit and api', 'workerd', 'simulation'],
  engines: ['build', 'engines'],
};

/** The stage that runs a test file, by its path: the first match wins. */
const STAGE_OF: readonly (readonly [RegExp, StageName])[] = [
  [/^tests\/journeys\/[^/]+\.e2e\.ts$/, 'browser'],
  [/^tests\/engines\/[^/]+\.engine\.ts$/, 'engines'],
  [/^tests\/api\/.+\.workerd\.ts$/, 'workerd'],
  [/^tests\/bundle\/[^/]+\.bundle\.ts$/, 'bundle'],
  [/^tests\/(app|features)\/.+\.browser\.tsx$/, 'components'],
  [/^tests\/.+\.test\.tsx?$/, 'unit and api'],
];

/** Stages that open the built app. */
const NEED_BUILD: readonly StageName[] = ['bundle', 'browser', 'engines'];

/**
 * Without arguments every stage runs in full.
 * @param args as given after `npm test --`: words, and paths of files or folders from the root of the project.
 */
export function planTests(
  args: readonly string[],
  root: string,
): { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly error: string } {
  const positionals = positionalsOf(args);
  if (typeof positionals === 'string') return { ok: false, error: positionals };
  if (positionals.length === 0) return { ok: true, plan: new Map(STAGES.map((name) => [name, 'all'])) };

  const scopes = new Map<StageName, 'all' | Set<string>>();
  for (const argument of positionals) {
    if (Object.hasOwn(WORDS, argument)) {
      for (const name of WORDS[argument] ?? []) scopes.set(name, 'all');
      continue;
    }
    const found = testsAt(argument, root);
    if (found.length === 0) return { ok: false, error: `There are no tests at ${argument}` };
    for (const [name, path] of found) {
      const scope = scopes.get(name) ?? new Set();
      if (scope !== 'all') scopes.set(name, scope.add(path));
    }
  }
  const needsBuild = NEED_BUILD.some((name) => scopes.has(name));
  const plan = STAGES.flatMap((name): [StageName, Scope][] => {
    const scope = scopes.get(name);
    if (scope !== undefined) return [[name, scope === 'all' ? scope : [...scope].sort()]];
    return name === 'build' && needsBuild ? [[name, 'outdated']] : [];
  });
  return { ok: true, plan: new Map(plan) };
}

/** The arguments, or why they cannot be read. */
function positionalsOf(args: readonly string[]): readonly string[] | string {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: {} }).positionals;
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) return error.message.replace(/\. .*/s, '');
    throw error;
  }
}

/** Test files with their stages: the file of that path, or all files in the folder of that path. */
function testsAt(path: string, root: string): [StageName, string][] {
  const wanted = relative(root, resolve(root, path)).replaceAll('\\', '/');
  const isWanted = (file: string) => wanted === '' || file === wanted || file.startsWith(`${wanted}/`);
  return readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((name) => `tests/${name.replaceAll('\\', '/')}`)
    .filter(isWanted)
    .flatMap((file): [StageName, string][] => {
      const stage = STAGE_OF.find(([pattern]) => pattern.test(file))?.[1];
      return stage === undefined ? [] : [[stage, file]];
    });
}
