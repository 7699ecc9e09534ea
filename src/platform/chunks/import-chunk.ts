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
 * @param files of the chunk and all that it imports, the chunk's own first; relative to the root of the site.
 */
export async function importChunk<T>(importIt: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const paths = files.map((file) => `/${file}`);
  await Promise.all(paths.map(fetchFile));
  try {
    return await importIt();
  } catch (failure) {
    if (!NOT_FETCHED.test(String(failure))) throw failure;
    throw new MissingChunkError(paths[0] ?? '', 'stuck', failure);
  }
}

/** Files that have been fetched, or are being fetched, by path. */
const files = new Map<string, Promise<void>>();

/** Has a hashed file of the build in the HTTP cache, or rejects with a `MissingChunkError`. */
export function fetchFile(path: string): Promise<void> {
  const known = files.get(path);
  if (known !== undefined) return known;
  const fetched = readFile(path).catch((failure: unknown) => {
    files.delete(path);
    throw failure;
  });
  files.set(path, fetched);
  return fetched;
}

async function readFile(path: string): Promise<void> {
  let status = 0;
  try {
    // The mode and credentials of a module import: it finds this very answer in the cache.
    const answer = await fetch(path);
    // A network that asks for a login answers for every address, with a page.
    if (answer.ok && /javascript/.test(answer.headers.get('content-type') ?? '')) {
      // The cache keeps what has been read to its end.
      await answer.arrayBuffer();
      return;
    }
    if (!answer.ok) status = answer.status;
  } catch (failure) {
    throw new MissingChunkError(path, 0, failure);
  }
  throw new MissingChunkError(path, status);
}
