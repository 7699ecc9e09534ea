/** Loads code without which the app does not do what it is there for. */
import { missingChunkOf } from '#platform/chunks/import-chunk.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { isGone } from './is-gone.ts';
import { reloadOnce } from './reload-once.ts';

/** Tries for as long as it takes, and reloads the page once where further tries cannot succeed. */
export function loadNeededChunk<T>(what: string, importIt: () => Promise<T>): Promise<T> {
  const onFailure = async (failure: unknown, failures: number) => {
    const missing = missingChunkOf(failure);
    if (missing?.status === 'stuck' || (await isGone(missing, failures)))
      await reloadOnce(missing?.file ?? what);
  };
  return loadChunk(what, importIt, { onFailure: (failure, failures) => void onFailure(failure, failures) });
}
