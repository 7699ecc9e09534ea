/** Starts web workers: their code is loaded late too, and a worker whose code does not come says so to its page alone. */
import { fetchFile } from './import-chunk.ts';

/** @param url absolute path, as `import url from './x.ts?worker&url'` gives it. Rejects where the code cannot be fetched. */
export async function startWorker(url: string): Promise<Worker> {
  await fetchFile(url);
  return new Worker(url, { type: 'module' });
}
