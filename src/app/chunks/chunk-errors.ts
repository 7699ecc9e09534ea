/** Distinguishes code that a new version removed from code that a weak network has not delivered yet. */
import type { MissingChunkError } from '#platform/chunks/import-chunk.ts';
import { serverAnswers } from './server-answers.ts';

/** After this many failures in a row, a server that answers no longer has the file: no network is that weak. */
export const TRIES = 5;

/**
 * Whether a reload will bring the code, because there is a new version.
 * @param missing null if the failure does not name the missing file.
 * @param failures in a row, including this one.
 */
export async function isGone(missing: MissingChunkError | null, failures: number): Promise<boolean> {
  return missing?.status === 404 || (failures >= TRIES && serverAnswers());
}
