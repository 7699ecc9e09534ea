/** Tells code that a new version took away from code that a weak network has not brought yet. */
import type { MissingChunkError } from '#platform/chunks/import-chunk.ts';
import { serverAnswers } from './server-answers.ts';

/** From so many failures in a row on, a server that answers has the file no more: no network is that weak. */
export const TRIES = 5;

/**
 * Whether a reload brings the code, because a new version is there.
 * @param missing null where the failure does not say which file is missing.
 * @param failures in a row, this one among them.
 */
export async function isGone(missing: MissingChunkError | null, failures: number): Promise<boolean> {
  return missing?.status === 404 || (failures >= TRIES && serverAnswers());
}
