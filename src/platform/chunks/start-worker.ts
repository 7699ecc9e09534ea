/**
 * Starts web workers. Their code is loaded on demand too, and the browser reports a failed load of a worker only to its
 * page.
 */
import { fetchFile } from './import-chunk.ts';

/** @param url absolute path, from `import url from './x.ts?worker&url'`. Rejects if the code cannot be fetched. */
export async function startWorker(url: string): Promise<Worker> {
  await fetchFile(url);
  return new Worker(url, { type: 'module' });
}
