/** Tells whether the built app is missing, older than its sources, of another operator, or pins other published totals. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { operatorDigest } from './operator-file.ts';
import { pinsOf } from './pins.ts';

/** What the build reads; a change in any of it makes the built app outdated. */
const SOURCES = [
  ...['src', 'worker', 'locales', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'],
  ...[
    'api/runtime/http',
    'api/ops/app-build',
    'api/ops/release.ts',
    'api/ops/operator-plugin.ts',
    'api/ops/mark-icons.ts',
  ],
];

/**
 * @param root the checkout.
 * @param dist the folder of the built app, absolute.
 * @param env of a new build.
 */
export function isBuildOutdated(root: string, dist: string, env: NodeJS.ProcessEnv = process.env): boolean {
  if (['releases.json', 'index.html'].some((name) => modifiedAt(join(dist, name)) === 0)) return true;
  const release = newestRelease(dist);
  if (release !== null) {
    if ((release.pins ?? '') !== pinsOf(env) || (release.operator ?? '') !== operatorDigest(env)) return true;
  }
  return isOlderThanSources(root, dist);
}

/** True for a folder that no build has filled, too. */
export function isOlderThanSources(root: string, dist: string): boolean {
  const built = modifiedAt(join(dist, 'releases.json'));
  return built === 0 || SOURCES.some((source) => newest(join(root, source)) > built);
}

/** Null for a folder that no build has filled. */
function newestRelease(dist: string): { readonly pins?: string; readonly operator?: string } | null {
  try {
    const [release] = JSON.parse(readFileSync(join(dist, 'releases.json'), 'utf8'));
    return release ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function newest(path: string): number {
  const own = statSync(path, { throwIfNoEntry: false });
  if (own === undefined) return 0;
  if (!own.isDirectory()) return own.mtimeMs;
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return Math.max(0, ...files.map((file) => modifiedAt(join(file.parentPath, file.name))));
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
