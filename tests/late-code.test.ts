/** Code outside of the first screen has one way into the page: src/platform/chunks. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** `loadChunk`, and the functions that pass an import to it. */
const LOADERS = ['loadChunk', 'loadNeededChunk', 'lazyPart'];
const START_WORKER = 'src/platform/chunks/start-worker.ts';
/**
 * One dynamic import for each text file, without a retry of its own, since i18next retries; and one for each screen,
 * an argument of the loader. The page of published totals has its texts in itself.
 */
const PATTERNS = [
  'src/i18n/files.ts',
  'src/proof-page/texts.ts',
  'src/features/calculators/screen.tsx',
  'src/features/calculators/registry.ts',
  'src/app/screens/load-screen.ts',
];

interface Place {
  readonly path: string;
  readonly line: number;
}

function browserFiles(): { readonly path: string; readonly code: string }[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'src', 'worker', 'public', 'index.html'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return listed
    .split('\0')
    .filter(
      (path) => /\.(tsx?|m?js|html)$/.test(path) && !path.endsWith('.d.ts') && existsSync(`${ROOT}${path}`),
    )
    .map((path) => ({ path, code: withoutComments(readFileSync(`${ROOT}${path}`, 'utf8')) }));
}

/** Comments become spaces, so that line numbers stay. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|(?<=[;,{}\s])\/\/.*$/gm, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );
}

/** The functions whose arguments contain a position, innermost first. */
function callsAround(code: string, position: number): string[] {
  const calls: string[] = [];
  let closed = 0;
  for (let at = position - 1; at >= 0; at--) {
    if (code[at] === ')') closed += 1;
    if (code[at] !== '(') continue;
    if (closed > 0) closed -= 1;
    else calls.push(/([\w$]+)(?:<[^()]*>)?$/.exec(code.slice(0, at))?.[1] ?? '');
  }
  return calls;
}

function places(pattern: RegExp, isAllowed: (path: string, code: string, at: number) => boolean): Place[] {
  return browserFiles().flatMap(({ path, code }) =>
    [...code.matchAll(pattern)]
      .filter(({ index }) => !isAllowed(path, code, index))
      .map(({ index }) => ({ path, line: code.slice(0, index).split('\n').length })),
  );
}

const isLoaded = (code: string, at: number) => callsAround(code, at).some((name) => LOADERS.includes(name));

test('every dynamic import is an argument of the loader', () => {
  expect(places(/(?<!typeof )\bimport\s*\(/g, (_path, code, at) => isLoaded(code, at))).toEqual([]);
});

test('the build sees every dynamic import', () => {
  const isBuilt = (path: string) => !path.startsWith('public/');
  expect(places(/\bimport\s*\(\s*['"][^'"]+['"]\s*\)/g, isBuilt)).toEqual([]);
  expect(places(/\bimport\s*\((?!\s*['"][^'"]+['"]\s*\))/g, () => false)).toEqual([]);
});

test('only the loader starts workers, and only texts, screens and parts of calculators are imported by a pattern', () => {
  expect(places(/\bnew\s+(Shared)?Worker\s*\(/g, (path) => path === START_WORKER)).toEqual([]);
  expect(places(/\bimportScripts\s*\(|\bimport\.meta\.glob\b/g, (path) => PATTERNS.includes(path))).toEqual(
    [],
  );
});

test.each([
  ["const a = await import('./a.ts');", false],
  ["void load(() => import('./a.ts'));", false],
  ["void loadChunk('a', () => import('./a.ts'));", true],
  ["const [a] = await loadNeededChunk('a', () => Promise.all([import('./a.ts'), texts('a')]));", true],
  ["loadChunk('a', f(() => 1)).then(() => import('./b.ts'));", false],
])('the search reads %s', (code, isAllowed) => {
  expect(isLoaded(code, code.indexOf('import('))).toBe(isAllowed);
});
