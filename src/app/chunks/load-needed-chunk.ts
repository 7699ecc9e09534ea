/** Loads code that the app cannot work without. */
import { missingChunkOf } from '#platform/chunks/import-chunk.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { isGone } from './chunk-errors.ts';
import { reloadOnce } from './reload-once.ts';

/** Tries until it succeeds, and reloads the page once if further tries cannot succeed. */
export function loadNeededChunk<T>(name: string, importIt: () => Promise<T>): Promise<T> {
  const onFailure = async (failure: unknown, failures: number) => {
    const missing = missingChunkOf(failure);
    if (missing?.status === 'stuck' || (await isGone(missing, failures)))
      await reloadOnce(missing?.file ?? name);
  };
  return loadChunk(name, importIt, { onFailure: (failure, failures) => void onFailure(failure, failures) });
}
