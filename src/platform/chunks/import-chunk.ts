/**
 * Every dynamic import goes through here: the build wraps each one in `importChunk`, in place of Vite's own preload
 * (api/ops/app-build/chunk-loader.ts).
 *
 * Engines up to Chromium 150 remember a failed import for the life of the page, and a failed `<link>` preload as well.
 * So the chunk and all its imports are fetched first: a failed fetch can be repeated. The import then finds them in the
 * HTTP cache (they are served as immutable) or in the service worker's.
 */

/** Thrown if the code of a chunk could not be loaded. A module's own exception is passed on unchanged. */
export class MissingChunkError extends Error {
  override readonly name = 'MissingChunkError';
  readonly file: string;
  readonly status: number | 'stuck';

  /**
   * @param file path of the missing file.
   * @param status of the server's answer, 0 if there was none. `stuck`: all files are here, but the engine still
   * refuses the import, and only a page reload helps.
   */
  constructor(file: string, status: number | 'stuck', cause?: unknown) {
    super(`${file} is missing (${status === 0 ? 'no answer' : status})`, { cause });
    this.file = file;
    this.status = status;
  }
}

/** The missing chunk behind a failure; null for other failures. */
export function missingChunkOf(failure: unknown): MissingChunkError | null {
  if (failure instanceof MissingChunkError) return failure;
  return failure instanceof Error && failure.cause !== undefined ? missingChunkOf(failure.cause) : null;
}

/** Messages of Chromium, WebKit and Firefox for an import whose files could not be fetched. */
const NOT_FETCHED = /dynamically imported module|Importing a module script failed/i;

/** What the build leaves out of the service worker's cache (vite.config.ts). */
const NOT_KEPT = /\/wallet-/;

/**
 * Makes one try.
 * @public the build calls it in each built file.
 * @param importIt holds the `import()` of one file of the build: its source text names that file.
 * @param ahead files that the chunk imports, to fetch in parallel instead of afterwards; relative to the root of the
 * site.
 */
export async function importChunk<T>(importIt: () => Promise<T>, ahead: readonly string[] = []): Promise<T> {
  const [, specifier] = /\bimport\(\s*["'`]([^"'`]+)/.exec(String(importIt)) ?? [];
  const file = specifier === undefined ? null : pathOf(specifier);
  const wanted = ahead.map((path) => `/${path}`);
  if (isKept(file)) {
    wanted.forEach(preload);
    try {
      return await importIt();
    } catch (failure) {
      if (!NOT_FETCHED.test(String(failure))) throw failure;
      // The browser has evicted the file: go on as without a worker.
    }
  }
  await fetchAll(file === null ? wanted : [file, ...wanted]);
  try {
    return await importIt();
  } catch (failure) {
    if (!NOT_FETCHED.test(String(failure))) throw failure;
    throw new MissingChunkError(file ?? String(failure), 'stuck', failure);
  }
}

/**
 * Whether the service worker has the file of this release, so that no network can lose it: fetching it first would only
 * cost time.
 */
function isKept(file: string | null): boolean {
  return globalThis.navigator?.serviceWorker?.controller != null && !NOT_KEPT.test(file ?? '');
}

const preloaded = new Set<string>();

/** Requests a file before the engine has read that another file imports it. */
function preload(path: string): void {
  if (preloaded.has(path)) return;
  preloaded.add(path);
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = path;
  document.head.append(link);
}

/** All chunks are in the same folder as this one, and name each other as `./name.js`. */
function pathOf(specifier: string): string {
  return new URL(specifier, import.meta.url).pathname;
}

/** Fetches files and all their imports. */
async function fetchAll(paths: readonly string[]): Promise<void> {
  // This chunk itself is already running.
  const seen = new Set([pathOf('')]);
  const fetchWithImports = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    await Promise.all((await fetchFile(path)).map(fetchWithImports));
  };
  await Promise.all(paths.map(fetchWithImports));
}

/** The imports of each file, by path, from the moment of its request. */
const files = new Map<string, Promise<readonly string[]>>();

/**
 * Fetches a hashed file of the build into the HTTP cache, or rejects with a `MissingChunkError`.
 * @returns the paths of the files that it imports.
 */
export function fetchFile(path: string): Promise<readonly string[]> {
  const known = files.get(path);
  if (known !== undefined) return known;
  const fetched = readFile(path, 'javascript').then(
    (code) => importsIn(code).map(pathOf),
    (failure: unknown) => {
      files.delete(path);
      throw failure;
    },
  );
  files.set(path, fetched);
  return fetched;
}

/**
 * The form that the build writes; a journey compares this with the build's manifest. Only what precedes a name is
 * matched: a pattern for the whole file takes a slow phone a tenth of a second.
 */
function importsIn(code: string): string[] {
  const names: string[] = [];
  for (let at = code.indexOf('"./'); at >= 0; at = code.indexOf('"./', at + 1)) {
    if (!/\b(?:from|import)$/.test(code.slice(Math.max(at - 7, 0), at))) continue;
    names.push(code.slice(at + 1, code.indexOf('"', at + 1)));
  }
  return names;
}

/** The text of a hashed file of the build, or rejects with a `MissingChunkError`. */
export async function readFile(path: string, type: 'javascript' | 'css'): Promise<string> {
  let status = 0;
  try {
    // The same mode and credentials as a module import, so that the import finds this answer in the cache.
    const answer = await fetch(path);
    // A captive portal answers every address with an HTML page.
    const isIt = (answer.headers.get('content-type') ?? '').includes(type);
    // The cache stores only an answer that is read to its end.
    if (answer.ok && isIt) return await answer.text();
    if (!answer.ok) status = answer.status;
  } catch (failure) {
    throw new MissingChunkError(path, 0, failure);
  }
  throw new MissingChunkError(path, status);
}
