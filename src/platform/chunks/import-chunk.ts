/**
 * How every dynamic import is made: the build puts `importChunk` around each of them, in place of Vite's own preload
 * (vite.config.ts, `chunkLoader`).
 *
 * Engines up to Chromium 150 remember a failed import for the life of the page, and a failed `<link>` preload as well. So the
 * chunk and all that it imports are fetched first: a failed fetch can be repeated. The import then finds them in the HTTP
 * cache (they are served as immutable) or in the service worker's.
 */

/** Thrown where the code of a chunk could not be loaded; a module that itself throws is passed on as it is. */
export class MissingChunkError extends Error {
  override readonly name = 'MissingChunkError';
  readonly file: string;
  readonly status: number | 'stuck';

  /**
   * @param file path of the file that is missing.
   * @param status of the server's answer, 0 where none came. `stuck`: all files are here, and the engine still refuses the
   * import, which only a reload of the page can mend.
   */
  constructor(file: string, status: number | 'stuck', cause?: unknown) {
    super(`${file} is missing (${status === 0 ? 'no answer' : status})`, { cause });
    this.file = file;
    this.status = status;
  }
}

/** The missing chunk behind a failure; null where the failure is of another kind. */
export function missingChunkOf(failure: unknown): MissingChunkError | null {
  if (failure instanceof MissingChunkError) return failure;
  return failure instanceof Error && failure.cause !== undefined ? missingChunkOf(failure.cause) : null;
}

/** What Chromium, WebKit and Firefox say of an import whose files could not be fetched. */
const NOT_FETCHED = /dynamically imported module|Importing a module script failed/i;

/**
 * Makes one try.
 * @param importIt holds the `import()` of one file of the build: its text names that file.
 * @param ahead files that the chunk imports, to be fetched beside it instead of after it; relative to the root of the site.
 */
export async function importChunk<T>(importIt: () => Promise<T>, ahead: readonly string[] = []): Promise<T> {
  const [, specifier] = /\bimport\(\s*["'`]([^"'`]+)/.exec(String(importIt)) ?? [];
  const file = specifier === undefined ? null : pathOf(specifier);
  const wanted = ahead.map((path) => `/${path}`);
  await fetchAll(file === null ? wanted : [file, ...wanted]);
  try {
    return await importIt();
  } catch (failure) {
    if (!NOT_FETCHED.test(String(failure))) throw failure;
    throw new MissingChunkError(file ?? String(failure), 'stuck', failure);
  }
}

/** All chunks lie in the folder of this one, and name each other as `./name.js`. */
function pathOf(specifier: string): string {
  return new URL(specifier, import.meta.url).pathname;
}

/** Fetches files and all that they import. */
async function fetchAll(paths: readonly string[]): Promise<void> {
  // The file that this stands in is running.
  const seen = new Set([pathOf('')]);
  const fetchWithImports = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    await Promise.all((await fetchFile(path)).map(fetchWithImports));
  };
  await Promise.all(paths.map(fetchWithImports));
}

/** Which files each file imports, by path, from the moment it is asked for. */
const files = new Map<string, Promise<readonly string[]>>();

/**
 * Has a hashed file of the build in the HTTP cache, or rejects with a `MissingChunkError`.
 * @returns the paths of the files that it imports.
 */
export function fetchFile(path: string): Promise<readonly string[]> {
  const known = files.get(path);
  if (known !== undefined) return known;
  const fetched = readFile(path).then(
    // As the build writes it; a journey holds this against the build's manifest.
    (code) => [...code.matchAll(/\b(?:from|import)"(\.\/[^"]+)"/g)].map(([, name = '']) => pathOf(name)),
    (failure: unknown) => {
      files.delete(path);
      throw failure;
    },
  );
  files.set(path, fetched);
  return fetched;
}

async function readFile(path: string): Promise<string> {
  let status = 0;
  try {
    // The mode and credentials of a module import: it finds this very answer in the cache.
    const answer = await fetch(path);
    // A network that asks for a login answers for every address, with a page.
    const isCode = /javascript/.test(answer.headers.get('content-type') ?? '');
    // The cache keeps what has been read to its end.
    if (answer.ok && isCode) return await answer.text();
    if (!answer.ok) status = answer.status;
  } catch (failure) {
    throw new MissingChunkError(path, 0, failure);
  }
  throw new MissingChunkError(path, status);
}
