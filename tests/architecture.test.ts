/**
 * Walks every import of the project and checks it against the table of places: no place imports what its row
 * does not name.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { forbidden, type Import } from '#tests/support/places.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Tracked and new files, without ignored ones. */
function sourceFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed.split('\0').filter((path) => /\.(ts|tsx|mts|js|mjs)$/.test(path) && !path.endsWith('.d.ts'));
}

/** Static and dynamic imports, re-exports, and files named by `new URL('…', import.meta.url)`. */
const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+\s+from\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g;

function importsOf(path: string, text: string): Import[] {
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...withoutComments.matchAll(IMPORT)].flatMap((match) => {
    const specifier = match[1] ?? match[2];
    return specifier === undefined ? [] : [{ from: path, specifier, to: resolveSpecifier(path, specifier) }];
  });
}

/** A path inside the project, `node:…`, or the name of a package. */
function resolveSpecifier(path: string, specifier: string): string {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('.')) return posix.normalize(posix.join(dirname(path), plain));
  if (plain.startsWith('#')) {
    const [place = '', ...rest] = plain.slice(1).split('/');
    const folder = ['core', 'app', 'features', 'ui', 'device', 'platform', 'i18n'].includes(place)
      ? `src/${place}`
      : place;
    return posix.join(folder, ...rest);
  }
  if (plain.startsWith('node:') || builtinModules.includes(plain))
    return `node:${plain.replace(/^node:/, '')}`;
  const parts = plain.split('/');
  return plain.startsWith('@') ? `package:${parts.slice(0, 2).join('/')}` : `package:${parts[0]}`;
}

const files = sourceFiles();
const imports = files.flatMap((path) => {
  try {
    return importsOf(path, readFileSync(new URL(path, `file://${ROOT}`), 'utf8'));
  } catch (error) {
    // Listed by git and just deleted in the work tree.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
});

test('the walk sees the project', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(imports.length).toBeGreaterThan(100);
});

test('no place imports what its row does not name', () => {
  const broken = imports.flatMap((one) => {
    const reason = forbidden(one);
    return reason === null ? [] : [`${one.from} imports ${one.specifier}: ${reason}`];
  });
  expect(broken).toEqual([]);
});

test("only the messaging app's adapter imports its SDK", () => {
  const importers = imports.filter((one) => one.to === 'package:@twa-dev/sdk').map((one) => one.from);
  expect(new Set(importers)).toEqual(new Set(['src/platform/telegram/sdk.ts']));
});

test('imports inside the project name their file in full', () => {
  const short = imports
    .filter((one) => !one.to.startsWith('package:') && !one.to.startsWith('node:'))
    .filter((one) => !/\.(ts|tsx|js|mjs|css|json|svg|png|html|sql)$/.test(one.to))
    .map((one) => `${one.from} imports ${one.specifier}`);
  expect(short).toEqual([]);
});

test('there are no barrel files', () => {
  const barrels = files.filter((path) => {
    if (!/\.tsx?$/.test(path)) return false;
    const statements = readFileSync(new URL(path, `file://${ROOT}`), 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '')
      .split(/;\s*\n/)
      .filter((statement) => statement.trim() !== '');
    return (
      statements.length > 0 && statements.every((statement) => /^\s*export\s+(type\s+)?[*{]/.test(statement))
    );
  });
  expect(barrels).toEqual([]);
});

test('the top level is fixed', () => {
  const top = new Set(
    execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
      .split('\0')
      .filter((path) => path !== '')
      .map((path) => path.split('/')[0] ?? ''),
  );
  const folders = ['src', 'worker', 'api', 'locales', 'public', 'tests'];
  const named = [
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'wrangler.toml',
    'README.md',
    'index.html',
  ];
  const tools = ['tsconfig.json', 'biome.json'];
  const unknown = [...top].filter(
    (name) => ![...folders, ...named, ...tools].includes(name) && !name.startsWith('.'),
  );
  expect(unknown).toEqual([]);
});

test.each([
  ['src/core/points/rules.ts', 'decimal.js'],
  ['src/core/points/rules.ts', '#device/model.ts'],
  ['src/core/points/rules.ts', 'node:crypto'],
  ['src/device/sync/engine.ts', 'react'],
  ['src/device/sync/engine.ts', '#platform/host.ts'],
  ['src/ui/button.tsx', '#features/profile/profile-screen.tsx'],
  ['src/features/profile/profile-screen.tsx', '#features/history/history-screen.tsx'],
  ['src/features/profile/profile-screen.tsx', '@twa-dev/sdk'],
  ['worker/service-worker.ts', '#ui/button.tsx'],
  ['api/ledger/append.ts', 'better-sqlite3'],
  ['api/ledger/append.ts', 'node:fs'],
  ['api/users/routes.ts', '#api/runtime/sqlite/better-sqlite3.ts'],
  ['api/notifications/pending/tell.ts', '#api/ledger/ledger.ts'],
  ['api/ledger/writer.ts', '#api/notifications/pending/waiting.ts'],
  ['api/app.ts', '@hono/node-server'],
  ['api/app.ts', '#api/node.ts'],
  ['elsewhere/file.ts', '#core/points/rules.ts'],
])('the table refuses %s importing %s', (from, specifier) => {
  expect(forbidden({ from, specifier, to: resolveSpecifier(from, specifier) })).not.toBeNull();
});
