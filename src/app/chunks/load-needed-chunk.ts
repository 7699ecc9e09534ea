/** Loads code that the app cannot work without. */
import { missingChunkOf } from '#platform/chunks/import-chunk.ts';
import { type LoadChunk, loadChunk } from '#platform/chunks/load-chunk.ts';
import { isGone } from './chunk-errors.ts';
import { reloadOnce } from './reload-once.ts';

/** Tries as `loadChunk` does, and reloads the page once if further tries cannot succeed. */
export const loadNeededChunk: LoadChunk = (name, importIt, options) => {
  const onFailure = async (failure: unknown, failures: number) => {
    const missing = missingChunkOf(failure);
    // A caller with limited patience reports a weak network itself.
    const inARow = options?.patience === undefined ? failures : 1;
    if (missing?.status === 'stuck' || (await isGone(missing, inARow)))
      await reloadOnce(missing?.file ?? name);
  };
  return loadChunk(name, importIt, {
    ...options,
    onFailure: (failure, failures) => void onFailure(failure, failures),
  });
};
